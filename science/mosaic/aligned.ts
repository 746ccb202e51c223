/**
 * An image in the pixels of another grid, as an array that is resampled while it is read: what is computed of two images, pixel by pixel,
 * needs no more memory than is read of it.
 */
import { computedArray, countOf, type Part } from "../sections/computed.ts";
import type { ReadableArray } from "../sections/section.ts";
import { MosaicError, type SkyGrid } from "./grid.ts";
import { finish } from "./mosaic.ts";
import type { Kernel } from "./piece.ts";
import { isShared, type LeftOut, placed } from "./placing.ts";
import { resamplerOf } from "./resampling.ts";
import { isSingle, type SkyImage } from "./skyImage.ts";

/** How many elements are made at a time: a fraction of a second's work. */
const RUN = 2 ** 18;

/**
 * NaN where the image is not.
 *
 * @throws MosaicError if the image cannot be resampled, or is of another part of the sky
 */
export function alignedArray(image: SkyImage, target: SkyGrid, kernel: Kernel): ReadableArray {
  const leftOut: LeftOut[] = [];
  const [place] = placed([image], kernel, target, leftOut).places;
  if (!place) {
    throw new MosaicError(leftOut[0]?.reason);
  }
  if (!isShared(place, target)) {
    throw new MosaicError("it is of another part of the sky");
  }
  const { shape } = target;
  const dtype = isSingle(image) ? "float32" : "float64";
  const resampler = resamplerOf(image, target, kernel);
  return computedArray({
    ...{ shape, dtype, masked: false, run: RUN },
    nbytes: shape[0] * shape[1] * (dtype === "float32" ? 4 : 8),
    // Not null: elements between others are not had for less than all.
    compression: "resampled",
    fill: async (part, { values: into }, { signal }) => {
      const [rows, columns] = part.map(spanOf);
      if (!(rows && columns) || into.length === 0) {
        return;
      }
      const window = { x: columns.start, y: rows.start, width: columns.length, height: rows.length };
      const { values, footprint } = await resampler(window, signal ?? undefined);
      finish(values, footprint);
      for (let i = 0; i < into.length; i += 1) {
        const row = Math.floor(i / columns.count) * rows.step;
        into[i] = values[row * columns.length + (i % columns.count) * columns.step] ?? Number.NaN;
      }
    },
  });
}

/** From the first index to the last one, and how many of those between count. */
function spanOf(chosen: Part[number]) {
  const span = typeof chosen === "number" ? { start: chosen, stop: chosen + 1, step: 1 } : chosen;
  const count = countOf(span);
  return { start: span.start, step: span.step, count, length: Math.max(0, (count - 1) * span.step + 1) };
}
