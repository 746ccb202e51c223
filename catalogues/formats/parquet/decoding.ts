/** Column chunks as elements: numbers in a typed array, or texts; null is masked. Lists and maps become text in the form of JSON. */
import type { TypedArray } from "asdf-wasm";
import type { DecodedArray, ParquetParsers } from "hyparquet";
import { assembleLists, assembleNested } from "hyparquet/src/assemble.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getMaxDefinitionLevel } from "hyparquet/src/schema.js";
import type { Decompress } from "./codecs.ts";
import { type Page, pagesOf } from "./pages.ts";
import type { Column, ColumnLeaf } from "./schema.ts";
import { jsonOf, type Stored, type Value } from "./values.ts";

/** A column chunk as it was fetched, or some pages of it. */
export interface Chunk {
  readonly bytes: Uint8Array;
  /** The row of the row group with which its pages begin, and how many values these have. */
  readonly first: number;
  readonly count: number;
  readonly decompress: Decompress;
}

/** Elements of some rows. */
export interface Elements {
  readonly data: TypedArray | string[];
  readonly mask: Uint8Array<ArrayBuffer>;
}

/** Rows of a row group, of a column with one chunk for each of its leaves. */
export function decodeRows(column: Column, chunks: readonly Chunk[], start: number, stop: number): Elements {
  const [leaf] = column.leaves;
  const [chunk] = chunks;
  if (column.nested) {
    return nestedRows(column, column.nested, chunks, start, stop);
  }
  return leaf && chunk ? flatRows(leaf, chunk, start, stop) : { data: [], mask: new Uint8Array(0) };
}

function flatRows(leaf: ColumnLeaf, chunk: Chunk, start: number, stop: number): Elements {
  const isWanted = (at: number, count: number) => chunk.first + at < stop && chunk.first + at + count > start;
  const pages: (readonly [page: Page, first: number])[] = [];
  let { first } = chunk;
  for (const page of pagesOf(chunk.bytes, chunk.count, leaf, chunk.decompress, isWanted)) {
    if (!("skipped" in page)) {
      pages.push([page, first]);
    }
    first += "skipped" in page ? page.skipped : page.count;
    if (first >= stop) {
      break;
    }
  }
  if (first < stop) {
    throw new RangeError(`it has ${first} values, where there are ${stop} rows`);
  }
  const { numbers, convert } = leaf.type;
  const data: TypedArray | string[] = numbers?.(stop - start) ?? new Array<string>(stop - start).fill("");
  const memory: { [index: number]: Value } = data;
  const mask = new Uint8Array(stop - start);
  const defined = getMaxDefinitionLevel(leaf.schemaPath);
  const known = new Map<DecodedArray, Value[]>();
  for (const [{ count, definitionLevels, values, dictionary }, from] of pages) {
    const entries = dictionary && (known.get(dictionary) ?? Array.from(dictionary, convert));
    if (dictionary && entries) {
      known.set(dictionary, entries);
    }
    for (let row = from, next = 0; row < from + count; row += 1) {
      if (definitionLevels.length > 0 && definitionLevels[row - from] !== defined) {
        if (row >= start && row < stop) {
          mask[row - start] = 1;
        }
        continue;
      }
      if (row >= start && row < stop) {
        memory[row - start] = valueAt(values, entries, next, convert);
      }
      next += 1;
    }
  }
  return { data, mask };
}

function valueAt(
  values: DecodedArray,
  entries: readonly Value[] | undefined,
  at: number,
  convert: (stored: Stored) => Value,
): Value {
  const stored = values[at];
  const value = entries ? entries[stored] : stored === undefined ? undefined : convert(stored);
  if (value === undefined) {
    throw new RangeError(
      entries ? `there is no entry ${stored} in its dictionary` : "a page ends before its values",
    );
  }
  return value;
}

function nestedRows(
  { leaves }: Column,
  { node, way }: NonNullable<Column["nested"]>,
  chunks: readonly Chunk[],
  start: number,
  stop: number,
): Elements {
  const parts = new Map<string, DecodedArray>();
  for (const [i, leaf] of leaves.entries()) {
    const chunk = chunks[i];
    const rows: unknown[] = [];
    const text = (stored: Stored) => {
      const token = jsonOf(leaf.type.convert(stored), leaf.type);
      return leaf.isKey && !token.startsWith('"') ? `"${token}"` : token;
    };
    for (const page of chunk ? pagesOf(chunk.bytes, chunk.count, leaf, chunk.decompress, () => true) : []) {
      if (!("skipped" in page)) {
        const entries = page.dictionary && Array.from(page.dictionary, text);
        const values = Array.from(page.values, (stored) =>
          entries ? (entries[stored] ?? "null") : text(stored),
        );
        assembleLists(rows, [...page.definitionLevels], [...page.repetitionLevels], values, leaf.schemaPath);
      }
    }
    parts.set(leaf.path.join("."), rows);
  }
  const parsers: ParquetParsers = DEFAULT_PARSERS;
  assembleNested(parts, node, parsers);
  const rows: ArrayLike<unknown> = parts.get(node.element.name) ?? [];
  if (rows.length < stop) {
    throw new RangeError(`it has ${rows.length} rows, where there are ${stop}`);
  }
  const mask = new Uint8Array(stop - start);
  const data = Array.from({ length: stop - start }, (_, i) => {
    const value = way.reduce<unknown>((inner, name) => Object(inner)[name], rows[start + i]);
    mask[i] = Number(value == null);
    return value == null ? "" : serialised(value);
  });
  return { data, mask };
}

/** Of lists and maps whose values are text of JSON already. */
function serialised(value: unknown): string {
  if (value == null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return `[${value.map(serialised).join(", ")}]`;
  }
  if (typeof value === "object") {
    const entries = Object.entries(value).map(
      ([name, inner]) => `${name.startsWith('"') ? name : JSON.stringify(name)}: ${serialised(inner)}`,
    );
    return `{${entries.join(", ")}}`;
  }
  return String(value);
}
