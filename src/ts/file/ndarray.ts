/** Arrays: what the tree says of them, and reading them. */

import { AsdfError, fromEngine } from "../api/error.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { checkSelection, slice } from "../api/slice.ts";
import type {
  ArrayData,
  Datatype,
  PreviewOptions,
  ReadOptions,
  Selection,
  StructData,
  StructType,
} from "../api/types.ts";
import { Meter } from "../read/meter.ts";
import { RowFeed } from "../read/rows.ts";
import type { ArrayDescription, EngineReadOptions } from "../wasm/reader.ts";
import { isStruct, itemSize, valuesOf } from "./elements.ts";
import type { Store } from "./opened-file.ts";

type Description = Exclude<ArrayDescription, { error: object }>;

const UNKNOWN: Description = {
  shape: [],
  dtype: { kind: "struct", fields: [] },
  byteorder: "little",
  strides: [],
  offset: 0,
  source: null,
  masked: false,
};

/**
 * An n-dimensional array of the file. Nothing of it has been read until `read()` or `preview()` is called.
 *
 * @example
 * const array = file.get("roman/data");
 * if (array instanceof NdArray) {
 *   const { data, shape, stride } = await array.read([slice(0, 512), slice(0, 512)]);
 * }
 */
export class NdArray {
  /** The length of each axis, the slowest-varying first. */
  readonly shape: readonly number[];
  /** What the elements are: a name such as `"float32"`, or an object for text and records. */
  readonly dtype: Datatype;
  /** The byte order in the file. What is read is always in this machine's. */
  readonly byteorder: "little" | "big";
  /** From one index to the next along each axis, in bytes of the decoded block. */
  readonly strides: readonly number[];
  /** Where the first element is in the decoded block, in bytes. */
  readonly offset: number;
  /**
   * The index of the block with the elements; a URI when they are in another file; null when they are in the tree itself,
   * or in the chunks of a core/chunked-ndarray.
   */
  readonly source: number | string | null;
  /** Whether `read()` gives a `mask`. */
  readonly masked: boolean;
  /**
   * Why the array cannot be read, when what the tree says of it makes no sense. Its shape is then `[]`, its size 0 and
   * its datatype a record of no fields. Undefined for a sound array.
   */
  readonly error: AsdfError | undefined;
  /** @internal Of records, the byte order of each field, and of each of the fields of a field: `b` or `l`. */
  readonly orders: string | undefined;
  readonly #store: Store;
  readonly #node: number;

  private constructor(description: ArrayDescription, node: number, store: Store) {
    this.error = description.error && fromEngine(description.error);
    const known = description.error ? UNKNOWN : description;
    this.shape = known.shape;
    this.dtype = known.dtype;
    this.byteorder = known.byteorder;
    this.orders = known.orders;
    this.strides = known.strides;
    this.offset = known.offset;
    this.source = known.source;
    this.masked = known.masked;
    this.#store = store;
    this.#node = node;
  }

  /** @internal The file that it is in. */
  get store(): Store {
    return this.#store;
  }

  /** @internal The array at a node of the tree. */
  static at(node: number, description: ArrayDescription, store: Store): NdArray {
    return new NdArray(description, node, store);
  }

  /**
   * How its block is compressed, such as `"zlib"`; null when it is not. Undefined until the header of the block was read:
   * by `open()` if it lies near what that reads, by `AsdfFile.readBlockHeaders()`, or with the elements.
   */
  get compression(): string | null | undefined {
    return typeof this.source === "number" ? this.#store.blocks.list[this.source]?.compression : null;
  }

  /** How many axes it has. */
  get ndim(): number {
    return this.shape.length;
  }

  /** How many elements it has. */
  get size(): number {
    return this.error ? 0 : sizeOf(this.shape);
  }

  /** How many bytes its elements take as they are stored, decoded. */
  get nbytes(): number {
    return this.size * itemSize(this.dtype);
  }

  /**
   * Reads the array, or a selection of it. Only the bytes that are needed are read from the source.
   *
   * The result is `{ data, shape, stride, mask? }`; of a structured array `{ fields, shape }`, where each field is such
   * a result again. `data` is dense, in C order and in this machine's byte order:
   *
   * | datatype | `data` |
   * |---|---|
   * | int8 … uint32, float32, float64 | the typed array of that name |
   * | int64, uint64 | BigInt64Array, BigUint64Array |
   * | int128, uint128 | `bigint[]` |
   * | float16 | Float32Array, which holds it exactly; `{ float16: "bits" }` gives a Uint16Array |
   * | complex32, complex64 / complex128 | Float32Array / Float64Array, real and imaginary parts alternating |
   * | bool8 | Uint8Array of 0 and 1 |
   * | ascii, ucs4 | `string[]` without the NULs at their ends |
   *
   * Where the file is an `ArrayBuffer` that the caller gave, and the elements lie in it as they should be, `data` is a
   * **view** of that buffer: writing to it changes the file.
   *
   * @param selection an index, `slice()` or `null` for each axis; axes without one are taken whole
   * @throws AsdfError `bad-selection`, `bad-array`, `corrupt-data`, `unsupported-compression`, `external-source`, …
   *
   * @example
   * const whole = await array.read([], { onRows: ({ start, stop, data }) => draw(start, stop, data) });
   * const plane = await array.read([0]);                     // [n, h, w] → [h, w]
   * const corner = await array.read([0, slice(64), slice(64)]);
   * const thumbnail = await array.read([0, slice(null, null, 8), slice(null, null, 8)]);
   */
  async read(selection: Selection = [], options: ReadOptions = {}): Promise<ArrayData | StructData> {
    if (this.error) {
      throw this.error;
    }
    checkSelection(selection);
    const meter = new Meter("read", options.onProgress, () => this.#expected(selection));
    return isStruct(this.dtype)
      ? this.#readFields(this.dtype, [], selection, { ...options, onRows: undefined }, meter)
      : this.#readColumn(this.dtype, [], selection, options, meter);
  }

  /**
   * Reads an overview: the last two axes at the smallest step that makes neither longer than `maxSize`, at index 0 of
   * the axes before them. `step` says which it was; an element at `[i, j]` is the array's at `[0, …, i * step, j * step]`.
   *
   * @example
   * const { data, shape, step } = await array.preview({ maxSize: 256 });
   */
  async preview(options: PreviewOptions = {}): Promise<(ArrayData | StructData) & { readonly step: number }> {
    const { maxSize = 1024, ...rest } = options;
    if (!(maxSize >= 1)) {
      throw new AsdfError("bad-selection", `maxSize is ${maxSize}: expected at least 1`);
    }
    const shown = this.shape.slice(-2);
    const step = Math.max(1, ...shown.map((length) => Math.ceil(length / maxSize)));
    const leading = this.shape.slice(0, -2).map((length) => (length > 0 ? 0 : null));
    const part = await this.read([...leading, ...shown.map(() => slice(null, null, step))], rest);
    return { ...part, step };
  }

  /** How many bytes of the source a selection will take, when that is plain to see. */
  #expected(selection: Selection): number | undefined {
    if (this.compression !== null && typeof this.source === "number") {
      return this.#store.blocks.list[this.source]?.usedSize;
    }
    return selection.every((entry) => entry === null) ? this.nbytes : undefined;
  }

  async #readFields(
    { fields }: StructType,
    path: readonly number[],
    selection: Selection,
    options: ReadOptions,
    meter: Meter,
  ): Promise<StructData> {
    const columns: { [name: string]: ArrayData | StructData } = Object.create(null);
    let shape: readonly number[] = [];
    for (const [index, field] of fields.entries()) {
      const at = [...path, index];
      const column = isStruct(field.dtype)
        ? await this.#readFields(field.dtype, at, selection, options, meter)
        : await this.#readColumn(field.dtype, at, selection, options, meter);
      columns[field.name] = column;
      shape = column.shape.slice(0, column.shape.length - field.shape.length);
    }
    return { fields: columns, shape };
  }

  async #readColumn(
    dtype: Exclude<Datatype, StructType>,
    field: readonly number[],
    selection: Selection,
    { signal, float16, onRows, workers }: ReadOptions,
    meter: Meter,
  ): Promise<ArrayData> {
    const bits = dtype === "float16" ? float16 : undefined;
    const options: EngineReadOptions = { field, ...(bits && { float16: bits }) };
    const request = { node: this.#node, selection, options, workers };
    const feed = onRows && new RowFeed(onRows, (part, count) => valuesOf(dtype, part, count, bits));
    const { bytes, shape, mask } = await this.#store.read(request, meter, signal, feed?.advance);
    const data = valuesOf(dtype, bytes, sizeOf(shape), bits);
    const result = { data, shape, stride: stridesOf(shape), ...(mask && { mask }) };
    feed?.end(result);
    return result;
  }
}
