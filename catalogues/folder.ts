/**
 * Folders of Parquet files as one table: catalogues of HATS, and files that are named after what they have in common (`night=3/…`). A file
 * of the folder says which there are, or a list does.
 */
import { AsdfError, type OpenOptions } from "asdf-wasm";
import { Files, type FolderReader } from "./folders/files.ts";
import { severalTables } from "./folders/several.ts";
import { rowsByFile } from "./formats/parquet/summary.ts";
import { type FolderList, Hats } from "./hats/catalogue.ts";
import { hatsTable } from "./hats/table.ts";
import type { OpenedTable } from "./table.ts";

/** Options of `openFolder`. */
export interface FolderOptions extends OpenOptions {
  /** Lists the files of the folder, and of the folders in it, by their paths. It is asked where no file of the folder says which there are. */
  readonly list?: FolderList | undefined;
}

export async function folderTable(
  folder: string | URL | FolderReader,
  { list, ...options }: FolderOptions,
): Promise<OpenedTable> {
  const files = new Files(folder, options);
  try {
    const hats = await Hats.in(files, list);
    if (typeof hats !== "string") {
      const table = await hatsTable(hats, options.signal);
      const size = 1024 * (Number(hats.properties["hats_estsize"]) || 0);
      return { ...table, format: "hats", size, tables: [], close: () => hats.close() };
    }
    const paths = (await named(files, list !== undefined)) ?? (await list?.())?.filter(isParquet);
    if (!paths) {
      const message = `nothing says which files are in the folder: there is no \`${hats}\`, as in a catalogue of HATS, no \`_metadata\`, and no list`;
      throw new AsdfError("not-found", message);
    }
    files.close();
    return await severalTables(paths, (path) => files.source(path), options, true);
  } catch (thrown) {
    files.close();
    throw thrown;
  }
}

/** The files that `_metadata` names; undefined if it is not there, or if it is damaged and there is a list. */
async function named(files: Files, hasList: boolean): Promise<readonly string[] | undefined> {
  const { signal } = files.options;
  try {
    const bytes = await files.open("_metadata");
    return bytes && [...(await rowsByFile(bytes, signal)).keys()];
  } catch (thrown) {
    if (!hasList || signal?.aborted) {
      throw thrown;
    }
    return undefined;
  }
}

function isParquet(path: string): boolean {
  return /\.(parquet|parq|pq)$/i.test(path);
}
