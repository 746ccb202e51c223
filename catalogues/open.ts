/** Opening tables, of files and of folders. What reads folders is loaded with the first one. */
import { folderIn } from "@asdf-wasm/science/format/dialects";
import type { OpenOptions, Source } from "asdf-wasm";
import { openFile } from "./file.ts";
import type { FolderOptions } from "./folder.ts";
import type { FolderReader } from "./folders/files.ts";
import type { HatsCatalogue } from "./hats/catalogue.ts";
import type { OpenedTable, TableOptions } from "./table.ts";

/**
 * Opens a table of a Parquet, VOTable, ECSV, CSV, TSV, FITS or ASDF file, from whatever `open()` takes. Of Parquet, FITS and ASDF only
 * what describes the table is read, and rows when they are asked for. An address, or in Node a path, that ends with `/`, or with the name of a
 * file that describes a folder (`hats.properties`, `collection.properties`, `_metadata`), is a folder, as `openFolder()` opens it.
 *
 * @throws AsdfError `not-asdf` if the file is no table of these formats, `not-found` if the one that is asked for is not there,
 * `unsupported-encoding` if it is encrypted, `truncated`, `corrupt-data`, `network`, `aborted`, …
 *
 * @example
 * const table = await openTable(input.files[0]);
 * console.log(table.format, table.rows, table.columns.map(({ name, unit }) => `${name} [${unit}]`));
 */
export async function openTable(source: Source, options: TableOptions = {}): Promise<OpenedTable> {
  const folder = typeof source === "string" || source instanceof URL ? folderIn(String(source)) : undefined;
  return folder === undefined ? openFile(source, options) : openFolder(folder, options);
}

/**
 * Opens the Parquet files of a folder as one table: at an address, in Node at a path, or behind a function that finds its files. Of a catalogue
 * of HATS these are its partitions, which are read when their rows are; otherwise the files that `_metadata` names, or else `list`, with columns of
 * what folders are named after, as `openSeveral()` has them. What cannot be read is named in `warnings`, in which there may be more after rows were
 * read: rows of a partition are masked then, and other files are left out.
 *
 * @throws AsdfError `not-found` if nothing says which files there are, and as opening a table does
 *
 * @example
 * const table = await openFolder("https://example.org/hats/gaia/");
 * const { ra, dec } = await readRows(table, { columns: ["ra", "dec"], start: 0, stop: 100 });
 */
export async function openFolder(
  folder: string | URL | FolderReader,
  options: FolderOptions = {},
): Promise<OpenedTable> {
  const { folderTable } = await import("./folder.ts");
  return folderTable(folder, options);
}

/**
 * Opens a catalogue in a folder of HATS: at an address, in Node at a path, or behind a function that finds its files. What describes it
 * is read. Of a collection it is the primary catalogue.
 *
 * @throws AsdfError `not-found` if the folder has none
 *
 * @example
 * const catalogue = await openHats("https://data.lsdb.io/hats/gaia_dr3/gaia");
 * const table = await catalogue.table({ cone: { ra: 56.75, dec: 24.1, radius: 0.1 } });
 * const { source_id } = await readRows(table, { columns: ["source_id"] });
 */
export async function openHats(
  folder: string | URL | FolderReader,
  options: OpenOptions = {},
): Promise<HatsCatalogue> {
  const { hatsCatalogue } = await import("./hats/catalogue.ts");
  return hatsCatalogue(folder, options);
}
