/**
 * What is computed of an array before it is shown: an axis collapsed to one value, and the plane smoothed or binned. Moments are
 * defined as in spectral-cube: over the world coordinate x of the axis, or over the index if it has none.
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
  /** Of moments: values up to this one are left out, as by spectral-cube's mask `cube > above`. */
  readonly above?: number | undefined;
  /** The coordinate along the axis, which the worker finds for moments. */
  readonly along?: AlongAxis | undefined;
}

/** How many centres and widths of moments may be noise. */
export interface MomentNoise {
  /** Pixels with a value. */
  readonly pixels: number;
  /** Those among them whose values sum up to less than 3 σ of the noise of that sum. */
  readonly weak: number;
  /** Those with a centre outside the axis or a negative variance, which no line has. */
  readonly impossible: number;
  /** The standard deviation of the noise of one value, from the differences of neighbouring planes. */
  readonly sigma: number;
}

/** Whether it needs the coordinate along the axis. */
export function isMoment(by: Reduction): boolean {
  return by.startsWith("moment") || by === "width";
}

/** " over Freq in Hz, planes 0 to 49 of axis 0, values above 0.02" */
export function collapseWords({ by, axis, start, stop, along, above }: Collapse): string {
  const name = along
    ? `${along.name || "the world coordinate"}${along.unit && ` in ${along.unit}`}`
    : "the planes";
  const over = isMoment(by) ? ` over ${name}` : "";
  return `${over}, planes ${start} to ${stop - 1} of axis ${axis}${above === undefined ? "" : `, values above ${above}`}`;
}

/** The unit of the result of a collapse. */
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
      return coordinate ?? "planes";
    case "moment2":
      return `${coordinate ?? "planes"}²`;
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

/** How the values that are drawn are computed from the values of the array: smoothed first. NaN and masked elements do not count. */
export interface Filter {
  readonly smooth?: Smoothing | undefined;
  readonly bin?: Binning | undefined;
}
