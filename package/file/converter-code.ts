/** Where the code that converts trees is: it is not downloaded before a file is opened with converters. */
import type { Warning } from "../api/blocks.ts";
import type { Converter, ReadContext } from "../api/converter.ts";
import type { WorkOptions } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import type { WcsOptions } from "../api/wcs.ts";
import { LateCode } from "../wasm/on-demand.ts";
import type { Wcs } from "../wcs/wcs.ts";

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

export interface ConverterCode {
  convertTree(root: TreeValue, converters: readonly Converter[], file: ConvertedFile): Converted;
}

export const converterCode = new LateCode<ConverterCode>("the code for converters");
