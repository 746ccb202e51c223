/**
 * The difference or the ratio of two arrays, element by element, as an array that is computed while it is read: a run of rows at a
 * time, so that its size does not matter. NaN and infinities follow IEEE 754; an element that is masked in either array is masked.
 */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { isPlain } from "@asdf-wasm/science/elements/pixels";
import { isSameShape, lengthOf } from "@asdf-wasm/science/elements/shapes";
import type { PlaneValues } from "@asdf-wasm/science/elements/values";
import { elementsOf } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import { type ArrayData, type NdArray, type ReadOptions, type Selection, slice } from "asdf-wasm";
import type { Computation } from "../../protocol/images/compare.ts";

/** The elements computed at a time. */
const RUN = 2 ** 20;

type Room = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;
type RoomName = "int32" | "float32" | "float64";

const ROOMS = { int32: Int32Array, float32: Float32Array, float64: Float64Array } as const;
/** Integers whose differences are exact in 32 bits with a sign. */
const SHORT = /^(bool8|u?int(8|16))$/;
const SINGLE = /^float(16|32)$/;

/** Throws a sentence for arrays of which this cannot be computed. */
export function computed(computation: Computation, one: NdArray, other: NdArray): ReadableArray {
  for (const { dtype } of [one, other]) {
    if (typeof dtype !== "string") {
      throw new TypeError(`the ${computation} needs two arrays of numbers`);
    }
    if (isComplex(dtype)) {
      throw new TypeError(
        `the ${computation} of complex numbers is not computed here: blink the arrays, or put them side by side`,
      );
    }
  }
  if (!isSameShape(one.shape, other.shape)) {
    const shapes = [one, other].map(({ shape }) => shape.join(" × ")).join(" and ");
    throw new RangeError(
      `the ${computation} needs arrays of one shape, and these have ${shapes}: put them side by side, or blink them matched on the sky`,
    );
  }
  const dtype = typeOf(computation, String(one.dtype), String(other.dtype));
  return {
    shape: one.shape,
    size: one.size,
    dtype,
    nbytes: one.nbytes + other.nbytes,
    get compression() {
      const both = [one.compression, other.compression];
      return (
        both.find((compression) => compression !== null) ?? (both.includes(undefined) ? undefined : null)
      );
    },
    read: (selection, options) => readBoth(computation, dtype, [one, other], selection, options),
  };
}

function typeOf(computation: Computation, one: string, other: string): RoomName {
  if (SINGLE.test(one) && SINGLE.test(other)) {
    return "float32";
  }
  if (SHORT.test(one) && SHORT.test(other)) {
    return computation === "difference" ? "int32" : "float64";
  }
  const isSmall = (type: string) => SINGLE.test(type) || SHORT.test(type);
  return isSmall(one) && isSmall(other) ? "float32" : "float64";
}

async function readBoth(
  computation: Computation,
  dtype: RoomName,
  [one, other]: readonly [NdArray, NdArray],
  selection: Selection,
  { signal, onProgress, onRows }: ReadOptions,
): Promise<ArrayData> {
  const { shape, runs } = runsOf(one.shape, selection);
  const [total = 1] = shape;
  const values = new ROOMS[dtype](lengthOf(shape));
  const mask = one.masked || other.masked ? new Uint8Array(values.length) : undefined;
  const rowLength = values.length / total;
  for (const { start, stop, part } of runs) {
    const [left, right] = [await one.read(part, { signal }), await other.read(part, { signal })];
    if (left.fields || right.fields) {
      throw new TypeError(`the ${computation} needs two arrays of numbers`);
    }
    const range = [start * rowLength, stop * rowLength] as const;
    const room = values.subarray(...range);
    combine(computation, elementsOf(left).values, elementsOf(right).values, room);
    const masked = mask?.subarray(...range);
    masked?.forEach((_, i) => {
      masked[i] = (left.mask?.[i] ?? 0) | (right.mask?.[i] ?? 0);
    });
    onProgress?.({ phase: "read", loaded: (one.nbytes / total) * stop, total: one.nbytes });
    onRows?.({ start, stop, total, ...dense(room, [stop - start, ...shape.slice(1)], masked) });
  }
  return dense(values, shape, mask);
}

function dense(data: Room, shape: readonly number[], mask: Uint8Array<ArrayBuffer> | undefined): ArrayData {
  const stride = shape.map((_, axis) => lengthOf(shape.slice(axis + 1)));
  return { data, shape, stride, ...(mask && { mask }) };
}

function combine(computation: Computation, one: PlaneValues, other: PlaneValues, room: Room): void {
  if (computation === "ratio") {
    for (let i = 0; i < room.length; i += 1) {
      room[i] = Number(one[i]) / Number(other[i]);
    }
  } else if (isPlain(one) && isPlain(other)) {
    for (let i = 0; i < room.length; i += 1) {
      room[i] = (one[i] ?? 0) - (other[i] ?? 0);
    }
  } else {
    // Exact before it is rounded once.
    for (let i = 0; i < room.length; i += 1) {
      const [left = 0, right = 0] = [one[i], other[i]];
      const isWhole = typeof left === "bigint" && typeof right === "bigint";
      room[i] = isWhole ? Number(left - right) : Number(left) - Number(right);
    }
  }
}

interface Run {
  /** Rows of the result. */
  readonly start: number;
  readonly stop: number;
  readonly part: Selection;
}

/** The shape that a selection keeps, and the selection cut along the first axis that it keeps. Steps are positive. */
function runsOf(whole: readonly number[], selection: Selection): { shape: number[]; runs: Run[] } {
  const spans = whole.map((length, axis) => {
    const chosen = selection[axis] ?? null;
    if (typeof chosen === "number") {
      return chosen;
    }
    const { start, stop, step } = chosen ?? { start: null, stop: null, step: null };
    return { start: start ?? 0, stop: stop ?? length, step: step ?? 1 };
  });
  const kept = spans.flatMap((span, axis) => (typeof span === "number" ? [] : [{ axis, ...span }]));
  const shape = kept.map(({ start, stop, step }) => Math.max(0, Math.ceil((stop - start) / step)));
  const part = spans.map((span) =>
    typeof span === "number" ? span : slice(span.start, span.stop, span.step),
  );
  const [first] = kept;
  const [rows = 0, ...columns] = shape;
  if (!first) {
    return { shape, runs: [{ start: 0, stop: 1, part }] };
  }
  const each = Math.max(1, Math.floor(RUN / Math.max(1, lengthOf(columns))));
  const runs: Run[] = [];
  for (let start = 0; start < rows; start += each) {
    const stop = Math.min(start + each, rows);
    const from = first.start + start * first.step;
    const rowsOfRun = slice(from, first.start + (stop - 1) * first.step + 1, first.step);
    runs.push({ start, stop, part: part.with(first.axis, rowsOfRun) });
  }
  return { shape, runs };
}
