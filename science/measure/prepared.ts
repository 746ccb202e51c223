/** What callers say of a measurement, as the measuring takes it. */
import type { NdArray } from "asdf-wasm";
import type { ComplexPart } from "../elements/values.ts";
import type { RegionShape } from "../regions/region.ts";
import { check, type Measuring, Reader, type Source } from "./reading.ts";
import type { Tiles } from "./regionStatistics.ts";

/** Which plane of an array is measured, and which pixels of it count. */
export interface MeasureOptions {
  /** The axes of y and x; by default the last two. */
  readonly axes?: readonly [y: number, x: number] | undefined;
  /** The index on each of the other axes, in an array with a number for every axis; by default 0. */
  readonly index?: readonly number[] | undefined;
  /** What is measured of complex numbers; by default their amplitude. */
  readonly part?: ComplexPart | undefined;
  /** A bit mask of the same shape: pixels with any of these bits do not count. */
  readonly flags?: { readonly array: NdArray; readonly bits: number } | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

export function prepared(array: NdArray, shape: RegionShape, options: MeasureOptions) {
  const { part = "amplitude", signal = new AbortController().signal } = options;
  const axes = options.axes ?? [...array.shape.keys()].slice(-2);
  const section = { axes, index: options.index ?? array.shape.map(() => 0) };
  const chosen = options.flags && { bits: options.flags.bits };
  const measuring: Measuring = { section, part, shape, flags: chosen, all: true };
  // Nothing is read beyond the region: there is no next measurement that would find it here.
  const data: Source = { path: "the array", array, isRemote: true };
  const flags: Source | undefined = options.flags && {
    ...data,
    path: "the bit mask",
    array: options.flags.array,
  };
  check({ data, flags }, measuring);
  const tiles = (): Tiles => {
    const reader = new Reader();
    return (bounds) => reader.tiles({ data, flags }, measuring, bounds, signal);
  };
  return { data, flags, measuring, signal, tiles };
}
