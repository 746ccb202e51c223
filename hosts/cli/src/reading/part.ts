/** A part of an array, read slab by slab in C order, so that never much of it is in memory. */

import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import { slabsOf } from "@asdf-wasm/science/export/content";
import {
  type ArrayData,
  type Datatype,
  type ImagePart,
  type NdArray,
  type Selection,
  type StructData,
  slice,
} from "asdf-wasm";
import { misuse } from "../exit.ts";
import type { RecordField } from "./column.ts";
import type { ArrayTarget } from "./target.ts";

/** Elements that are read at a time. */
const SLAB = 2 ** 21;

/** The indices of one axis that a selection takes. */
interface Axis {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  /** Whether it is one index, which drops the axis. */
  readonly isDropped: boolean;
}

export interface Span {
  readonly start: number;
  readonly stop: number;
}

export class Part {
  readonly path: string;
  readonly array: NdArray;
  /** The axes of the array. */
  readonly axes: readonly Axis[];
  readonly #field: RecordField | undefined;

  /** `lengths`: how much is taken of each axis that the selection leaves open; by default all of it. */
  constructor(
    { path, node, selection, column }: Pick<ArrayTarget, "path" | "node" | "selection" | "column">,
    lengths: readonly number[] = node.shape,
  ) {
    this.path = path;
    this.array = node;
    this.#field = column?.field;
    this.axes = node.shape.map((length, axis) => {
      const entry = selection[axis];
      return entry == null ? axisOf(null, lengths[axis] ?? length, axis) : axisOf(entry, length, axis);
    });
  }

  /** The type of its elements; for a column of records, the type of its values. */
  get dtype(): Datatype {
    return this.#field?.dtype ?? this.array.dtype;
  }

  /** The lengths of the axes that are kept. */
  get shape(): readonly number[] {
    return [...this.#kept, ...(this.#field?.shape ?? [])];
  }

  get #kept(): readonly number[] {
    return this.axes.flatMap(({ count, isDropped }) => (isDropped ? [] : [count]));
  }

  get size(): number {
    return lengthOf(this.shape);
  }

  /** The bytes that are read: records are stored as a whole. */
  get nbytes(): number {
    return (lengthOf(this.#kept) * this.array.nbytes) / Math.max(this.array.size, 1);
  }

  /** As the package names parts of images. */
  asImage(): ImagePart {
    return {
      axes: this.axes.flatMap(({ start, step, count, isDropped }, axis) =>
        isDropped ? [] : [{ axis, start, step, length: count }],
      ),
      index: this.axes.map(({ start }) => start),
    };
  }

  /** The selection of spans of the kept axes; all of them without spans. */
  selection(spans?: readonly Span[]): Selection {
    let kept = -1;
    return this.axes.map(({ start, step, count, isDropped }) => {
      if (isDropped) {
        return start;
      }
      kept += 1;
      const span = spans?.[kept] ?? { start: 0, stop: count };
      // Just behind the last index: further on it could be outside of the array, and -1 would be its last element.
      const behind = start + step * (span.stop - 1) + Math.sign(step);
      return span.stop > span.start
        ? slice(start + step * span.start, behind < 0 ? null : behind, step)
        : slice(0, 0);
    });
  }

  /** All elements in order. */
  async *slabs(
    options: { readonly float16?: "bits" } = {},
    onProgress?: (progress: { loaded: number; total: number }) => void,
  ): AsyncGenerator<ArrayData | StructData> {
    const total = this.nbytes;
    const all = Math.max(lengthOf(this.#kept), 1);
    const inEach = Math.max(lengthOf(this.#field?.shape ?? []), 1);
    let loaded = 0;
    for (const spans of slabsOf(this.#kept, Math.max(1, Math.floor(SLAB / inEach)))) {
      yield await this.read(this.selection(spans), options);
      const read = lengthOf(spans.map(({ start, stop }) => stop - start));
      loaded += (total * read) / all;
      onProgress?.({ loaded, total });
    }
  }

  async read(
    selection = this.selection(),
    options: { readonly float16?: "bits" } = {},
  ): Promise<ArrayData | StructData> {
    const names = this.#field?.names ?? [];
    let part: ArrayData | StructData = await this.array.read(selection, {
      ...options,
      ...(names.length > 0 && { fields: names.slice(0, 1) }),
    });
    for (const name of names) {
      part = part.fields?.[name] ?? part;
    }
    return part;
  }
}

function axisOf(entry: Selection[number], length: number, axis: number): Axis {
  const outside = (what: string) =>
    misuse(`${what} is outside of axis ${axis}, which has ${length} elements`);
  if (typeof entry === "number") {
    const index = entry < 0 ? entry + length : entry;
    if (index < 0 || index >= length) {
      throw outside(`the index ${entry}`);
    }
    return { start: index, step: 1, count: 1, isDropped: true };
  }
  const step = entry?.step ?? 1;
  if (step === 0) {
    throw misuse(`the step of axis ${axis} is 0`);
  }
  const absolute = (bound: number) => (bound < 0 ? bound + length : bound);
  const [first, behind] = step > 0 ? [0, length] : [length - 1, -1];
  const start = entry?.start == null ? first : absolute(entry.start);
  const stop = entry?.stop == null ? behind : absolute(entry.stop);
  if (start < 0 || start > length || stop < -1 || stop > length) {
    throw outside(`the range ${entry?.start ?? ""}:${entry?.stop ?? ""}`);
  }
  return { start, step, count: Math.max(0, Math.ceil((stop - start) / step)), isDropped: false };
}
