/**
 * `asdf-wasm/image`: arrays as pictures. What to expect of the values (`statistics`), between which of them to show
 * (`interval`), and what that looks like (`render`).
 *
 * These functions take what `NdArray.read` gives, are synchronous, and need the WebAssembly module, which is ready
 * once a file has been opened or `init()` awaited; `COLORMAPS` does not. An array is handed over in pieces, so that
 * WebAssembly memory does not grow with it. Options that make no sense are `TypeError`s and `RangeError`s.
 */
import { COLORMAPS, type ColormapName } from "./colormaps.ts";
import { engine } from "./engine.ts";
import { AsdfError, guard } from "./error.ts";
import { levels, type ToneOptions } from "./stretch.ts";
import type { ArrayData, StructData } from "./types.ts";

export * from "./stretch.ts";
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
    default:
      throw new TypeError(`there is no such interval: expected "minmax", "percentile" or "manual"`);
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
  const { Renderer } = engine();
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

/** An array as the engine takes it. */
interface Numbers {
  /** The standard's name of the type. */
  readonly element: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty when nothing is masked. */
  readonly mask: Uint8Array;
  readonly size: number;
  /** The lengths of the last axis and of the one before. */
  readonly width: number;
  readonly height: number;
}

const ELEMENTS = new Map([
  ["Int8Array", "int8"],
  ["Int16Array", "int16"],
  ["Int32Array", "int32"],
  ["BigInt64Array", "int64"],
  ["Uint8Array", "uint8"],
  ["Uint8ClampedArray", "uint8"],
  ["Uint16Array", "uint16"],
  ["Uint32Array", "uint32"],
  ["BigUint64Array", "uint64"],
  ["Float32Array", "float32"],
  ["Float64Array", "float64"],
]);

function numbersOf({ data, shape, mask, fields }: ArrayData | StructData): Numbers {
  if (fields) {
    const names = Object.keys(fields).join(", ");
    throw new AsdfError(
      "unsupported-datatype",
      `records cannot be drawn: take one of their fields, ${names}`,
    );
  }
  const element = ArrayBuffer.isView(data) ? ELEMENTS.get(data[Symbol.toStringTag]) : undefined;
  if (!ArrayBuffer.isView(data) || element === undefined) {
    const message = "only arrays of real numbers of at most 64 bits can be drawn";
    throw new AsdfError("unsupported-datatype", message);
  }
  const size = shape.reduce((product, length) => product * length, 1);
  if (data.length === 2 * size && size > 0) {
    const message = "complex numbers cannot be drawn: take their real part, modulus or argument";
    throw new AsdfError("unsupported-datatype", message);
  }
  if (data.length !== size || (mask && mask.length !== size)) {
    const message = `the shape [${shape.join(", ")}] does not have as many elements as the data, ${data.length}, or the mask`;
    throw new AsdfError("bad-array", message);
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const [height = 1, width = 1] = [shape.at(-2), shape.at(-1)];
  return { element, bytes, mask: mask ?? new Uint8Array(), size, width, height };
}

const PIECE_BYTES = 2 ** 20;

/** The array cut into pieces that are handed over one at a time. */
function* pieces({ bytes, mask, size }: Numbers) {
  const elementSize = bytes.length / size;
  const step = PIECE_BYTES / elementSize;
  for (let start = 0; start < size; start += step) {
    const end = Math.min(start + step, size);
    const piece = bytes.subarray(start * elementSize, end * elementSize);
    yield { start, end, bytes: piece, mask: mask.subarray(start, end) };
  }
}

function statisticsOf(numbers: Numbers): Statistics {
  const { Statistics } = engine();
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
  const { Percentiles } = engine();
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

/**
 * At most `most` of the elements, every so-many-th. Step and row length share no factor, or the sample would see
 * some columns only.
 */
function sampled(numbers: Numbers, most: number): Numbers {
  if (!(most >= 1)) {
    throw new RangeError(`a sample has at least one value: got ${most}`);
  }
  if (numbers.size <= most) {
    return numbers;
  }
  let step = Math.ceil(numbers.size / most);
  while (commonDivisor(step, numbers.width) > 1) {
    step += 1;
  }
  const elementSize = numbers.bytes.length / numbers.size;
  const size = Math.ceil(numbers.size / step);
  const bytes = everyNth(numbers.bytes, elementSize, step);
  const mask = everyNth(numbers.mask, 1, step);
  return { ...numbers, bytes, mask, size, width: size, height: 1 };
}

/** Every `step`-th element of so many bytes each. */
function everyNth(bytes: Uint8Array, elementSize: number, step: number): Uint8Array<ArrayBuffer> {
  const stride = elementSize * step;
  const taken = new Uint8Array(elementSize * Math.ceil(bytes.length / stride));
  for (let to = 0, from = 0; to < taken.length; to += elementSize, from += stride) {
    for (let i = 0; i < elementSize; i += 1) {
      taken[to + i] = bytes[from + i] ?? 0;
    }
  }
  return taken;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
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
