/** How much of an array is there, of an HDU inside whose data the file ends. */
import type { AsdfFile, NdArray } from "asdf-wasm";
import { lengthOf } from "../../../../www/src/viewer/elements/shapes.ts";
import { shape as shapeText } from "../../../../www/src/viewer/format/format.ts";

/** The shape of the elements that are there, and a sentence that says so. */
export interface There {
  readonly lengths: readonly number[];
  readonly note: string;
}

/** Undefined if all of it is there, or if a file does not tell how much is: tiles are compressed, each to its own size. */
export function there(file: AsdfFile, array: NdArray): There | undefined {
  const hdu = array.hdu === undefined ? undefined : file.hdus[array.hdu];
  if (hdu?.problem?.code !== "truncated" || hdu.kind === "compressed-image") {
    return undefined;
  }
  const available = file.size - hdu.offset - hdu.headerSize;
  const width = Number(hdu.cards.find(({ keyword }) => keyword === "NAXIS1")?.value);
  const item = hdu.kind === "image" ? hdu.dataSize / Math.max(array.size, 1) : width;
  const lengths: number[] = [];
  for (const [axis, length] of array.shape.entries()) {
    const slab = item * lengthOf(array.shape.slice(axis + 1));
    const count = Math.min(length, Math.floor(available / slab));
    if (count > 0 || axis === array.ndim - 1) {
      // Of one slab the rest of the axes is whole.
      lengths.push(count, ...array.shape.slice(axis + 1));
      break;
    }
    // Of the first slab a part is there.
    lengths.push(1);
  }
  const note = `warning: the file is cut: ${shapeText(lengths)} of ${shapeText(array.shape)} elements are used`;
  return { lengths, note };
}
