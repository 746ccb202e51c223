/** An image resampled to another grid, in pieces of its rows, so that memory is bounded whatever the sizes of image and grid. */
import { breather } from "../sections/breathing.ts";
import { byArea } from "./exact.ts";
import { MosaicError, type SkyGrid, type Window, wholeOf } from "./grid.ts";
import { interpolate } from "./interpolate.ts";
import type { Kernel, Piece } from "./piece.ts";
import { type Calibrated, gridOfImage, hasInverse, type SkyImage } from "./skyImage.ts";

/** What values are: of a unit of area, which a pixel's size does not change, or of a whole pixel, whose sum is kept. */
export type Conserved = "brightness" | "flux";

/** The most pixels of the target that are made together. */
const PIECE = 2 ** 22;

/** Makes a piece of the target: sums, as the kernel adds them. */
export type Resampler = (piece: Window, signal?: AbortSignal) => Promise<Piece>;

/** @throws MosaicError if the image has no place on the sky, or the kernel needs an inverse that its WCS does not have */
export function resamplerOf(
  image: SkyImage,
  target: SkyGrid,
  kernel: Kernel,
  calibrated: Calibrated = { background: 0, factor: 1 },
  conserved: Conserved = "brightness",
): Resampler {
  const grid = gridFor(image, kernel);
  if (kernel !== "exact" && conserved === "flux") {
    throw new MosaicError(`the kernel "${kernel}" does not keep the flux of pixels: "exact" does`);
  }
  const fill = kernel === "exact" ? byArea(conserved === "flux") : interpolate(kernel);
  return async ({ x, y, width, height }, signal = new AbortController().signal) => {
    signal.throwIfAborted();
    const pause = breather(signal);
    const [values, footprint] = [new Float64Array(width * height), new Float64Array(width * height)];
    const piece = { x, y, width, height, values, footprint };
    await fill({ image, grid, target, calibrated, signal, breathe: () => pause(0) }, piece);
    return piece;
  };
}

/** The grid of an image, if a kernel can resample that. */
export function gridFor(image: SkyImage, kernel: Kernel): SkyGrid {
  const grid = gridOfImage(image);
  if (kernel !== "exact" && !hasInverse(image)) {
    throw new MosaicError(`its WCS has no inverse, which the kernel "${kernel}" needs: "exact" does not`);
  }
  return grid;
}

/** The target in pieces of whole rows, from the first row on. */
export function* rowsOf({ shape }: Pick<SkyGrid, "shape">): Generator<Window> {
  const { width, height } = wholeOf({ shape });
  const rows = Math.min(1024, Math.max(1, Math.floor(PIECE / width)));
  for (let y = 0; y < height; y += rows) {
    yield { x: 0, y, width, height: Math.min(rows, height - y) };
  }
}
