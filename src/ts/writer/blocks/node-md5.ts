/** MD5 by Node's own means, which take four fifths of the time that WebAssembly takes. */
import { createHash } from "node:crypto";
import type { Digest } from "./digest.ts";

/** A digest in the making, or nothing where a policy (FIPS 140) does without MD5. */
export function nodeDigest(): Digest | undefined {
  try {
    const hash = createHash("md5");
    return { update: (bytes) => void hash.update(bytes), checksum: () => hash.digest(), free: () => {} };
  } catch {
    return undefined;
  }
}
