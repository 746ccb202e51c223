/** How much of an array is there, of an HDU inside whose data the file ends. */
import type { AsdfFile, NdArray } from "asdf-wasm";
import { lengthOf } from "../../../../www/src/viewer/elements/shapes.ts";
import { lengthsThere } from "../../../../www/src/viewer/elements/there.ts";
import { shape as shapeText } from "../../../../www/src/viewer/format/format.ts";

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
