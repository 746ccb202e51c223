/**
 * `asdf-wasm/image`: arrays as pictures. `statistics` describes the values, `interval` chooses the limits between which they
 * are shown, `shrink` makes them fewer, `render` converts them to pixels.
 *
 * These functions are synchronous and take results of `NdArray.read`. They need the WebAssembly module, which is loaded once
 * a file has been opened or `init()` awaited; `COLORMAPS` does not need it. An array is passed to the module in chunks, so that
 * WebAssembly memory does not grow with its size. Every failure is an `AsdfError`; invalid options have the code
 * `bad-argument`.
 */

import { checkSpelling, type OptionNames, oneOf, wrong } from "./api/arguments/checks.ts";
import type { ArrayData, StructData } from "./api/arrays.ts";
import { AsdfError } from "./api/error.ts";
import { COLORMAPS, type ColormapName } from "./picture/colormaps.ts";
import { chunksOf, finiteOf, type Numbers, numbersOf, planeOf, sampled } from "./picture/numbers.ts";
import { levels, type ToneOptions } from "./picture/stretch.ts";
import { zscale, zscaleStride } from "./picture/zscale.ts";
import { guard } from "./wasm/failure.ts";
import { reader } from "./wasm/reading.ts";

export * from "./picture/distribution.ts";
export * from "./picture/shrink.ts";
export * from "./picture/stretch.ts";
export { AsdfError, COLORMAPS, type ColormapName };

/** The result of `statistics`. If no value is finite, `min`, `max`, `mean` and `std` are NaN. */
export interface Statistics {
  /** The least finite value. */
  readonly min: number;
  /** The greatest finite value. */
  readonly max: number;
  /** The arithmetic mean of the finite values. */
  readonly mean: number;
  /** Their population standard deviation, as in numpy. */
  readonly std: number;
  /** The number of values that are finite and not masked. */
  readonly count: number;
  /** The number of values that are NaN and not masked. */
  readonly nan: number;
  /** The number of all values. */
  readonly size: number;
}

/** How to choose the limits of a picture. */
export type IntervalOptions = (
  | { readonly kind: "minmax" }
  | {
      readonly kind: "percentile";
      /** One number: the central percentage of the values; two numbers: the lower and the upper percentile. */
      readonly percentile: number | readonly [low: number, high: number];
    }
  | {
      /** The algorithm of IRAF and DS9, as in astropy. */
      readonly kind: "zscale";
      /** The contrast of the algorithm, default 0.25. A smaller contrast widens the limits. */
      readonly contrast?: number | undefined;
    }
  | { readonly kind: "manual"; readonly min: number; readonly max: number }
) & {
  /** The maximum number of values to use, evenly spread, for a quick estimate. Default: all. */
  readonly sample?: number | undefined;
};

/** The limits of a picture. Both are NaN if no value is finite. */
export interface Interval {
  readonly min: number;
  readonly max: number;
  /** Whether all values were used, not only a sample. */
  readonly exact: boolean;
}

/** Options of `render`. */
export interface RenderOptions extends ToneOptions {
  /** A result of `levels`, instead of stretch, contrast and bias. */
  readonly levels?: Float64Array | undefined;
  /** The name of one of the `COLORMAPS`, or 256 colours of three bytes each: red, green and blue. Default `"gray"`. */
  readonly colormap?: ColormapName | Uint8Array | undefined;
  /** Whether to reverse the colour map. Default false. */
  readonly inverted?: boolean | undefined;
  /** The colour of NaN and of masked values: red, green, blue and alpha, 0 to 255. Default: transparent. */
  readonly nan?: readonly [red: number, green: number, blue: number, alpha: number] | undefined;
  /** Where the first row is drawn: `"lower"` (at the bottom; the default, as in astronomy) or `"upper"`. */
  readonly origin?: "lower" | "upper" | undefined;
}

/**
 * Minimum, maximum, mean and other statistics of the finite values of an array of real numbers; masked values are excluded.
 *
 * @example
 * const { min, max, nan } = statistics(await array.read());
 */
export function statistics(part: ArrayData | StructData): Statistics {
  return statisticsOf(numbersOf(part));
}

const INTERVAL = { kind: true, percentile: true, contrast: true, sample: true, min: true, max: true };
const RENDER: OptionNames<RenderOptions> = {
  ...{ min: true, max: true, stretch: true, contrast: true, bias: true },
  ...{ colormap: true, inverted: true, nan: true, origin: true, levels: true },
};

/**
 * Chooses limits for drawing an array. Percentiles equal `numpy.percentile` over the finite values exactly.
 *
 * @example
 * const quick = interval(part, { kind: "percentile", percentile: 99.5, sample: 100_000 });
 * const limits = interval(part, { kind: "percentile", percentile: [1, 99] });
 */
export function interval(part: ArrayData | StructData, options: IntervalOptions): Interval {
  checkSpelling(options, INTERVAL, "interval()");
  if (options.kind === "manual") {
    checkNumber("min", options.min);
    checkNumber("max", options.max);
    return { min: options.min, max: options.max, exact: true };
  }
  const all = numbersOf(part);
  const numbers = options.sample === undefined ? all : sampled(all, options.sample);
  const exact = numbers.size === all.size;
  switch (options.kind) {
    case "minmax": {
      const { min, max } = statisticsOf(numbers);
      return { min, max, exact };
    }
    case "percentile": {
      const [min = Number.NaN, max = Number.NaN] = percentilesOf(numbers, limitsOf(options.percentile));
      return { min, max, exact };
    }
    case "zscale": {
      const { contrast = 0.25 } = options;
      if (!(contrast > 0)) {
        throw wrong("contrast", contrast, "a number more than 0");
      }
      const stride = zscaleStride(statisticsOf(numbers).count);
      return { ...zscale(Array.from(finiteOf(numbers, stride), Number), contrast), exact };
    }
    default:
      oneOf("kind", (options as { kind?: unknown }).kind ?? null, [
        "minmax",
        "percentile",
        "zscale",
        "manual",
      ]);
      throw wrong("options", options, "an object with a `kind`");
  }
}

/**
 * Draws a two-dimensional array (leading axes of length 1 are ignored), one pixel per element.
 *
 * If there is no `ImageData`, as in Node, it returns an object with the same properties.
 *
 * @example
 * const limits = interval(part, { kind: "percentile", percentile: 99.5 });
 * context.putImageData(render(part, { ...limits, stretch: "asinh", colormap: "viridis" }), 0, 0);
 */
export function render(part: ArrayData | StructData, options: RenderOptions): ImageData {
  checkSpelling(options, RENDER, "render()");
  checkNumber("min", options.min);
  checkNumber("max", options.max);
  const numbers = planeOf(part);
  const { width, height } = numbers;
  const { min, max, colormap = "gray", inverted, nan = [0, 0, 0, 0], origin = "lower" } = options;
  if (typeof colormap === "string") {
    oneOf("colormap", colormap, Object.keys(COLORMAPS));
  }
  const colors = typeof colormap === "string" ? COLORMAPS[colormap] : colormap;
  if (colors?.length !== 768) {
    throw wrong("colormap", colormap, "the name of one of `COLORMAPS`, or 256 times red, green and blue");
  }
  if (nan?.length !== 4) {
    throw wrong("nan", nan, "red, green, blue and alpha, each from 0 to 255");
  }
  oneOf("origin", origin, ["lower", "upper"]);
  const color = new Uint8Array(Uint8ClampedArray.from(nan));
  const where = options.levels ?? levels(options);
  const pixels = new Uint8ClampedArray(4 * numbers.size);
  const { Renderer } = reader();
  withObject(
    () => new Renderer(numbers.element, min, max, where, inverted ? reversed(colors) : colors, color),
    (renderer) => {
      for (const { start, end, bytes, mask } of chunksOf(numbers)) {
        renderer.render(bytes, mask, new Uint8Array(pixels.buffer, 4 * start, 4 * (end - start)));
      }
    },
  );
  if (origin === "lower") {
    turnOver(pixels, 4 * width);
  }
  return typeof ImageData === "undefined"
    ? { data: pixels, width, height, colorSpace: "srgb" }
    : new ImageData(pixels, width, height);
}

/** Limits may be infinite, and are NaN for an array without values. */
function checkNumber(name: string, value: unknown): void {
  if (typeof value !== "number") {
    throw wrong(name, value, "a number");
  }
}

function statisticsOf(numbers: Numbers): Statistics {
  const { Statistics } = reader();
  return withObject(
    () => new Statistics(numbers.element),
    (found) => {
      for (const { bytes, mask } of chunksOf(numbers)) {
        found.add(bytes, mask);
      }
      return found.summary();
    },
  );
}

function percentilesOf(numbers: Numbers, percentiles: readonly number[]): Float64Array {
  const { Percentiles } = reader();
  return withObject(
    () => new Percentiles(numbers.element, Float64Array.from(percentiles)),
    (found) => {
      do {
        for (const { bytes, mask } of chunksOf(numbers)) {
          found.add(bytes, mask);
        }
      } while (found.nextPass());
      return found.values();
    },
  );
}

/** Makes an object of the WebAssembly module, uses it and frees it. Failures become `AsdfError`s. */
function withObject<T extends { free(): void }, R>(make: () => T, use: (operation: T) => R): R {
  return guard(() => {
    const operation = make();
    try {
      return use(operation);
    } finally {
      operation.free();
    }
  });
}

/** The lower and the upper percentile; one number is the central percentage, as in astropy. */
function limitsOf(percentile: number | readonly [number, number]): readonly [number, number] {
  if (typeof percentile !== "number" && percentile?.length !== 2) {
    throw wrong("percentile", percentile, "a number, or two upwards, from 0 to 100");
  }
  const low = typeof percentile === "number" ? (100 - percentile) * 0.5 : percentile[0];
  const high = typeof percentile === "number" ? 100 - low : percentile[1];
  if (!(low >= 0 && low <= high && high <= 100)) {
    throw wrong("percentile", percentile, "a number, or two upwards, from 0 to 100");
  }
  return [low, high];
}

/** The colours in reverse order. */
function reversed(colors: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(colors, (_, i) => colors[colors.length - 3 - i + 2 * (i % 3)] ?? 0);
}

/** Reverses the order of the rows. */
function turnOver(pixels: Uint8ClampedArray, rowLength: number): void {
  for (let top = 0, bottom = pixels.length - rowLength; top < bottom; top += rowLength, bottom -= rowLength) {
    const row = pixels.slice(top, top + rowLength);
    pixels.copyWithin(top, bottom, bottom + rowLength);
    pixels.set(row, bottom);
  }
}
