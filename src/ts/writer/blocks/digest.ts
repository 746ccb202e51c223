/** The MD5 digest of what a block stores (ASDF 1.0.0, "Block header"): the platform's where it has one, else the module's. */
import { writer } from "../../wasm/writer.ts";

/** A digest in the making; it is to be freed. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** Its 16 bytes; nothing is taken from then on. */
  checksum(): Uint8Array;
  free(): void;
}

let platform: () => Digest | undefined = () => undefined;

/** The platform can digest faster, and this is how: the package's entry for Node says so. */
export function useDigest(begin: () => Digest | undefined): void {
  platform = begin;
}

/** The digest of nothing yet. */
export function newDigest(): Digest {
  return platform() ?? new (writer().Digest)();
}
