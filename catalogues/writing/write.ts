/** Writing a table in any format: what writes it is loaded when it is needed. */
import { type ExportedFile, exported } from "@asdf-wasm/science/export/exported";
import type { Writing } from "@asdf-wasm/science/export/writing";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { metadataLost } from "./remarks.ts";

/** The formats in which a table is written. */
export type WrittenFormat = "parquet" | "ecsv" | "votable" | "csv" | "fits" | "npy" | "asdf";

const WRITERS: Readonly<
  Record<WrittenFormat, (table: TableSource, name: string, signal: AbortSignal) => Promise<Writing>>
> = {
  parquet: async (table, _, signal) => (await import("./parquet.ts")).parquetWriting(table, signal),
  ecsv: async (table, _, signal) => (await import("./ecsv.ts")).ecsvWriting(table, signal),
  votable: async (table, name, signal) => (await import("./votable.ts")).votableWriting(table, name, signal),
  asdf: async (table, name, signal) =>
    lossy(table, await (await import("./asdf.ts")).asdfWriting(table, name, signal), ["UCDs"], true),
  csv: (table, name, signal) => byScience("csv", table, name, signal, ["units", "descriptions", "UCDs"]),
  fits: (table, name, signal) => byScience("fits", table, name, signal, ["descriptions", "UCDs"]),
  npy: (table, name, signal) => byScience("npy", table, name, signal, ["units", "descriptions", "UCDs"]),
};

/**
 * A table as a file of another format. The remarks of the result say what this has no place for.
 *
 * @param name of the table, in formats in which tables have one
 *
 * @example
 * const table = await openTable("sources.ecsv");
 * const file = await writeTable(table, "votable");
 * console.log(file.remarks);
 * await writeFile("sources.vot", file.stream());
 */
export async function writeTable(
  table: TableSource,
  format: WrittenFormat,
  name = "table",
): Promise<ExportedFile> {
  if (!Object.hasOwn(WRITERS, format)) {
    throw new TypeError(
      `\`${format}\` is not a format of tables: they are ${Object.keys(WRITERS).join(", ")}`,
    );
  }
  return exported(await WRITERS[format](table, name, new AbortController().signal));
}

async function byScience(
  format: "csv" | "fits" | "npy",
  table: TableSource,
  name: string,
  signal: AbortSignal,
  lost: readonly Lost[],
): Promise<Writing> {
  const { tableAs } = await import("@asdf-wasm/science/export/tables");
  return lossy(table, await tableAs(format, table, name, signal), lost);
}

type Lost = "units" | "descriptions" | "UCDs";

function lossy(table: TableSource, writing: Writing, lost: readonly Lost[], isMetadataKept = false): Writing {
  const there = { units: "unit", descriptions: "description", UCDs: "ucd" } as const;
  const gone = lost.filter((kind) => table.columns.some((column) => column[there[kind]]));
  return {
    ...writing,
    remarks: [
      ...writing.remarks,
      ...(gone.length > 0 ? [`Without the ${gone.join(" and ")} of columns.`] : []),
      ...metadataLost(table, () => isMetadataKept),
    ],
  };
}
