/**
 * `asdf-wasm/image`: arrays as pictures. What to expect of the values (`statistics`), between which of them to show
 * (`interval`), and what that looks like (`render`).
 *
 * These functions take what `NdArray.read` gives, are synchronous, and need the WebAssembly module, which is ready
 * once a file has been opened or `init()` awaited; `COLORMAPS` does not. An array is handed over in pieces, so that
 * WebAssembly memory does not grow with it. Options that make no sense are `TypeError`s and `RangeError`s.
 */

import type { ArrayData, StructData } from "./api/arrays.ts";
import { AsdfError } from "./api/error.ts";
import { COLORMAPS, type ColormapName } from "./picture/colormaps.ts";
import { finiteOf, type Numbers, numbersOf, pieces, sampled } from "./picture/numbers.ts";
import { levels, type ToneOptions } from "./picture/stretch.ts";
import { zscale, zscaleStride } from "./picture/zscale.ts";
import { guard } from "./wasm/failure.ts";
import { reader } from "./wasm/reader.ts";

export * from "./picture/distribution.ts";
export * from "./picture/stretch.ts";
export { COLORMAPS, type ColormapName };

/** What `statistics` finds. Where no value is finite, `min`, `max`, `mean` and `std` are NaN. */
export interface Statistics {
  /** The least finite value. */
  readonly min: number;
  /** The greatest finite value. */
  readonly max: number;
  /** The arithmetic mean of the finite values. */
  readonly mean: number;
  /** Their standard deviation, as numpy's: divided by their number. */
  readonly std: number;
  /** How many values are finite and not masked. */
  readonly count: number;
  /** How many values are NaN and not masked. */
  readonly nan: number;
  /** How many values there are in all. */
  readonly size: number;
}

/** How to choose between which values a picture is drawn. */
export type IntervalOptions = (
  | { readonly kind: "minmax" }
  | {
      readonly kind: "percentile";
      /** One number: that many percent of the values, those in the middle; two: from which percentile to which. */
      readonly percentile: number | readonly [low: number, high: number];
    }
  | {
      /** That of IRAF and DS9, as astropy has it. */
      readonly kind: "zscale";
      /** How much of the slope of the values is followed; default 0.25. Less widens the limits. */
      readonly contrast?: number | undefined;
    }
  | { readonly kind: "manual"; readonly min: number; readonly max: number }
) & {
  /** Look at this many values at most, spread evenly, for a quick first answer. Default: at all. */
  readonly sample?: number | undefined;
};

/** Between which values a picture is drawn. Both are NaN when no value is finite. */
export interface Interval {
  readonly min: number;
  readonly max: number;
  /** Whether it is that of all values, not only of a sample. */
  readonly exact: boolean;
}

/** Options of `render`. */
export interface RenderOptions extends ToneOptions {
  /** What `levels` gave, in place of stretch, contrast and bias. */
  readonly levels?: Float64Array | undefined;
  /** The name of one of the `COLORMAPS`, or 256 colours, red, green and blue in turn. Default `"gray"`. */
  readonly colormap?: ColormapName | Uint8Array | undefined;
  /** Whether the last colour stands for the least values. Default: no. */
  readonly inverted?: boolean | undefined;
  /** The colour of NaN and of masked values: red, green, blue and alpha, 0 to 255. Default: transparent. */
  readonly nan?: readonly [red: number, green: number, blue: number, alpha: number] | undefined;
  /** Where the array's first row is drawn: `"lower"` (the default), as astronomers expect, or `"upper"`. */
  readonly origin?: "lower" | "upper" | undefined;
}

/**
 * Minimum, maximum, mean and so on of the finite values of an array of real numbers that are not masked.
 *
 * @example
 * const { min, max, nan } = statistics(await array.read());
 */
export function statistics(part: ArrayData | StructData): Statistics {
  return statisticsOf(numbersOf(part));
}

/**
 * Limits for drawing an array. Percentiles are exactly those of `numpy.percentile` over the finite values.
 *
 * @example
 * const quick = interval(part, { kind: "percentile", percentile: 99.5, sample: 100_000 });
 * const limits = interval(part, { kind: "percentile", percentile: [1, 99] });
 */
export function interval(part: ArrayData | StructData, options: IntervalOptions): Interval {
  if (options.kind === "manual") {
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
        throw new RangeError(`the contrast of zscale is more than 0: got ${contrast}`);
      }
      const stride = zscaleStride(statisticsOf(numbers).count);
      return { ...zscale(Array.from(finiteOf(numbers, stride), Number), contrast), exact };
    }
    default:
      throw new TypeError(`there is no such interval: expected "minmax", "percentile", "zscale" or "manual"`);
  }
}

/**
 * Draws a two-dimensional array (leading axes of length 1 do not matter), one pixel an element.
 *
 * Where there is no `ImageData`, as in Node, it gives an object that has the same properties.
 *
 * @example
 * const limits = interval(part, { kind: "percentile", percentile: 99.5 });
 * context.putImageData(render(part, { ...limits, stretch: "asinh", colormap: "viridis" }), 0, 0);
 */
export function render(part: ArrayData | StructData, options: RenderOptions): ImageData {
  const numbers = numbersOf(part);
  const { width, height } = numbers;
  if (numbers.size === 0 || numbers.size !== width * height) {
    const shape = `[${part.shape.join(", ")}]`;
    throw new AsdfError(
      "bad-array",
      `an array of shape ${shape} is no picture: select one plane of two axes`,
    );
  }
  const { min, max, colormap = "gray", inverted, nan = [0, 0, 0, 0], origin = "lower" } = options;
  const colors = typeof colormap === "string" ? COLORMAPS[colormap] : colormap;
  if (colors?.length !== 768) {
    throw new TypeError("the colormap is neither the name of one nor 256 times red, green and blue");
  }
  const color = new Uint8Array(Uint8ClampedArray.from(nan));
  if (color.length !== 4) {
    throw new TypeError("the colour of NaN is not red, green, blue and alpha");
  }
  const where = options.levels ?? levels(options);
  const pixels = new Uint8ClampedArray(4 * numbers.size);
  const { Renderer } = reader();
  employ(
    () => new Renderer(numbers.element, min, max, where, inverted ? reversed(colors) : colors, color),
    (renderer) => {
      for (const { start, end, bytes, mask } of pieces(numbers)) {
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

function statisticsOf(numbers: Numbers): Statistics {
  const { Statistics } = reader();
  return employ(
    () => new Statistics(numbers.element),
    (found) => {
      for (const { bytes, mask } of pieces(numbers)) {
        found.add(bytes, mask);
      }
      return found.summary();
    },
  );
}

function percentilesOf(numbers: Numbers, percentiles: readonly number[]): Float64Array {
  const { Percentiles } = reader();
  return employ(
    () => new Percentiles(numbers.element, Float64Array.from(percentiles)),
    (found) => {
      do {
        for (const { bytes, mask } of pieces(numbers)) {
          found.add(bytes, mask);
        }
      } while (found.nextPass());
      return found.values();
    },
  );
}

/** Makes an operation of the engine, uses it and frees it; its failures come out as `AsdfError`s. */
function employ<T extends { free(): void }, R>(make: () => T, use: (operation: T) => R): R {
  return guard(() => {
    const operation = make();
    try {
      return use(operation);
    } finally {
      operation.free();
    }
  });
}

/** From which percentile to which; one number stands for that many percent in the middle, as in astropy. */
function limitsOf(percentile: number | readonly [number, number]): readonly [number, number] {
  const low = typeof percentile === "number" ? (100 - percentile) * 0.5 : percentile[0];
  const high = typeof percentile === "number" ? 100 - low : percentile[1];
  if (!(low >= 0 && low <= high && high <= 100)) {
    throw new RangeError(`percentiles go from 0 to 100, upwards: got ${percentile}`);
  }
  return [low, high];
}

/** The colours in the opposite order. */
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
