/** A table as an ASDF file: a map of columns, those with a unit as quantities, as other readers know them. */
import { type ArrayData, ndarray, Tagged, withTag, write } from "asdf-wasm";
import type { TableSource } from "../tables/columns.ts";
import type { Bytes } from "./bytes.ts";
import { type RecordColumn, recordColumns, remarksOf, sizeOfCell, typed } from "./records.ts";
import { piecesOf } from "./streams.ts";

const QUANTITY = "tag:stsci.edu:asdf/unit/quantity-1.2.0";
const UNIT = "tag:stsci.edu:asdf/unit/unit-1.0.0";
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
  return [[name, unit ? withTag({ value: array, unit: new Tagged(UNIT, unit) }, QUANTITY) : array]];
}
