/** The files of `tests/data`, and small ones that a test writes down, as Node's buffers. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "./build.ts";

export function fixturePath(name: string): string {
  return join(import.meta.dirname, "../data", name);
}

/** A file of `tests/data`. */
export function fixture(name: string): Promise<Buffer> {
  return readFile(fixturePath(name));
}

/** A tree without blocks as a file: its arrays are inline. */
export function treeFile(yaml: string): Buffer {
  return Buffer.from(build(yaml.trim()).buffer);
}

/** A tree and one block. */
export function blockFile(yaml: string, content: Uint8Array): Buffer {
  return Buffer.from(build(yaml.trim(), [{ content }]).buffer);
}
