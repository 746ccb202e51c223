/** Loads the code that converts trees, which is not downloaded before a file is opened with converters. */
import type { Warning } from "../api/blocks.ts";
import { type Converter, registered } from "../api/converter.ts";
import type { WorkOptions } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import { LateCode } from "../wasm/on-demand.ts";

/** A tree in which objects stand for nodes. */
export interface Converted {
  readonly root: TreeValue;
  /** What stands for a node: an object, a collection with objects inside, or the node itself. */
  of(node: TreeValue): TreeValue;
}

/** What converters need of a file: blocks, and a place for warnings. */
export interface ConvertedFile {
  readBlock(index: number, options: WorkOptions): Promise<Uint8Array<ArrayBuffer>>;
  warn(warning: Warning): unknown;
}

/** A file that is being opened. */
interface OpeningFile extends ConvertedFile {
  converters: readonly Converter[] | undefined;
  tree(): { readonly root: TreeValue };
}

export interface ConverterCode {
  convertTree(root: TreeValue, converters: readonly Converter[], file: ConvertedFile): Converted;
}

export const converterCode = new LateCode<ConverterCode>("the code for converters");

/** The tree of a file with the given converters, or those that are registered; undefined if there are none. */
export async function convertedTree(
  file: OpeningFile,
  given: Iterable<Converter> = registered,
): Promise<Converted | undefined> {
  const converters = [...given];
  if (converters.length > 0 || given !== registered) {
    file.converters = converters;
  }
  return converters.length === 0
    ? undefined
    : (await converterCode.load()).convertTree(file.tree().root, converters, file);
}
