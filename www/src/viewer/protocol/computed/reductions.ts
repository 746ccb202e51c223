/**
 * What is computed of an array before it is shown: an axis collapsed to one value, and the plane smoothed or binned. Moments are
 * those of spectral-cube: over the world coordinate x of the axis, or the index where there is none.
 */

/**
 * How the finite values along an axis become one. `std` divides by their number, as numpy does. `moment0` is Σ v |Δx|, `moment1`
 * Σ v x / Σ v, `moment2` the mean of (x − moment1)², weighted by v; `width` is its root.
 */
export type Reduction = (typeof REDUCTIONS)[number];

export const REDUCTIONS = [
  ...(["mean", "sum", "median", "min", "max", "std"] as const),
  ...(["moment0", "moment1", "moment2", "width"] as const),
] as const;

/** The world coordinate along an axis, at each index. */
interface AlongAxis {
  readonly name: string;
  readonly unit: string;
  readonly values: Float64Array<ArrayBuffer>;
}

export interface Collapse {
  readonly axis: number;
  /** Indices from `start` up to, but not including, `stop`. */
  readonly start: number;
  readonly stop: number;
  readonly by: Reduction;
  /** The coordinate along the axis, which the worker finds for moments. */
  readonly along?: AlongAxis | undefined;
}

/** Whether it needs the coordinate along the axis. */
export function isMoment(by: Reduction): boolean {
  return by.startsWith("moment") || by === "width";
}

/** The unit of what a collapse gives. */
export function collapsedUnit(
  { by, along }: Collapse,
  unit: string | undefined,
  coordinate = along?.unit,
): string | undefined {
  switch (by) {
    case "moment0":
      return [unit, coordinate].filter(Boolean).join(" ") || undefined;
    case "moment1":
    case "width":
      return coordinate;
    case "moment2":
      return coordinate && `${coordinate}²`;
    default:
      return unit;
  }
}

/** A kernel of Gaussian weights with a standard deviation in pixels, or a square with a side in pixels. */
export interface Smoothing {
  readonly kind: "gaussian" | "box" | "median";
  readonly size: number;
}

/** Squares of pixels drawn as one. */
export interface Binning {
  readonly by: "mean" | "sum";
  readonly size: number;
}

/** How the values that are drawn are made of those of the array: smoothed first. NaN and masked elements do not count. */
export interface Filter {
  readonly smooth?: Smoothing | undefined;
  readonly bin?: Binning | undefined;
}

/** What a reading would fetch. */
export interface ReadingCost {
  readonly bytes: number;
  /** Whether that comes from a server. */
  readonly isRemote: boolean;
}
