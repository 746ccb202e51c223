/** Arrays and tables as FITS files, piece by piece. */

import type { NdArray, ScalarType } from "asdf-wasm";
import { isComplex, partOf } from "../elements/complex.ts";
import { isText } from "../elements/pixels.ts";
import { lengthOf } from "../elements/shapes.ts";
import type { TableSource } from "../tables/columns.ts";
import { type Bytes, interleaved } from "./bytes.ts";
import type { Content } from "./content.ts";
import { BlankSearch, blanksOf } from "./fits/blank.ts";
import { type Card, padding } from "./fits/cards.ts";
import { fitsAxes, imageHeader } from "./fits/image.ts";
import { fitsBytes, fitsNumber } from "./fits/numbers.ts";
import { cellBytes, emptyHeader, type FitsColumn, fitsColumn, tableHeader, widthOf } from "./fits/table.ts";
import { type RecordColumn, recordColumns, recordParts } from "./records.ts";

/** What the header of an image has besides the description of its elements. */
export interface ImageNotes {
  readonly unit: string | undefined;
  readonly cards: readonly Card[];
  readonly comments: readonly string[];
  /** See `FitsImage`. */
  readonly isOriginal?: boolean | undefined;
  readonly place?: "extension" | "before others" | undefined;
}

/** What follows the first image in a file. */
export type Other = (signal: AbortSignal) => AsyncGenerator<Bytes>;

/** Undefined if FITS has no such images. */
export function imageType({ dtype }: Pick<NdArray, "dtype">): ScalarType | undefined {
  return typeof dtype === "string" && fitsNumber(dtype) ? dtype : undefined;
}

export function imageSize({ shape }: Content, dtype: ScalarType): number {
  const { bitpix = 8 } = fitsNumber(dtype) ?? {};
  return (lengthOf(fitsAxes({ dtype, shape })) * Math.abs(bitpix)) / 8;
}

export async function* fitsImage(
  content: Content,
  dtype: ScalarType,
  notes: ImageNotes,
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  const blank = content.masked ? await blankOf(content, dtype, signal) : undefined;
  const cards: readonly Card[] = blank === undefined ? [] : [["BLANK", blank.value, "masked"]];
  yield imageHeader({ dtype, shape: content.shape, ...notes, cards: [...cards, ...notes.cards] });
  // Of complex numbers first all real parts, then all imaginary ones.
  const parts = isComplex(dtype) ? (["real", "imaginary"] as const) : [undefined];
  for (const part of parts) {
    for await (const { data, mask } of content.slabs(signal)) {
      if (isText(data)) {
        throw new TypeError("text is no image");
      }
      const numbers = part === undefined ? data : partOf(data, part);
      const isSingle = part !== undefined && data instanceof Float32Array;
      const values = isSingle ? Float32Array.from(numbers as Float64Array) : numbers;
      const type = part === undefined ? dtype : isSingle ? "float32" : "float64";
      const bytes = fitsBytes(values, mask, type);
      blank?.mark(bytes, mask);
      yield bytes;
    }
  }
  yield padding(imageSize(content, dtype));
}

/** An integer for masked elements, if the datatype has no NaN. */
async function blankOf(content: Content, dtype: ScalarType, signal: AbortSignal) {
  const search = BlankSearch.of(dtype);
  if (search) {
    for await (const slab of content.slabs(signal)) {
      search.add(slab);
    }
  }
  return search?.found;
}

/** The columns that FITS can hold. */
export function fitsColumns(columns: readonly RecordColumn[]): FitsColumn[] {
  return columns.flatMap((column) => fitsColumn(column) ?? []);
}

/** A file with a table. */
export async function* fitsTable(
  source: TableSource,
  name: string,
  comments: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  yield emptyHeader();
  yield* tableExtension(source, name ? [["EXTNAME", name]] : [], comments, signal);
}

/** A table that follows other HDUs. `cards`: what its header has besides the description of its columns. */
export async function* tableExtension(
  source: TableSource,
  cards: readonly Card[],
  comments: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  const columns = fitsColumns(await recordColumns(source, signal));
  // Logical values have a sign of their own for what is missing, and no TNULL.
  const blanks = await blanksOf(source, columns, ({ masked, dtype }) => masked && dtype !== "bool8", signal);
  const known = columns.map((column, i) => ({ ...column, blank: blanks[i] }));
  yield tableHeader(known, source.rows, cards, comments);
  const widths = known.map(widthOf);
  for await (const { rows, parts } of recordParts(source, known, signal)) {
    const cells = known.flatMap((column, i) => {
      const part = parts[i];
      return part ? [cellBytes(column, part)] : [];
    });
    yield interleaved(cells, widths, rows);
  }
  yield padding(source.rows * widths.reduce((sum, width) => sum + width, 0));
}
