/** Arrays that are computed while they are read: a run of rows at a time, so that their size does not matter. */
import { type ArrayData, type ReadOptions, type Selection, type Slice, slice } from "asdf-wasm";
import { lengthOf } from "../elements/shapes.ts";
import type { ReadableArray } from "./section.ts";

const ROOMS = { int32: Int32Array, float32: Float32Array, float64: Float64Array } as const;
export type MemoryName = keyof typeof ROOMS;
export type Memory = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** What a run selects: starts, stops and steps are numbers, and steps positive. */
export type Part = readonly (number | { readonly [Of in keyof Slice]: number })[];

/** Computes the elements of a part; `mask` is there if some may be missing. */
type Fill = (
  part: Part,
  into: { readonly values: Memory; readonly mask: Uint8Array<ArrayBuffer> | undefined },
  options: Pick<ReadOptions, "signal">,
) => Promise<void>;

interface Computed extends Pick<ReadableArray, "shape" | "compression"> {
  readonly dtype: MemoryName;
  /** Bytes read for it. */
  readonly nbytes: number;
  readonly masked: boolean;
  /** How many elements are computed at a time. */
  readonly run: number;
  readonly fill: Fill;
}

export function computedArray(computed: Computed): ReadableArray {
  const { shape, dtype, nbytes, masked } = computed;
  return {
    ...{ shape, dtype, nbytes, masked, size: lengthOf(shape) },
    get compression() {
      return computed.compression;
    },
    read: (selection, options) => read(computed, selection, options),
  };
}

async function read(
  { shape: whole, dtype, nbytes, masked, run, fill }: Computed,
  selection: Selection,
  { signal, onProgress, onRows }: ReadOptions,
): Promise<ArrayData> {
  const { shape, runs } = runsOf(whole, selection, run);
  const [total = 1] = shape;
  const values = new ROOMS[dtype](lengthOf(shape));
  const mask = masked ? new Uint8Array(values.length) : undefined;
  const rowLength = values.length / total;
  for (const { start, stop, part } of runs) {
    const range = [start * rowLength, stop * rowLength] as const;
    const into = { values: values.subarray(...range), mask: mask?.subarray(...range) };
    await fill(part, into, { signal });
    onProgress?.({ phase: "read", loaded: (nbytes / total) * stop, total: nbytes });
    onRows?.({ start, stop, total, ...dense(into.values, [stop - start, ...shape.slice(1)], into.mask) });
  }
  return dense(values, shape, mask);
}

function dense(data: Memory, shape: readonly number[], mask: Uint8Array<ArrayBuffer> | undefined): ArrayData {
  const stride = shape.map((_, axis) => lengthOf(shape.slice(axis + 1)));
  return { data, shape, stride, ...(mask && { mask }) };
}

interface Run {
  /** Rows of the result. */
  readonly start: number;
  readonly stop: number;
  readonly part: Part;
}

/** The shape that a selection keeps, and the selection cut along the first axis that it keeps. Steps are positive. */
function runsOf(
  whole: readonly number[],
  selection: Selection,
  run: number,
): { shape: number[]; runs: Run[] } {
  const part = whole.map((length, axis) => {
    const chosen = selection[axis] ?? null;
    if (typeof chosen === "number") {
      return chosen;
    }
    const { start, stop, step } = chosen ?? slice(null);
    return { start: start ?? 0, stop: stop ?? length, step: step ?? 1 };
  });
  const kept = part.flatMap((span, axis) => (typeof span === "number" ? [] : [{ axis, ...span }]));
  const shape = kept.map(countOf);
  const [first] = kept;
  const [rows = 0, ...columns] = shape;
  if (!first) {
    return { shape, runs: [{ start: 0, stop: 1, part }] };
  }
  const each = Math.max(1, Math.floor(run / Math.max(1, lengthOf(columns))));
  const runs: Run[] = [];
  for (let start = 0; start < rows; start += each) {
    const stop = Math.min(start + each, rows);
    const from = first.start + start * first.step;
    const rowsOfRun = { start: from, stop: first.start + (stop - 1) * first.step + 1, step: first.step };
    runs.push({ start, stop, part: part.with(first.axis, rowsOfRun) });
  }
  return { shape, runs };
}

/** How many indices a span has. */
export function countOf({ start, stop, step }: { readonly [Of in keyof Slice]: number }): number {
  return Math.max(0, Math.ceil((stop - start) / step));
}
