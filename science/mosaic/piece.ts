/** Pieces of a target, to which kernels add images. */
import type { SkyGrid, Window } from "./grid.ts";
import type { Calibrated, SkyImage } from "./skyImage.ts";

/** How values of the image become values of the target: of the nearest pixel, between four centres, or by the shared area. */
export type Kernel = "nearest" | "bilinear" | "exact";

/** A part of the target while images are added to it. */
export interface Piece extends Window {
  /** Sums of values times the covered shares, or the values themselves where these are whole. */
  readonly values: Float64Array;
  /** The covered share of each pixel. */
  readonly footprint: Float64Array;
}

/** One image, and where it goes. */
export interface Resampling {
  readonly image: SkyImage;
  readonly grid: SkyGrid;
  readonly target: SkyGrid;
  readonly calibrated: Calibrated;
  readonly signal: AbortSignal;
  /** Lets other work be done. */
  readonly breathe: () => Promise<void>;
}
