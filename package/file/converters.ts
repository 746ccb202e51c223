/** Loads the code that converts trees, which is not downloaded before a file is opened with converters. */
import type { Hdu, Warning } from "../api/blocks.ts";
import { type Converter, type ReadContext, registered } from "../api/converter.ts";
import type { WorkOptions } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import type { WcsOptions } from "../api/wcs.ts";
import { LateCode } from "../wasm/on-demand.ts";
import type { Wcs } from "../wcs/wcs.ts";
import { wcsAt } from "./wcs.ts";

/** A tree in which objects stand for nodes. */
export interface Converted {
  readonly root: TreeValue;
  /** What stands for a node: an object, a collection with objects inside, or the node itself. */
  of(node: TreeValue): TreeValue;
}

/** What converters of the package are told besides. */
export interface NodeContext extends ReadContext {
  /** Compiles the node, which describes a WCS or a transform, as `AsdfFile.wcs` does. */
  wcs(options?: WcsOptions): Promise<Wcs>;
}

/** What converters need of a file: blocks, and a place for warnings. */
export interface ConvertedFile {
  readBlock(index: number, options: WorkOptions): Promise<Uint8Array<ArrayBuffer>>;
  warn(warning: Warning): unknown;
  wcs(path: string, options: WcsOptions): Promise<Wcs>;
}

/** A file that is being opened. */
interface OpeningFile extends Omit<ConvertedFile, "wcs"> {
  converters: readonly Converter[] | undefined;
  tree(): { readonly root: TreeValue };
  hdus(): readonly Hdu[];
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
    : convertedNodes(file.tree().root, converters, file, (warning) => file.warn(warning));
}

/** A tree of the file, or a copy of it, with objects in it. */
export async function convertedNodes(
  root: TreeValue,
  converters: readonly Converter[],
  file: OpeningFile,
  warn: ConvertedFile["warn"],
): Promise<Converted> {
  return (await converterCode.load()).convertTree(root, converters, {
    readBlock: (index, options) => file.readBlock(index, options),
    wcs: (path, options) => wcsAt(file.tree().root, path, () => file.hdus(), options),
    warn,
  });
}
