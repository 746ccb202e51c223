/** An image that is resampled: its pixels by windows, without those that do not count. */
import { type ArrayData, type NdArray, slice, type Wcs } from "asdf-wasm";
import { elementsOf } from "../sections/reading.ts";
import { gridOf, MosaicError, type SkyGrid, type Window } from "./grid.ts";

/** An array that is read by windows: of a file, or in memory. */
export type ImageSource = Pick<NdArray, "shape" | "dtype" | "read"> | ArrayData;

/** An image on the sky. */
export interface SkyImage {
  /** What messages, and the history of files, call it. */
  readonly name?: string | undefined;
  /** An array of the file, or a result of reading one. Of more than two axes, the last two are the image. */
  readonly array: ImageSource;
  /** The index on each axis, for an array of more than two; those of the last two do not matter. By default 0. */
  readonly index?: readonly number[] | undefined;
  /** The WCS of the array, or a grid. */
  readonly wcs: Wcs | SkyGrid | undefined;
  /** Why it has no WCS. */
  readonly problem?: string | undefined;
  readonly unit?: string | undefined;
  /** By what values are multiplied to be in other units. */
  readonly factors?: Readonly<Record<string, number>> | undefined;
  /** The level of the sky, in the unit of the array. */
  readonly background?: number | undefined;
  /** A bit mask of the same shape: pixels with any of these bits do not count. */
  readonly flags?: { readonly array: ImageSource; readonly bits: number } | undefined;
}

/** What the values of an image are. */
export type Levels = Pick<SkyImage, "unit" | "factors" | "background">;

/** The grid of an image. */
export function gridOfImage({ wcs, array, problem }: SkyImage): SkyGrid {
  const [rows = 0, columns = 0] = array.shape.slice(-2);
  if (array.shape.length < 2 || rows * columns === 0) {
    throw new MosaicError("it is no image");
  }
  if ("dtype" in array && typeof array.dtype !== "string") {
    throw new MosaicError("it does not hold numbers");
  }
  if (!wcs) {
    throw new MosaicError(problem ?? "it has no WCS");
  }
  return "toSky" in wcs ? wcs : gridOf(wcs, [rows, columns]);
}

/** Whether numbers of single precision hold its values. */
export function isSingle({ array }: SkyImage): boolean {
  return "dtype" in array
    ? /^(u?int8|u?int16|float16|float32|bool8)$/.test(String(array.dtype))
    : /^(Ui|I)nt(8|16)|^Float32/.test(array.data.constructor.name);
}

/** Whether directions can be turned into pixels. */
export function hasInverse({ wcs }: SkyImage): boolean {
  return wcs !== undefined && ("toSky" in wcs || wcs.invertible);
}

/** How values become comparable: (value − background) × factor. */
export interface Calibrated {
  readonly background: number;
  readonly factor: number;
}

/** The values of a window, row by row: NaN where a pixel is masked, or flagged. */
export async function valuesIn(
  { array, index, flags }: SkyImage,
  window: Window,
  { background, factor }: Calibrated,
  signal: AbortSignal,
): Promise<Float64Array> {
  const { values, mask } = await read(array, index, window, signal);
  const bits = flags ? BigInt(flags.bits) : 0n;
  const words = flags && (await read(flags.array, index, window, signal)).values;
  const found = new Float64Array(window.width * window.height);
  for (let i = 0; i < found.length; i += 1) {
    const word = words?.[i] ?? 0;
    const isOut =
      mask?.[i] === 1 ||
      (typeof word === "bigint" ? (word & bits) !== 0n : (word & (flags?.bits ?? 0)) !== 0);
    found[i] = isOut ? Number.NaN : (Number(values[i]) - background) * factor;
  }
  return found;
}

async function read(
  array: ImageSource,
  index: readonly number[] | undefined,
  { x, y, width, height }: Window,
  signal: AbortSignal,
) {
  const others = array.shape.slice(0, -2).map((_, axis) => index?.[axis] ?? 0);
  if ("read" in array) {
    const selection = [...others, slice(y, y + height), slice(x, x + width)];
    const part = await array.read(selection, { signal });
    if (part.fields) {
      throw new MosaicError("it holds records, not numbers");
    }
    return elementsOf(part);
  }
  const { values, mask } = elementsOf(array);
  const strides = array.stride;
  const first = others.reduce((sum, at, axis) => sum + at * (strides[axis] ?? 0), 0);
  const part = new Float64Array(width * height);
  const masked = mask && new Uint8Array(part.length);
  for (let i = 0, row = 0; row < height; row += 1) {
    let at = first + (y + row) * (strides.at(-2) ?? 0) + x * (strides.at(-1) ?? 0);
    for (let column = 0; column < width; column += 1, i += 1, at += strides.at(-1) ?? 0) {
      part[i] = Number(values[at]);
      if (masked) {
        masked[i] = mask[at] ?? 0;
      }
    }
  }
  return { values: part, mask: masked };
}
