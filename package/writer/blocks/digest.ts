/** The MD5 digest of what a block stores (ASDF 1.0.0, "Block header"): by the platform if it can, otherwise by the module. */
import { writer } from "../../wasm/writer.ts";

/** A digest that is being computed; the caller frees it. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** The 16 bytes of the digest. It cannot be updated any more. */
  checksum(): Uint8Array;
  free(): void;
}

let platform: () => Digest | undefined = () => undefined;

/** Sets a faster implementation of the platform. The entry for Node calls this. */
export function setDigest(begin: () => Digest | undefined): void {
  platform = begin;
}

/** Begins a digest. */
export function newDigest(): Digest {
  return platform() ?? new (writer().Digest)();
}
