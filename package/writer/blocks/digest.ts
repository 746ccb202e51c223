/** The MD5 digest of what a block stores (ASDF 1.0.0, "Block header"): by the platform if it can, otherwise by the module. */
import { type Digest, environment } from "../../api/environment.ts";
import { writer } from "../../wasm/writer.ts";

/** Begins a digest. */
export function newDigest(): Digest {
  return environment().digest?.() ?? new (writer().Digest)();
}
