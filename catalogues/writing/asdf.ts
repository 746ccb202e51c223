/** Tables as ASDF files with one table of astropy, which keeps units, descriptions and metadata. */
import type { Bytes } from "@asdf-wasm/science/export/bytes";
import { recordColumns, remarksOf, sizeOfCell, typed } from "@asdf-wasm/science/export/records";
import { piecesOf } from "@asdf-wasm/science/export/streams";
import type { Writing } from "@asdf-wasm/science/export/writing";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { ndarray, newTable, write } from "asdf-wasm";
import { metadataOf } from "./remarks.ts";

/** The columns are in memory while the file is written. */
const MOST = 2 ** 31;

export async function asdfWriting(source: TableSource, name: string, signal: AbortSignal): Promise<Writing> {
  const columns = await recordColumns(source, signal);
  const bytes = source.rows * columns.reduce((sum, column) => sum + sizeOfCell(column), 0);
  const of = <T>(value: (index: number) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      columns.flatMap(({ name, index }) => {
        const its = value(index);
        return its ? [[name, its] as const] : [];
      }),
    );
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    const parts = await source.read([...source.columns.keys()], undefined, signal);
    const table = newTable(
      Object.fromEntries(
        columns.flatMap(({ name, index, dtype }) => {
          const part = parts[index];
          return part ? [[name, ndarray(typed(part, dtype), { dtype })] as const] : [];
        }),
      ),
      {
        units: of((index) => source.columns[index]?.unit),
        descriptions: of((index) => source.columns[index]?.description),
        meta: metadataOf(source),
      },
    );
    yield* piecesOf(await write({ [name]: table }, { as: "stream", signal }));
  };
  return {
    bytes,
    isEstimate: true,
    remarks: remarksOf(source, columns, columns, "Masked cells stay masked."),
    pieces,
    ...(bytes > MOST && { problem: "The table is too large for an ASDF file of its own: write it as FITS." }),
  };
}
