/** Files as large as real ones, which take no room on disk: blocks of holes. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { treeFile } from "../../scripts/test/tree-file.mjs";
import { blockHeader } from "./build.ts";

/** Writes a file of a tree, uncompressed blocks of these sizes full of zeros, and the block index. */
export function writeSparse(path: string, tree: string, sizes: readonly number[]): number {
  const file = openSync(path, "w");
  let at = writeSync(file, treeFile(tree), 0);
  const offsets = sizes.map((size) => {
    const offset = at;
    const header = blockHeader(size);
    writeSync(file, header, 0, header.length, offset);
    at = offset + header.length + size;
    return offset;
  });
  at += writeSync(file, `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${offsets.join(", ")}]\n...\n`, at);
  ftruncateSync(file, at);
  closeSync(file);
  return at;
}
