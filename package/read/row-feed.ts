/** Passes on the rows of a result while it is read. */
import type { ArrayData, ArrayValues, Rows } from "../api/arrays.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";

/** A result that is being read. */
interface Result {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

/** Delivers the rows of a result as they are finished. */
export class RowFeed {
  readonly #onRows: (rows: Rows) => void;
  readonly #values: (bytes: Uint8Array<ArrayBuffer>, count: number) => ArrayValues;
  /** The number of rows delivered so far. */
  #delivered = 0;

  /** `values` converts the bytes of `count` elements. */
  constructor(
    onRows: (rows: Rows) => void,
    values: (bytes: Uint8Array<ArrayBuffer>, count: number) => ArrayValues,
  ) {
    this.#onRows = onRows;
    this.#values = values;
  }

  /** Delivers the rows up to the first unfinished element. */
  advance({ bytes, shape, mask }: Result, elements: number): void {
    const item = bytes.length / sizeOf(shape);
    const values = (from: number, to: number) =>
      this.#values(bytes.subarray(from * item, to * item), to - from);
    this.#deliver(elements, shape, values, mask);
  }

  /** Delivers the remaining rows. */
  end({ data, shape, mask }: ArrayData): void {
    const perElement = data.length / sizeOf(shape);
    const values = (from: number, to: number): ArrayValues =>
      Array.isArray(data) ? data.slice(from, to) : data.subarray(from * perElement, to * perElement);
    this.#deliver(Infinity, shape, values, mask);
  }

  #deliver(
    elements: number,
    shape: readonly number[],
    values: (from: number, to: number) => ArrayValues,
    mask: Uint8Array<ArrayBuffer> | undefined,
  ): void {
    const size = sizeOf(shape);
    const row = shape.slice(1).slice(-1);
    const length = sizeOf(row);
    const start = this.#delivered;
    const stop = Math.floor(Math.min(elements, size) / length);
    if (stop <= start) {
      return;
    }
    this.#delivered = stop;
    const [from, to] = [start * length, stop * length];
    const own = [stop - start, ...row];
    this.#onRows({
      data: values(from, to),
      shape: own,
      stride: stridesOf(own),
      ...(mask && { mask: mask.subarray(from, to) }),
      start,
      stop,
      total: size / length,
    });
  }
}
