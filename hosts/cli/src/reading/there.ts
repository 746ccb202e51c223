/** How much of an array is there, of an HDU inside whose data the file ends. */

import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import { lengthsThere } from "@asdf-wasm/science/elements/there";
import { shape as shapeText } from "@asdf-wasm/science/format/format";
import type { AsdfFile, NdArray } from "asdf-wasm";

/** The shape of the elements that are there, and a sentence that says so. */
export interface There {
  readonly lengths: readonly number[];
  readonly note: string;
}

/** Undefined if all of it is there, or nothing. */
export async function there(file: AsdfFile, array: NdArray): Promise<There | undefined> {
  const hdu = array.hdu === undefined ? undefined : file.hdus[array.hdu];
  if (hdu?.problem?.code !== "truncated") {
    return undefined;
  }
  const lengths = await lengthsThere(array);
  const size = lengthOf(lengths);
  if (size === 0 || size === array.size) {
    return undefined;
  }
  const what = typeof array.dtype === "object" && array.dtype.kind === "struct" ? "rows" : "elements";
  const note = `warning: the file is cut: ${shapeText(lengths)} of ${shapeText(array.shape)} ${what} are used`;
  return { lengths, note };
}
