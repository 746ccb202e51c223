/** Opens the table of a file of any format, or of a folder, and what options say of CSV. */
import { statSync } from "node:fs";
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import { folderIn } from "@asdf-wasm/science/format/dialects";
import type { Context } from "../context.ts";
import { failureOf, inputOf, isInBucket, isRemote, pathOf } from "../reading/open.ts";
import { withBar } from "../terminal/progress.ts";

/** Options of all subcommands that read tables. */
export interface OpeningOptions {
  readonly table?: string | undefined;
  readonly delimiter?: string;
  readonly decimal?: "." | ",";
  readonly header: boolean;
}

export async function openedTable(
  context: Context,
  source: string,
  { table, delimiter, decimal, header }: OpeningOptions,
): Promise<OpenedTable> {
  const { openTable } = await import("@asdf-wasm/catalogues/open");
  const given = inputOf(source);
  const isOnDisk = typeof given === "string" && !isRemote(source) && !isInBucket(source);
  const isFolder = isOnDisk && statSync(pathOf(source), { throwIfNoEntry: false })?.isDirectory();
  const folder = typeof given === "string" ? folderIn(isFolder ? `${source}/` : source) : undefined;
  const csv = {
    delimiter: delimiter === "tab" ? "\t" : delimiter,
    decimal,
    // Without the option it is found.
    ...(!header && { header }),
  };
  try {
    const opened = await withBar("Opening", async ({ report }) => {
      if (folder !== undefined) {
        const { openedFolder } = await import("./folder.ts");
        return openedFolder(folder, { onProgress: report });
      }
      const options = { table: numbered(table), csv, onProgress: report };
      if (isInBucket(source)) {
        const { sourceInBucket } = await import("../buckets/bucket.ts");
        return openTable(await sourceInBucket(source), options);
      }
      return openTable(given, options);
    });
    noteWarnings(context, opened.warnings);
    return opened;
  } catch (thrown) {
    throw failureOf(source, thrown);
  }
}

function noteWarnings(context: Context, warnings: readonly string[]): void {
  context.note(...warnings.map((warning) => `warning: ${warning}`));
}

/** Tells in the end what reading rows of tables found wrong after these were opened. */
export function tellOfRows(context: Context, ...tables: readonly OpenedTable[]): Disposable {
  const said = tables.map(({ warnings }) => warnings.length);
  return {
    [Symbol.dispose]: () =>
      noteWarnings(
        context,
        tables.flatMap(({ warnings }, i) => warnings.slice(said[i])),
      ),
  };
}

/** Digits are the number of a table, as `openTable()` counts them in each format. */
function numbered(table: string | undefined): string | number | undefined {
  return table !== undefined && /^\d+$/.test(table) ? Number(table) : table;
}
