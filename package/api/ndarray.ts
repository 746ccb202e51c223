/** Arrays as values of the tree: their description, and the methods that read their elements. */
import { checkOptions, checkWork, type OptionNames, oneOf, wrong } from "./arguments/checks.ts";
import type {
  ArrayData,
  BitsByName,
  DataByName,
  Datatype,
  DatatypeByName,
  DatatypeName,
  IntoArray,
  Selection,
  StructData,
  TableRecord,
} from "./arrays.ts";
import { isStruct, itemSize, nameOf } from "./elements.ts";
import { AsdfError } from "./error.ts";
import { keepOriginal, originalOf } from "./marks/originals.ts";
import type { PreviewOptions, ReadOptions, RecordsOptions } from "./options.ts";
import { checkRecordsOptions, recordsOf } from "./records.ts";
import { sizeOf } from "./shape.ts";
import { checkSelection, slice } from "./slice.ts";

/** @internal The description of an array in the tree: see the properties of `NdArray`. */
export interface ArrayDescription {
  readonly shape: readonly number[];
  readonly dtype: Datatype;
  readonly byteorder: "little" | "big";
  readonly orders?: string;
  readonly strides: readonly number[];
  readonly offset: number;
  readonly source: number | string | null;
  readonly masked: boolean;
  /** Of an array in an HDU of a FITS file: its number, and the compression of its tiles. */
  readonly hdu?: number;
  readonly compression?: string;
  /** Of an array whose elements are in many files: their names. */
  readonly files?: readonly string[];
}

/** @internal What describes an array: a node of the node table, or the header of an HDU, by its number. */
export type ArrayOrigin = { readonly node: number } | { readonly hdu: number };

/** @internal What a reader needs to know of an array. */
export type ReadableArray = Pick<NdArray, "dtype" | "compression" | "source" | "nbytes" | "hdu" | "masked">;

/** A card of a header: see `Card`. */
interface HeaderCard {
  readonly keyword: string;
  readonly value: unknown;
  readonly comment: string;
}

/** @internal Reads arrays, each by its origin: implemented by an opened file, and for arrays whose elements are in many files. */
export interface ArrayReader<Origin = unknown> {
  /** The compression of a block of the file; undefined while its header is not known. */
  compressionOf(block: number): string | null | undefined;
  /** The cards of an HDU. */
  cardsOf(hdu: number): readonly HeaderCard[];
  /** Reads elements of the array of this origin. */
  readArray(
    array: ReadableArray,
    origin: Origin,
    selection: Selection,
    options: ReadOptions,
  ): Promise<ArrayData | StructData>;
}

const READ: OptionNames<ReadOptions> = {
  signal: true,
  onProgress: true,
  float16: true,
  onRows: true,
  into: true,
  view: true,
  fields: true,
  workers: true,
};
const PREVIEW: OptionNames<PreviewOptions> = { ...READ, maxSize: true };

/** The description of an array that the tree describes wrongly. */
const UNKNOWN: ArrayDescription = {
  shape: [],
  dtype: { kind: "struct", fields: [] },
  byteorder: "little",
  strides: [],
  offset: 0,
  source: null,
  masked: false,
};

/**
 * An n-dimensional array of the file. Its elements are read when `read()` or `preview()` is called. `is()` tells TypeScript
 * the name of their datatype, `Name`.
 *
 * @example
 * const array = file.array("roman/data");
 * const { data, shape, stride } = await array.read([slice(0, 512), slice(0, 512)]);
 */
export class NdArray<Name extends DatatypeName = DatatypeName> {
  /** The length of each axis, the slowest-varying axis first. */
  readonly shape: readonly number[];
  /** The type of the elements: a name such as `"float32"`, or an object for text and records. */
  readonly dtype: DatatypeByName[Name];
  /** The byte order in the file. The results of `read()` are always in this machine's byte order. */
  readonly byteorder: "little" | "big";
  /** The distance from one index to the next along each axis, in bytes of the decoded block. */
  readonly strides: readonly number[];
  /** The offset of the first element in the decoded block, in bytes. */
  readonly offset: number;
  /**
   * The index of the block with the elements; a URI if they are in an external file; null if they are in the tree itself, or
   * in the chunks of a core/chunked-ndarray, in an HDU of a FITS file, or in many files.
   */
  readonly source: number | string | null;
  /** The number of the HDU with the elements, for an array of a FITS file; see `AsdfFile.hdus`. Otherwise undefined. */
  readonly hdu: number | undefined;
  /** The names of the files with the elements, in the order of the array, if these are in many files. Otherwise undefined. */
  readonly files: readonly string[] | undefined;
  /** Whether `read()` returns a `mask`. */
  readonly masked: boolean;
  /**
   * Why the array cannot be read, if the tree describes it wrongly. Its shape is then `[]`, its size 0 and its datatype a
   * record without fields. Undefined for a valid array.
   */
  readonly error: AsdfError | undefined;
  /** @internal For records: the byte order of each field, nested fields included, as `b` or `l`. */
  readonly orders: string | undefined;
  readonly #origin: unknown;
  readonly #compression: string | null | undefined;
  readonly #reader: ArrayReader;

  private constructor(description: ArrayDescription | AsdfError, origin: unknown, reader: ArrayReader) {
    this.error = description instanceof AsdfError ? description : undefined;
    const known = description instanceof AsdfError ? UNKNOWN : description;
    this.shape = known.shape;
    // The datatype is known once the file was read: `is()` finds it out.
    this.dtype = known.dtype as DatatypeByName[Name];
    this.byteorder = known.byteorder;
    this.orders = known.orders;
    this.strides = known.strides;
    this.offset = known.offset;
    this.source = known.source;
    this.hdu = known.hdu;
    this.files = known.files;
    this.masked = known.masked;
    this.#compression = known.compression ?? (known.files ? undefined : null);
    this.#origin = origin;
    this.#reader = reader;
    keepOriginal(this);
  }

  /** @internal The file that the array belongs to. */
  get reader(): ArrayReader {
    return originalOf(this).#reader;
  }

  /** @internal The array of this origin; an error instead of its description if that is wrong. */
  static at<Origin>(
    origin: Origin,
    description: ArrayDescription | AsdfError,
    reader: ArrayReader<Origin>,
  ): NdArray {
    return new NdArray(description, origin, reader);
  }

  /**
   * The compression of its block, such as `"zlib"`, or null. Undefined until the header of the block was read: by `open()`
   * if the header is close to bytes that `open()` reads anyway, by `AsdfFile.readBlockHeaders()`, or with the elements. For a
   * compressed image of a FITS file it is the algorithm, such as `"RICE_1"`. Undefined of an array in many files, which may differ.
   */
  get compression(): string | null | undefined {
    const { source, reader } = this;
    return typeof source === "number" ? reader.compressionOf(source) : originalOf(this).#compression;
  }

  /**
   * Whether the elements have this datatype: its name, or `"ascii"`, `"ucs4"` or `"struct"` for text and records. TypeScript
   * then knows what `read()` returns.
   *
   * @example
   * if (array.is("float32")) {
   *   const { data } = await array.read();                   // a Float32Array
   * }
   */
  is<Other extends DatatypeName>(dtype: Other): this is NdArray<Other> {
    return !this.error && nameOf(this.dtype as Datatype) === dtype;
  }

  /** The number of axes. */
  get ndim(): number {
    return this.shape.length;
  }

  /** The number of elements. */
  get size(): number {
    return this.error ? 0 : sizeOf(this.shape);
  }

  /** The size of its elements in bytes, decoded. */
  get nbytes(): number {
    return this.size * itemSize(this.dtype);
  }

  /**
   * Reads the array, or a selection of it. Only the necessary bytes are read from the source.
   *
   * The result is `{ data, shape, stride, mask? }`. For a structured array it is `{ fields, shape }`, and each field is such a
   * result again. `data` is dense, in C order and in this machine's byte order:
   *
   * | datatype | `data` |
   * |---|---|
   * | int8 … uint32, float32, float64 | the typed array of that name |
   * | int64, uint64 | BigInt64Array, BigUint64Array |
   * | int128, uint128 | `bigint[]` |
   * | float16 | Float32Array (exact); with `{ float16: "bits" }` a Uint16Array |
   * | complex32, complex64 / complex128 | Float32Array / Float64Array, real and imaginary parts alternating |
   * | bool8 | Uint8Array of 0 and 1 |
   * | ascii, ucs4 | `string[]` without trailing NULs |
   *
   * If the source is an `ArrayBuffer` and the elements are stored in the form of the result, `data` is a **view** of that
   * buffer: writing to it changes the file.
   *
   * @param selection an index, `slice()` or `null` for each axis; axes without an entry are taken whole
   * @throws AsdfError `bad-selection`, `bad-array`, `corrupt-data`, `unsupported-compression`, `external-source`, …
   *
   * @example
   * const whole = await array.read([], { onRows: ({ start, stop, data }) => draw(start, stop, data) });
   * const plane = await array.read([0]);                     // [n, h, w] → [h, w]
   * const corner = await array.read([0, slice(64), slice(64)]);
   * const thumbnail = await array.read([0, slice(null, null, 8), slice(null, null, 8)]);
   * await cube.read([frame], { into: pixels });              // no new memory
   * const { fields } = await catalog.read([], { fields: ["ra", "dec"] });
   */
  async read<Into extends IntoArray>(
    selection: Selection | undefined,
    options: ReadOptions & { readonly into: Into },
  ): Promise<ArrayData<Into>>;
  async read(
    selection: Selection | undefined,
    options: ReadOptions & { readonly float16: "bits" },
  ): Promise<BitsByName[Name]>;
  async read(selection?: Selection, options?: ReadOptions): Promise<DataByName[Name]>;
  async read(selection: Selection = [], options: ReadOptions = {}): Promise<unknown> {
    if (this.error) {
      throw this.error;
    }
    checkReadOptions(options);
    checkSelection(selection);
    const array = originalOf(this);
    return array.#reader.readArray(array, array.#origin, selection, options);
  }

  /**
   * Reads an overview: every `step`-th element of the last two axes, at index 0 of the axes before them. `step` is the smallest
   * one that makes neither axis longer than `maxSize`; the element at `[i, j]` is the array's at
   * `[0, …, i * step, j * step]`.
   *
   * @example
   * const { data, shape, step } = await array.preview({ maxSize: 256 });
   */
  async preview(options: PreviewOptions = {}): Promise<DataByName[Name] & { readonly step: number }> {
    checkOptions(options, PREVIEW, "preview()");
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

  /**
   * Walks through the records of a structured array, in order, reading some at a time.
   *
   * @throws AsdfError as `read()` does
   *
   * @example
   * for await (const { ra, dec } of catalog.records({ fields: ["ra", "dec"] })) console.log(ra, dec);
   */
  async *records(options: RecordsOptions = {}): AsyncGenerator<TableRecord> {
    checkRecordsOptions(options);
    const array = originalOf(this);
    if (array.error) {
      throw array.error;
    }
    if (!isStruct(array.dtype)) {
      const message = `records are read of structured arrays, and the elements of this one are ${nameOf(array.dtype)}`;
      throw new AsdfError("bad-array", message);
    }
    const read = (part: Selection, rest: ReadOptions) =>
      array.#reader.readArray(array, array.#origin, part, rest);
    yield* recordsOf(array, read, options);
  }
}

function checkReadOptions(options: ReadOptions): void {
  checkWork(options, READ, "read()");
  oneOf("float16", options.float16, ["bits"]);
  if (options.onRows !== undefined && typeof options.onRows !== "function") {
    throw wrong("onRows", options.onRows, "a function");
  }
}
