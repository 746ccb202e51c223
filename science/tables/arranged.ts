/** A table in the order and with the rows in which it is shown, as a table of its own. */
import type { TableSource } from "./columns.ts";
import { pickedRows } from "./picked.ts";
import { Table } from "./table.ts";
import type { Arrangement } from "./window.ts";

export async function arrangedTable(
  source: TableSource,
  arrangement: Arrangement,
  signal: AbortSignal,
  table = new Table(source),
): Promise<TableSource> {
  const order = await table.order(arrangement, signal);
  return order ? pickedRows(source, order) : source;
}
