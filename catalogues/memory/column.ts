/**
 * A column that is filled while a file is read. Each row has one element, an array of a given shape, or an array of any length. Arrays of any
 * length are read as those of FITS are: each as long as the longest, and what it does not have is masked.
 */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import type { Span } from "@asdf-wasm/science/sections/section";
import type { ArrayData } from "asdf-wasm";
import { type ElementType, type Growing, GrowingMask, GrowingNumbers, growing } from "./growing.ts";

/** An element as it is added; complex numbers are pairs, null is masked. */
export type Element = number | bigint | string | readonly [real: number, imaginary: number] | null;

/** More are not laid out as a rectangle, in which one long array makes all others as long. */
const MOST_ELEMENTS = 2 ** 28;

export class GrowingColumn {
  readonly type: ElementType;
  /** Of a cell. If cells differ in length, their first axis is undefined. */
  readonly shape: readonly (number | undefined)[];
  /** The number of complete rows. */
  rows = 0;
  /** Elements of a cell; if cells differ in length, of one index of their first axis. */
  readonly each: number;
  readonly #inner: readonly number[];
  /** Numbers of an element: complex ones have two. */
  readonly #places: 1 | 2;
  readonly #values: Growing;
  #mask = new GrowingMask();
  /** Where the elements of each row end, if cells differ in length. */
  readonly #ends: GrowingNumbers | undefined;
  #count = 0;
  #longest = 0;

  constructor(type: ElementType, shape: readonly (number | undefined)[] = []) {
    this.type = type;
    this.shape = shape;
    this.#inner = shape.map((length) => length ?? 1);
    this.each = lengthOf(this.#inner);
    this.#places = isComplex(type) ? 2 : 1;
    this.#values = growing(type);
    this.#ends = shape.includes(undefined) ? new GrowingNumbers("float64") : undefined;
  }

  get bytes(): number {
    return this.#values.bytes + this.#mask.bytes + (this.#ends?.bytes ?? 0);
  }

  /** Adds an element to the row that is being filled. */
  add(element: Element): void {
    if (element === null) {
      this.#mask.mark(this.#count);
    }
    if (this.#places === 2) {
      const [real, imaginary] = Array.isArray(element) ? element : [Number.NaN, Number.NaN];
      this.#values.add(real);
      this.#values.add(imaginary);
    } else {
      this.#values.add((element as number | bigint | string | null) ?? this.#nothing());
    }
    this.#count += 1;
  }

  /** Masks the elements that are marked. Of texts it replaces the mask: an empty cell may be an empty text. */
  mask(marks: ArrayLike<unknown>): void {
    if (this.type === "text") {
      this.#mask = new GrowingMask();
    }
    for (let i = 0; i < marks.length; i += 1) {
      if (marks[i] === 1) {
        this.#mask.mark(i);
      }
    }
  }

  /** What is missing of a row is masked. Returns whether the row had as many elements as it should. */
  endRow(): boolean {
    this.rows += 1;
    if (this.#ends) {
      const before = this.#before(this.rows - 1);
      const isWhole = (this.#count - before) % this.each === 0;
      while ((this.#count - before) % this.each !== 0) {
        this.add(null);
      }
      this.#longest = Math.max(this.#longest, this.#count - before);
      this.#ends.add(this.#count);
      return isWhole;
    }
    const missing = this.rows * this.each - this.#count;
    for (let i = 0; i < missing; i += 1) {
      this.add(null);
    }
    return missing === 0;
  }

  read({ start, stop }: Span): ArrayData {
    if (this.#ends) {
      return this.#readRagged(start, stop);
    }
    const shape = [stop - start, ...this.#inner];
    const [from, to] = [start * this.each, stop * this.each];
    return {
      data: this.#values.slice(this.#places * from, this.#places * to),
      shape,
      stride: strides(shape),
      ...(this.#mask.isUsed && { mask: this.#mask.slice(from, to) }),
    };
  }

  #readRagged(start: number, stop: number): ArrayData {
    const rows = stop - start;
    const each = this.#longest;
    if (rows * each > MOST_ELEMENTS) {
      throw new RangeError(
        `its arrays have up to ${each} elements: ${rows} rows of them are too many at once, read fewer`,
      );
    }
    const places = this.#places;
    const ends = [this.#before(start), ...this.#endsOf(start, stop)];
    const [first = 0, last = first] = [ends[0], ends.at(-1)];
    const values = this.#values.slice(places * first, places * last);
    const marks = this.#mask.slice(first, last);
    const flat = growing(this.type);
    const mask = new Uint8Array(rows * each).fill(1);
    for (let row = 0; row < rows; row += 1) {
      const [from, to] = [(ends[row] ?? 0) - first, (ends[row + 1] ?? 0) - first];
      for (let i = 0; i < places * each; i += 1) {
        flat.add(i < places * (to - from) ? (values[places * from + i] ?? 0) : this.#nothing());
      }
      mask.set(marks.subarray(from, to), row * each);
    }
    const shape = [rows, each / this.each, ...this.#inner.slice(1)];
    return { data: flat.slice(0, flat.length), shape, stride: strides(shape), mask };
  }

  #endsOf(start: number, stop: number): number[] {
    return Array.from(this.#ends?.slice(start, stop) ?? [], Number);
  }

  /** The elements before a row. */
  #before(row: number): number {
    return row === 0 ? 0 : (this.#endsOf(row - 1, row)[0] ?? 0);
  }

  /** What stands in memory for a masked element. */
  #nothing(): number | bigint | string {
    if (this.type === "text") {
      return "";
    }
    return this.type === "int64" || this.type === "uint64" ? 0n : /^[fc]/.test(this.type) ? Number.NaN : 0;
  }
}

function strides(shape: readonly number[]): number[] {
  return shape.map((_, axis) => lengthOf(shape.slice(axis + 1)));
}
