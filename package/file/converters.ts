/** The trees of files with objects in them, by converters. */
import type { Hdu } from "../api/blocks.ts";
import { type Converter, registered } from "../api/converter.ts";
import type { TreeValue } from "../api/tree.ts";
import { type Converted, type ConvertedFile, converterCode } from "./converter-code.ts";
import { wcsAt } from "./wcs.ts";

/** A file that is being opened. */
interface OpeningFile extends Omit<ConvertedFile, "wcs"> {
  converters: readonly Converter[] | undefined;
  tree(): { readonly root: TreeValue };
  hdus(): readonly Hdu[];
}

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
