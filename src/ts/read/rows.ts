/** The rows of a result, handed over as they are finished. */
import { sizeOf, stridesOf } from "../api/shape.ts";
import type { ArrayData, ArrayValues, Rows } from "../api/types.ts";
import type { Filled } from "../file/opened-file.ts";

/** The values that bytes of a result are; `count`: how many elements. */
type Values = (bytes: Uint8Array<ArrayBuffer>, count: number) => ArrayValues;

export class RowFeed {
  readonly #tell: (rows: Rows) => void;
  readonly #values: Values;
  /** How many rows were handed over. */
  #given = 0;

  constructor(tell: (rows: Rows) => void, values: Values) {
    this.#tell = tell;
    this.#values = values;
  }

  /** The first so many elements are finished. */
  readonly advance = ({ bytes, shape, mask }: Filled, elements: number): void => {
    const item = bytes.length / sizeOf(shape);
    const values = (from: number, to: number) =>
      this.#values(bytes.subarray(from * item, to * item), to - from);
    this.#give(elements, shape, values, mask);
  };

  /** All is finished. */
  end({ data, shape, mask }: ArrayData): void {
    const places = data.length / sizeOf(shape);
    const values = (from: number, to: number): ArrayValues =>
      Array.isArray(data) ? data.slice(from, to) : data.subarray(from * places, to * places);
    this.#give(Infinity, shape, values, mask);
  }

  #give(
    elements: number,
    shape: readonly number[],
    values: (from: number, to: number) => ArrayValues,
    mask: Uint8Array<ArrayBuffer> | undefined,
  ): void {
    const size = sizeOf(shape);
    const row = shape.slice(1).slice(-1);
    const length = sizeOf(row);
    const start = this.#given;
    const stop = Math.floor(Math.min(elements, size) / length);
    if (stop > start) {
      this.#given = stop;
      const [from, to] = [start * length, stop * length];
      const own = [stop - start, ...row];
      const masked = mask && { mask: mask.subarray(from, to) };
      const total = size / length;
      this.#tell({
        data: values(from, to),
        shape: own,
        stride: stridesOf(own),
        ...masked,
        start,
        stop,
        total,
      });
    }
  }
}
