/** The photometry of an image at the rows of a table, as a file with the table and its new columns. */
import { withApertures } from "@asdf-wasm/science/catalogue/apertures";
import { pickedRows } from "@asdf-wasm/science/tables/picked";
import type { Progress } from "../../protocol/facts.ts";
import type { RowsRequest } from "../../protocol/measure.ts";
import type { OpenFile } from "../opened.ts";
import { anyTable, tableFile } from "../table/matching.ts";
import { Measurement } from "./measurement.ts";

export async function measuredRows(
  { file, nodes, arrays, world, guests }: OpenFile,
  { table, pixels, rows, background, ...request }: RowsRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  // What is read around one row has the pixels of others, also of a file on a server.
  const measured = { file, nodes, arrays, world, isRemote: false, kept: {} };
  const measurement = new Measurement(measured, request, signal);
  const all = await anyTable({ nodes, guests }, table);
  const columns = await measurement.rows(pixels, background, (share) =>
    onProgress({ phase: "rows", loaded: share, total: 1 }),
  );
  return tableFile(withApertures(rows ? pickedRows(all, rows) : all, columns), "measured", signal);
}
