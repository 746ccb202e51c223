/**
 * The pages of a column chunk (https://parquet.apache.org/docs/file-format/data-pages/). The library decodes their parts without checks.
 * These are made here before: of sizes, and of the lengths of runs, because a few bytes can claim billions of values.
 */
import { AsdfError } from "asdf-wasm";
import type { DecodedArray, Encoding, PageHeader, SchemaElement, SchemaTree } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { byteStreamSplit, readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { damaged } from "../../damaged.ts";
import type { Decompress } from "./codecs.ts";

/** A column of the file, which has values but no children. */
export interface Leaf {
  readonly path: readonly string[];
  readonly element: SchemaElement;
  /** The nodes of the schema from the root to it. */
  readonly schemaPath: SchemaTree[];
}

export interface Page {
  readonly count: number;
  /** Empty if there is a value at each place. */
  readonly definitionLevels: Uint8Array;
  readonly repetitionLevels: Uint8Array;
  /** Values of the dictionary, or their indices in it. */
  readonly values: DecodedArray;
  readonly dictionary: DecodedArray | undefined;
}

/** The bytes that a value takes at least. */
const BYTES: Readonly<Record<string, number>> = {
  ...{ BOOLEAN: 1 / 8, INT32: 4, INT64: 8, INT96: 12 },
  ...{ FLOAT: 4, DOUBLE: 8, BYTE_ARRAY: 4 },
};

/** Values of one page are not more: writers begin a new one after some thousand. */
const MOST_VALUES = 2 ** 25;
const LONGEST_RUN = 2 ** 31;

/** The pages in their order, with so many values in all. `isWanted` says of a page of a flat column, by its first row and count, whether it is decoded. */
export function* pagesOf(
  bytes: Uint8Array,
  total: number,
  leaf: Leaf,
  decompress: Decompress,
  isWanted: (start: number, count: number) => boolean,
): Generator<Page | { readonly skipped: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { view, offset: 0 };
  let dictionary: DecodedArray | undefined;
  for (let done = 0; done < total; ) {
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    if (!(size >= 0 && size <= bytes.length - reader.offset)) {
      throw damaged(`a page of ${size} bytes reaches beyond its column chunk`);
    }
    const content = bytes.subarray(reader.offset, reader.offset + size);
    reader.offset += size;
    if (header.dictionary_page_header) {
      const { num_values: count } = header.dictionary_page_header;
      const page = decompress(content, header.uncompressed_page_size);
      checkCount(count, page.length * 8);
      dictionary = valuesIn(new PageReader(page), count, "PLAIN", leaf.element, undefined).values;
      continue;
    }
    const count = (header.data_page_header ?? header.data_page_header_v2)?.num_values;
    if (count === undefined) {
      // Pages of other types are for readers that know them.
      continue;
    }
    checkCount(count, total - done);
    yield isWanted(done, count)
      ? { count, ...decoded(content, header, count, leaf, decompress, dictionary) }
      : { skipped: count };
    done += count;
  }
}

function checkCount(count: number, most: number): void {
  if (!(count >= 0 && count <= most)) {
    throw damaged(`a page claims ${count} values, where there are at most ${most}`);
  }
  if (count > MOST_VALUES) {
    throw new AsdfError("limit-exceeded", `a page of ${count} values is too large`);
  }
}

function decoded(
  content: Uint8Array,
  header: PageHeader,
  count: number,
  { element, schemaPath }: Leaf,
  decompress: Decompress,
  dictionary: DecodedArray | undefined,
): Omit<Page, "count"> {
  const second = header.data_page_header_v2;
  const encoding = (second ?? header.data_page_header)?.encoding;
  const most = getMaxDefinitionLevel(schemaPath);
  const widths = [getMaxRepetitionLevel(schemaPath), most].map(widthOf);
  // In pages of version 2 the levels come first and are never compressed; the header says their lengths.
  const lengths = second && [second.repetition_levels_byte_length, second.definition_levels_byte_length];
  const before = lengths?.reduce((sum, length) => sum + length, 0) ?? 0;
  if (!(before <= content.length && lengths?.every((length) => length >= 0) !== false)) {
    throw damaged("the levels of a page are longer than the page");
  }
  const size = header.uncompressed_page_size - before;
  const isStored = size === 0 || second?.is_compressed === false;
  const values = isStored ? content.slice(before) : decompress(content.subarray(before), size);
  const page = new PageReader(values);
  const levels = lengths ? new PageReader(content.slice(0, before)) : page;
  const [repetitionLevels, definitionLevels] = widths.map((width, i) => {
    // Pages of version 2 may have levels that are not needed, because all are 0.
    const runs = new Uint8Array(width > 0 ? count : 0);
    if (width > 0) {
      levels.runs(runs, width, lengths?.[i]);
    } else if (lengths?.[i]) {
      levels.skip(lengths[i] ?? 0);
    }
    return runs;
  });
  const known =
    most > 0 ? (definitionLevels?.reduce((sum, level) => sum + Number(level === most), 0) ?? 0) : count;
  return {
    repetitionLevels: repetitionLevels ?? new Uint8Array(0),
    definitionLevels: known === count ? new Uint8Array(0) : (definitionLevels ?? new Uint8Array(0)),
    ...valuesIn(page, known, encoding, element, dictionary),
  };
}

function valuesIn(
  page: PageReader,
  count: number,
  encoding: Encoding | undefined,
  { type, type_length: length }: SchemaElement,
  dictionary: DecodedArray | undefined,
): Pick<Page, "values" | "dictionary"> {
  const values = (values: DecodedArray) => ({ values, dictionary: undefined });
  if (encoding === "PLAIN" || encoding === "BYTE_STREAM_SPLIT") {
    page.expect(count * (BYTES[type ?? ""] ?? length ?? 0));
  }
  switch (encoding) {
    case "PLAIN":
      return values(readPlain(page, type ?? "BYTE_ARRAY", count, length));
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY": {
      if (!dictionary) {
        throw damaged("a page has indices of a dictionary that is not there");
      }
      const indices = new Int32Array(count);
      page.indices(indices);
      return { values: indices, dictionary };
    }
    case "RLE": {
      const bits = new Uint8Array(count);
      page.runs(bits, 1, undefined);
      return values(bits);
    }
    case "DELTA_BINARY_PACKED": {
      const numbers = type === "INT32" ? new Int32Array(count) : new BigInt64Array(count);
      page.deltas(numbers);
      return values(numbers);
    }
    case "DELTA_LENGTH_BYTE_ARRAY":
      return values(page.texts(count, undefined));
    case "DELTA_BYTE_ARRAY": {
      const prefixes = new Int32Array(count);
      page.deltas(prefixes);
      return values(page.texts(count, prefixes));
    }
    case "BYTE_STREAM_SPLIT":
      return values(byteStreamSplit(page, count, type ?? "BYTE_ARRAY", length));
    default:
      throw new AsdfError(
        "unsupported-encoding",
        `its pages have the encoding ${encoding}, which is not known`,
      );
  }
}

/** Bits of a level. */
function widthOf(most: number): number {
  return 32 - Math.clz32(most);
}

/** Reads the parts of a page in their order. Memory is allocated for counts that were checked, and lengths are checked. */
class PageReader {
  readonly #bytes: Uint8Array;
  readonly view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  skip(length: number): void {
    this.offset += length;
  }

  expect(length: number): void {
    if (length > this.#bytes.length - this.offset) {
      throw damaged("a page is shorter than its values");
    }
  }

  /** Values in the hybrid of runs and packed bits. Without a length, it stands in front of them. */
  runs(target: Uint8Array | Int32Array, width: number, length: number | undefined): void {
    const start = length === undefined ? this.offset + 4 : this.offset;
    const end = start + (length ?? this.view.getUint32(this.offset, true));
    if (end > this.#bytes.length) {
      throw damaged("runs of values are longer than their page");
    }
    let seen = 0;
    for (let at = start; at < end && seen < target.length; ) {
      const [run, after] = varint(this.#bytes, at);
      const isPacked = run % 2 === 1;
      const values = isPacked ? (run >>> 1) * 8 : run >>> 1;
      // Packed bits are of whole groups, of which writers make up to 63 before they know how many values follow.
      if (values > target.length - seen + (isPacked ? 512 : 0)) {
        throw damaged(`a run of ${values} values, where ${target.length - seen} follow`);
      }
      seen += values;
      at = after + (isPacked ? (run >>> 1) * width : (width + 7) >> 3);
    }
    readRleBitPackedHybrid(this, width, target, length);
    this.offset = end;
  }

  /** Indices of a dictionary, with their width in front of them. */
  indices(target: Int32Array): void {
    const width = target.length > 0 ? this.view.getUint8(this.offset) : 0;
    this.offset += 1;
    if (width > 30) {
      throw damaged(`indices of a dictionary have ${width} bits`);
    }
    if (width > 0) {
      this.runs(target, width, this.#bytes.length - this.offset);
    }
  }

  /** The encoding DELTA_BINARY_PACKED. */
  deltas(target: Int32Array | BigInt64Array): void {
    const [block, next] = varint(this.#bytes, this.offset);
    const [miniblocks] = varint(this.#bytes, next);
    if (miniblocks < 1 || block > 2 ** 20 || block % (8 * miniblocks) !== 0) {
      throw damaged(`differences in blocks of ${block} values with ${miniblocks} parts`);
    }
    if (target.length > 0) {
      deltaBinaryUnpack(this, target.length, target);
    } else {
      this.#emptyDeltas();
    }
  }

  /** Lengths as differences, then bytes: whole, or what follows the beginning of the value before. */
  texts(count: number, prefixes: Int32Array | undefined): Uint8Array[] {
    const lengths = new Int32Array(count);
    this.deltas(lengths);
    let last = new Uint8Array(0);
    return Array.from(lengths, (length, i) => {
      const prefix = prefixes?.[i] ?? 0;
      if (length < 0 || prefix < 0 || prefix > last.length || length > this.#bytes.length - this.offset) {
        throw damaged("a text is longer than its page");
      }
      const suffix = this.#bytes.slice(this.offset, this.offset + length);
      this.offset += length;
      if (prefix > 0) {
        const whole = new Uint8Array(prefix + length);
        whole.set(last.subarray(0, prefix));
        whole.set(suffix, prefix);
        last = whole;
      } else {
        last = suffix;
      }
      return last;
    });
  }

  /** The header alone: the size of blocks, the number of miniblocks, the count, which is 0, and the first value. */
  #emptyDeltas(): void {
    for (let i = 0; i < 4; i += 1) {
      [, this.offset] = varint(this.#bytes, this.offset);
    }
  }
}

function varint(page: Uint8Array, at: number): readonly [value: number, after: number] {
  let value = 0;
  for (let offset = at, factor = 1; factor < 2 ** 35; offset += 1, factor *= 128) {
    const byte = page[offset] ?? 0x80;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80 && value < LONGEST_RUN) {
      return [value, offset + 1];
    }
  }
  throw damaged("a number in a page is too large");
}
