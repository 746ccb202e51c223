/** A table as an ASDF file: a map of columns, those with a unit as quantities, as other readers know them. */
import { type ArrayData, type NewArray, ndarray, newUnit, type Tagged, withTag, write } from "asdf-wasm";
import type { TableSource } from "../tables/columns.ts";
import type { Bytes } from "./bytes.ts";
import { type RecordColumn, recordColumns, remarksOf, sizeOfCell, typed } from "./records.ts";
import { piecesOf } from "./streams.ts";

const QUANTITY = "tag:stsci.edu:asdf/unit/quantity-1.2.0";
const COLUMN = "tag:stsci.edu:asdf/table/column-1.1.0";
/** The columns are in memory while the file is written. */
const MOST = 2 ** 31;

export async function asdfTable(source: TableSource, name: string, signal: AbortSignal) {
  const columns = await recordColumns(source, signal);
  const bytes = source.rows * columns.reduce((sum, column) => sum + sizeOfCell(column), 0);
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    const parts = await source.read(
      columns.map(({ index }) => index),
      undefined,
      signal,
    );
    const table = new Map(columns.flatMap((column, i) => columnWith(column, parts[i])));
    yield* piecesOf(await write(new Map([[name || "table", table]]), { as: "stream", signal }));
  };
  return {
    columns,
    bytes,
    isEstimate: true,
    remarks: remarksOf(source, columns, columns, "Masked cells stay masked."),
    pieces,
    ...(bytes > MOST && {
      problem: "The table is too large for an ASDF file of its own: export it as FITS.",
    }),
  };
}

function columnWith(
  column: RecordColumn,
  part: ArrayData | undefined,
): readonly (readonly [name: string, value: object])[] {
  if (!part) {
    return [];
  }
  const { name, dtype, unit } = column;
  const array = ndarray(typed(part, dtype), { dtype });
  return [[name, unit ? measured(name, array, newUnit(unit)) : array]];
}

/** No quantity of astropy has magnitudes, or other logarithms of a unit, and a column has. */
function measured(name: string, array: NewArray, unit: Tagged): object {
  return unit.tag.startsWith("tag:stsci.edu:")
    ? withTag({ value: array, unit }, QUANTITY)
    : withTag({ name, data: array, unit }, COLUMN);
}
