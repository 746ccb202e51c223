/**
 * The entry `asdf-wasm/export`: arrays and tables as files of other formats, piece by piece, so that never much is in memory. (`write()`
 * of the package writes ASDF.)
 */
import { type AsdfFile, type Hdu, NdArray, type Wcs } from "asdf-wasm";
import { asCsv, asNpy } from "./export/arrays.ts";
import { type ExportedFile, exported } from "./export/exported.ts";
import type { Card } from "./export/fits/cards.ts";
import { fitsImage, imageType } from "./export/fitsFile.ts";
import { contentOf, imagePart, TEXT_SLAB } from "./export/section.ts";
import { fitsSource } from "./export/source.ts";
import { tableAs } from "./export/tables.ts";
import { celestialKeywords } from "./export/wcs/celestial.ts";
import type { DataFormat } from "./export/writing.ts";
import { hasAsdf } from "./format/dialects.ts";
import type { Span } from "./sections/section.ts";
import type { TableSource } from "./tables/columns.ts";

export type { TableColumn } from "./tables/window.ts";
export type { DataFormat, ExportedFile, Span, TableSource };

/** Options of `exportArray`. */
export interface ExportArrayOptions {
  /** The axes of the rows and columns of a plane, or the one of a line; by default the whole array is exported. */
  readonly axes?: readonly number[] | undefined;
  /** The index on each of the other axes, in an array with a number for every axis; by default 0. */
  readonly index?: readonly number[] | undefined;
  /** Indices along the first of `axes`; by default all. */
  readonly rows?: Span | undefined;
  /** Indices along the second of `axes`; by default all. */
  readonly columns?: Span | undefined;
  /**
   * A WCS of the array's last two axes, which becomes keywords of a FITS file if these give the same positions. An image of a FITS file keeps
   * the WCS of its header.
   */
  readonly wcs?: Wcs | undefined;
  /** The unit of the values: `BUNIT` of a FITS file. */
  readonly unit?: string | undefined;
}

/**
 * The array at a path of a file, or in an HDU, or a plane or a line of it, as a `.npy`, FITS or CSV file. An image of a FITS file keeps its header, and gets its errors and flags
 * beside it.
 *
 * @throws TypeError if there is no array, or the format has no such array
 *
 * @example
 * const exported = await exportArray(file, "roman/data", "fits", { wcs: await file.wcs("roman/meta/wcs") });
 * const fits = await exported.blob();
 */
export async function exportArray(
  file: AsdfFile,
  at: string | Hdu,
  format: DataFormat,
  { axes, index, rows, columns, wcs, unit }: ExportArrayOptions = {},
): Promise<ExportedFile> {
  const [path, array] = typeof at === "string" ? [at, file.get(at)] : [at.name, at.data];
  if (!(array instanceof NdArray)) {
    throw new TypeError(`there is no array ${typeof at === "string" ? `at \`${path}\`` : "in the HDU"}`);
  }
  checkFormat(format);
  const section = axes && { axes, index: index ?? array.shape.map(() => 0) };
  const part = { section, rows, columns };
  const content = contentOf(path, array, part, format === "csv" ? TEXT_SLAB : undefined);
  if (format !== "fits") {
    return exported(format === "npy" ? asNpy(content) : asCsv(content));
  }
  const type = imageType(content);
  if (type === undefined) {
    throw new TypeError("a FITS image holds numbers of at most 64 bits");
  }
  const image = imagePart(array, part);
  const isOfHeader = array.hdu !== undefined && !hasAsdf(file);
  const [x, y] = content.corner;
  const window = { x, y, width: content.shape.at(-1) ?? 0, height: content.shape.at(-2) ?? 0 };
  const isPlane = array.ndim === 2 || (axes && axes[0] === array.ndim - 2 && axes[1] === array.ndim - 1);
  const found =
    wcs && !isOfHeader
      ? isPlane
        ? await celestialKeywords(wcs, window, undefined)
        : "it belongs to a plane of the last two axes"
      : undefined;
  const derived: readonly Card[] | undefined = typeof found === "object" ? found.cards : undefined;
  const source = fitsSource(file, array, image, { replaced: derived });
  const notes = {
    unit: source ? undefined : unit,
    cards: source?.cards ?? derived ?? [],
    comments: [`${path}, exported from ${source ? "FITS" : "ASDF"}.`],
    isOriginal: source !== undefined,
    place: source && source.others.length > 0 ? ("before others" as const) : undefined,
  };
  const lost = typeof found === "string" ? [`The file gets no WCS: ${found}.`] : [];
  return exported({
    isEstimate: true,
    remarks: [...(source?.remarks ?? []), ...lost],
    pieces: async function* (signal) {
      yield* fitsImage(content, type, notes, signal);
      for (const other of source?.others ?? []) {
        yield* other(signal);
      }
    },
  });
}

/**
 * A table, such as `tableAt()` of `asdf-wasm/tables` answers it, as a `.npy`, FITS or CSV file.
 *
 * @param name of the table, for the header of a FITS file
 *
 * @example
 * const table = tableAt(file, "roman/source_catalog");
 * const csv = await (await exportTable(table, "csv")).blob();
 */
export async function exportTable(
  table: TableSource,
  format: DataFormat,
  name = "table",
): Promise<ExportedFile> {
  checkFormat(format);
  return exported(await tableAs(format, table, name, new AbortController().signal));
}

/** Callers without types may name any. */
function checkFormat(format: DataFormat): void {
  if (!["npy", "fits", "csv"].includes(format)) {
    throw new TypeError(`\`${format}\` is not a format of arrays: they are npy, fits and csv`);
  }
}
