/** Files whose tree is in memory, and whose elements are elsewhere: cubes of several files, tables of other formats. */
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import { type AsdfFile, open, type Warning } from "asdf-wasm";

const EMPTY =
  "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0 {}\n...\n";

/** A file that was opened, and what it does not know of itself if its tree is in memory. */
export interface AnyFile {
  readonly file: AsdfFile;
  /** The tables that its nodes stand for, if they are of another format. */
  readonly tables?: readonly OpenedTable[];
  /** Warnings about the files that its elements are in: there may be more after each read. */
  readonly lost?: readonly Warning[];
}

/** A file of ASDF with a tree. */
export async function fileWith(tree: object): Promise<AsdfFile> {
  const file = await open(new Blob([EMPTY]));
  Object.assign(file.tree ?? {}, tree);
  return file;
}
