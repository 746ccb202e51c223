/**
 * The tone curve: how values between the limits are mapped to colours. The stretches are the ones of `astropy.visualization`;
 * contrast and bias are applied to their result, as in DS9.
 *
 * Code that draws never evaluates a formula: a picture has 256 colours and stretches are monotonic, so the 255 values at which
 * the colour changes define the curve. `levels` computes them, and drawing looks values up.
 */
import { oneOf, wrong } from "../api/arguments/checks.ts";
import { AsdfError } from "../api/error.ts";

/** The stretches that are defined by a formula. */
export type StretchName = "linear" | "log" | "sqrt" | "squared" | "asinh" | "sinh" | "power" | "powerdist";

/** The default of the parameter `a`, for the stretches that have one. */
export const STRETCH_PARAMETERS = {
  /** `ln(a x + 1) / ln(a + 1)` */
  log: 1000,
  /** `asinh(x / a) / asinh(1 / a)` */
  asinh: 0.1,
  /** `sinh(x / a) / sinh(1 / a)` */
  sinh: 1 / 3,
  /** `xᵃ` */
  power: 3,
  /** `(aˣ − 1) / (a − 1)` */
  powerdist: 1000,
} as const satisfies Partial<Record<StretchName, number>>;

/** A formula by its name, a formula with its parameter, or histogram equalisation. */
export type Stretch =
  | StretchName
  | { readonly kind: keyof typeof STRETCH_PARAMETERS; readonly a: number }
  | {
      /** Every colour is used for the same number of values. */
      readonly kind: "histogram";
      /** A result of `quantiles`. */
      readonly quantiles: ArrayLike<number>;
    };

/** How values are mapped to colours. */
export interface ToneOptions {
  /** Values up to this one get the first colour. */
  readonly min: number;
  /** Values from this one on get the last colour. If it is less than `min`, the colours are reversed. */
  readonly max: number;
  /** Default `"linear"`. */
  readonly stretch?: Stretch | undefined;
  /** The slope of the mapping from stretched values to colours, greater than 0. Default 1. */
  readonly contrast?: number | undefined;
  /** The stretched value that gets the middle colour. Default 0.5. */
  readonly bias?: number | undefined;
}

/**
 * The tone curve: maps `x`, from 0 (`min`) to 1 (`max`), to a position in the colour map, from 0 to 1.
 *
 * @example
 * const place = toneCurve({ min: 0, max: 9, stretch: "asinh" })(0.5);
 */
export function toneCurve(options: ToneOptions): (x: number) => number {
  const { contrast, bias } = turnOf(options);
  const stretched = stretchOf(options);
  return (x) => within((stretched(within(x)) - bias) * contrast + 0.5);
}

/**
 * For each of 256 colours except the first, where it begins, from 0 (`min`) to 1 (`max`). Infinite if it begins before all
 * values or after them.
 *
 * @example
 * const where = levels({ min: 0, max: 9, stretch: { kind: "asinh", a: 0.02 }, contrast: 2 });
 */
export function levels(options: ToneOptions): Float64Array<ArrayBuffer> {
  const { contrast, bias } = turnOf(options);
  const stretched = stretchOf(options);
  return Float64Array.from({ length: 255 }, (_, index) =>
    reaching(stretched, ((index + 1) / 256 - 0.5) / contrast + bias),
  );
}

const FORMULAS: Readonly<Record<StretchName, (x: number, a: number) => number>> = {
  linear: (x) => x,
  log: (x, a) => Math.log1p(a * x) / Math.log1p(a),
  sqrt: (x) => Math.sqrt(x),
  squared: (x) => x ** 2,
  asinh: (x, a) => Math.asinh(x / a) / Math.asinh(1 / a),
  sinh: (x, a) => Math.sinh(x / a) / Math.sinh(1 / a),
  power: (x, a) => x ** a,
  powerdist: (x, a) => (a ** x - 1) / (a - 1),
};

function turnOf(options: ToneOptions): { contrast: number; bias: number } {
  if (typeof options !== "object" || options === null) {
    throw wrong("options", options, "an object with `min` and `max`");
  }
  const { contrast = 1, bias = 0.5 } = options;
  if (!(contrast > 0 && Number.isFinite(bias))) {
    throw new AsdfError(
      "bad-argument",
      `\`contrast\` is more than 0, and \`bias\` a number: got ${contrast} and ${bias}`,
    );
  }
  return { contrast, bias };
}

function stretchOf({ stretch = "linear", min, max }: ToneOptions): (x: number) => number {
  if (typeof stretch === "object" && stretch?.kind === "histogram") {
    if (typeof stretch.quantiles?.length !== "number") {
      throw wrong("quantiles", stretch.quantiles, "a list of numbers");
    }
    return equalizing(stretch.quantiles, min, max);
  }
  const name = typeof stretch === "string" ? stretch : stretch?.kind;
  oneOf("stretch", name ?? null, Object.keys(FORMULAS));
  const formula = Object.hasOwn(FORMULAS, name) ? FORMULAS[name] : undefined;
  if (!formula) {
    throw wrong("stretch", stretch, "the name of a stretch");
  }
  const a = typeof stretch === "object" ? stretch.a : defaultOf(name);
  if (!(a > 0 && a < Number.POSITIVE_INFINITY) || (name === "powerdist" && a === 1)) {
    throw new AsdfError("bad-argument", `the stretch ${name} cannot be drawn with the parameter ${a}`);
  }
  return (x) => formula(x, a);
}

function defaultOf(name: StretchName): number {
  const parameters: Partial<Record<StretchName, number>> = STRETCH_PARAMETERS;
  return parameters[name] ?? 1;
}

/** The fraction of the values between the limits that are less than or equal to a value. */
function equalizing(quantiles: ArrayLike<number>, min: number, max: number): (x: number) => number {
  const below = rank(quantiles, min, (quantile) => quantile < min);
  const share = rank(quantiles, max, (quantile) => quantile <= max) - below;
  return (x) => {
    const value = min + x * (max - min);
    return share > 0 ? within((rank(quantiles, value, (quantile) => quantile <= value) - below) / share) : x;
  };
}

/** The rank of a value among quantiles, from 0 to 1, with interpolation. */
function rank(quantiles: ArrayLike<number>, value: number, isBefore: (quantile: number) => boolean): number {
  let [before, after] = [-1, quantiles.length];
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    const [low, high] = isBefore(quantiles[middle] ?? Number.NaN) ? [middle, after] : [before, middle];
    [before, after] = [low, high];
  }
  const [low, high] = [quantiles[before], quantiles[after]];
  if (low === undefined || high === undefined) {
    return low === undefined ? 0 : 1;
  }
  return (before + (value - low) / (high - low)) / (quantiles.length - 1);
}

/** The least number from 0 to 1 whose stretched value reaches `place`. */
function reaching(stretched: (x: number) => number, place: number): number {
  if (!(stretched(0) < place)) {
    return Number.NEGATIVE_INFINITY;
  }
  if (stretched(1) < place) {
    return Number.POSITIVE_INFINITY;
  }
  let [low, high] = [0, 1];
  for (let middle = 0.5; low < middle && middle < high; middle = (low + high) / 2) {
    if (stretched(middle) < place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

function within(x: number): number {
  return Math.min(Math.max(x, 0), 1);
}
