/** Files of tests: those of `tests/data`, and small ones that a test writes down. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { treeFile as treeText } from "../../scripts/test/tree-file.mjs";

/** A file of `tests/data`. */
export function fixture(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, "../data", name));
}

/** A tree without blocks as a file: its arrays are inline. */
export function treeFile(yaml: string): Buffer {
  return Buffer.from(treeText(yaml.trim()));
}

/** The header of an uncompressed block without a checksum. */
export function blockHeader(size: number): Buffer {
  const header = Buffer.alloc(54);
  header.write("\xd3BLK", 0, "latin1");
  header.writeUInt16BE(48, 4);
  for (const sizeAt of [14, 22, 30]) {
    header.writeBigUInt64BE(BigInt(size), sizeAt);
  }
  return header;
}

/** A tree and one block. */
export function blockFile(yaml: string, content: Uint8Array): Buffer {
  return Buffer.concat([treeFile(yaml), blockHeader(content.byteLength), content]);
}
