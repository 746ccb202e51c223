/** Files as large as real ones, which take no room on disk: blocks of holes. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { treeFile } from "../../scripts/test/tree-file.mjs";

/** Writes a file of a tree, uncompressed blocks of these sizes full of zeros, and the block index. */
export function writeSparse(path: string, tree: string, sizes: readonly number[]): number {
  const file = openSync(path, "w");
  let at = writeSync(file, treeFile(tree), 0);
  const offsets = sizes.map((size) => {
    const offset = at;
    const header = Buffer.alloc(54);
    header.write("\xd3BLK\0\x30", "latin1");
    for (const field of [14, 22, 30]) {
      header.writeBigUInt64BE(BigInt(size), field);
    }
    writeSync(file, header, 0, header.length, offset);
    at = offset + header.length + size;
    return offset;
  });
  at += writeSync(file, `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${offsets.join(", ")}]\n...\n`, at);
  ftruncateSync(file, at);
  closeSync(file);
  return at;
}
