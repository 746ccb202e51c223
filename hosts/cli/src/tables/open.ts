/** Opens the table of a file of any format, and what options say of CSV. */
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import type { Context } from "../context.ts";
import { failureOf, inputOf, isInBucket } from "../reading/open.ts";
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
  const csv = {
    delimiter: delimiter === "tab" ? "\t" : delimiter,
    decimal,
    // Without the option it is found.
    ...(!header && { header }),
  };
  try {
    const opened = await withBar("Opening", async ({ report }) => {
      const options = { table: numbered(table), csv, onProgress: report };
      if (isInBucket(source)) {
        const { sourceInBucket } = await import("../buckets/bucket.ts");
        return openTable(await sourceInBucket(source), options);
      }
      return openTable(given, options);
    });
    context.note(...opened.warnings.map((warning) => `warning: ${warning}`));
    return opened;
  } catch (thrown) {
    throw failureOf(source, thrown);
  }
}

/** Digits are the number of a table, as `openTable()` counts them in each format. */
function numbered(table: string | undefined): string | number | undefined {
  return table !== undefined && /^\d+$/.test(table) ? Number(table) : table;
}
