/**
 * The entry `asdf-wasm/catalogues`: tables of Parquet, VOTable, ECSV, CSV, FITS and ASDF, all as the one table of `asdf-wasm/tables`,
 * which sorts, filters and reads rows. Rows are read by range where the format allows it.
 *
 * @example
 * import { openTable } from "asdf-wasm/catalogues";
 * import { readRows } from "asdf-wasm/tables";
 * const table = await openTable("https://example.org/r0000101_cat.parquet");
 * const { ra, dec } = await readRows(table, { columns: ["ra", "dec"] });
 */
export type { FolderOptions } from "./folder.ts";
export type { FolderReader } from "./folders/files.ts";
export { openSeveral } from "./folders/several.ts";
export type { FolderList, HatsCatalogue } from "./hats/catalogue.ts";
export type { Cone, Partition } from "./hats/pixels.ts";
export { openFolder, openHats, openTable } from "./open.ts";
export type { CsvOptions, OpenedTable, TableFormat, TableOptions } from "./table.ts";
export { type WrittenFormat, writeTable } from "./writing/write.ts";
