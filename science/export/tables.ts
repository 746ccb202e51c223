/** Tables as `.npy` records, FITS binary tables and CSV. */
import { lengthOf } from "../elements/shapes.ts";
import { GUARDED, quoted } from "../format/csvCell.ts";
import type { TableSource } from "../tables/columns.ts";
import { cellsOf } from "../tables/table.ts";
import { type Bytes, interleaved, isFloat } from "./bytes.ts";
import { usualLength } from "./csv.ts";
import { BLOCK } from "./fits/cards.ts";
import { widthOf } from "./fits/table.ts";
import { fitsColumns, fitsTable } from "./fitsFile.ts";
import { descrOf, npyBytes, npyHeader } from "./npy.ts";
import { type RecordColumn, recordColumns, recordParts, remarksOf, sizeOfCell } from "./records.ts";
import type { DataFormat } from "./writing.ts";

/** A table as a file of a format, whatever it was read from. */
export async function tableAs(format: DataFormat, source: TableSource, name: string, signal: AbortSignal) {
  const columns = await recordColumns(source, signal);
  const writing = {
    npy: () => asNpy(source, columns),
    fits: () => asFits(source, columns, name),
    csv: () => asCsv(source, columns),
  }[format]();
  return { ...writing, columns };
}

function asNpy(source: TableSource, all: readonly RecordColumn[]) {
  const columns = all.flatMap((column) => {
    const descr = descrOf(column.dtype);
    return descr === undefined ? [] : [{ ...column, descr }];
  });
  const header = npyHeader(columns, [source.rows]);
  const widths = columns.map(sizeOfCell);
  const hasMasked = columns.some(({ masked, dtype }) => masked && !isFloat(dtype));
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    yield header;
    for await (const { rows, parts } of recordParts(source, columns, signal)) {
      const cells = parts.map((part, i) => npyBytes(part, columns[i]?.dtype ?? "uint8"));
      yield interleaved(cells, widths, rows);
    }
  };
  const masked = hasMasked
    ? "Masked cells keep their stored values; numbers of floating point become NaN."
    : "Masked cells become NaN.";
  return {
    bytes: header.length + source.rows * widths.reduce((sum, width) => sum + width, 0),
    isEstimate: false,
    remarks: remarksOf(source, all, columns, masked),
    pieces,
  };
}

function asFits(source: TableSource, all: readonly RecordColumn[], name: string) {
  const columns = fitsColumns(all);
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const wider = columns.filter(({ index, dtype }) => all[index]?.dtype !== dtype);
  const unseen = columns.filter(({ masked, dtype }) => masked && (dtype === "uint64" || dtype === "bool8"));
  const hasWide = columns.some(({ dtype }) => typeof dtype === "object" && dtype.kind === "ucs4");
  const remarks = [
    ...remarksOf(source, all, columns, "Masked cells get the integer of TNULL, NaN, or no text."),
    ...(wider.length > 0
      ? [
          `${wider.map(({ name, dtype }) => `${name} becomes ${dtype}`).join(", ")}: so astropy finds masked cells.`,
        ]
      : []),
    ...unseen.map(
      ({ name, dtype }) =>
        `astropy does not find the masked cells of ${name}: it reads ${dtype === "bool8" ? "False" : "TNULL + 2^63"} there.`,
    ),
    ...(hasWide ? ["Characters beyond ASCII become question marks."] : []),
  ];
  return {
    bytes:
      Math.ceil((source.rows * width) / BLOCK) * BLOCK +
      (1 + Math.ceil((8 + 4 * columns.length) / 36)) * BLOCK,
    isEstimate: true,
    remarks,
    pieces: (signal: AbortSignal) => fitsTable(source, name, ["Exported from ASDF."], signal),
  };
}

function asCsv(source: TableSource, columns: readonly RecordColumn[]) {
  const line = columns.reduce((sum, { dtype, shape }) => sum + lengthOf(shape) * usualLength(dtype), 2);
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    const encoder = new TextEncoder();
    yield encoder.encode(`${columns.map(({ name }) => quoted(name)).join(",")}\r\n`);
    for await (const { rows, parts } of recordParts(source, columns, signal)) {
      const cells = parts.map((part, i) =>
        cellsOf(part, rows, source.columns[columns[i]?.index ?? 0]?.datatype ?? "", Number.POSITIVE_INFINITY),
      );
      let text = "";
      for (let row = 0; row < rows; row += 1) {
        text += `${cells.map((cell) => (cell.isMasked(row) ? "" : quoted(cell.text(row)))).join(",")}\r\n`;
      }
      yield encoder.encode(text);
    }
  };
  return {
    bytes: source.rows * line,
    isEstimate: true,
    remarks: [
      ...remarksOf(source, columns, columns, "Masked cells are empty."),
      ...(columns.some(({ dtype }) => typeof dtype === "object") ? [GUARDED] : []),
    ],
    pieces,
  };
}
