/** Tables written in another format: which one is known by the extension of the output. */
import { extname } from "node:path";
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { STANDARD } from "../reading/open.ts";
import { counted, withBar } from "../terminal/progress.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";
import { tableFormat } from "../writing/tableFormat.ts";
import { type OpeningOptions, openedTable, tellOfRows } from "./open.ts";

export interface ConvertTableOptions extends OpeningOptions {
  readonly force?: boolean;
}

export async function convertTable(
  context: Context,
  source: string,
  target: string,
  options: ConvertTableOptions,
): Promise<number> {
  checkTarget(target, options.force ?? false);
  const table = await openedTable(context, source, options);
  const name = source === STANDARD ? "table" : nameIn(source);
  using _told = tellOfRows(context, table);
  await writeTableTo(context, target, table, name, [table]);
  return EXIT.done;
}

/**
 * Writes a table in the format of the extension, or as ASDF.
 *
 * @param read the tables that were opened for it, whose warnings are told with what is written
 */
export async function writeTableTo(
  context: Context,
  target: string,
  table: TableSource,
  name: string,
  read: readonly OpenedTable[],
): Promise<void> {
  const { writeTable } = await import("@asdf-wasm/catalogues/writing/write");
  const file = await writeTable(table, tableFormat(target) ?? "asdf", name);
  await withBar("Writing", (bar) => writeTarget(target, counted(file.stream(), bar)));
  if (context.json && target !== STANDARD) {
    const warnings = read.flatMap((one) => one.warnings);
    context.printJson({ written: [target], rows: table.rows, remarks: file.remarks, warnings });
  } else {
    context.note(...file.remarks);
  }
}

function nameIn(source: string): string {
  const last = source.split(/[\\/]/).at(-1) ?? "";
  return last.slice(0, last.length - extname(last).length) || "table";
}
