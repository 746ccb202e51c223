/** The formats of tables that are written, and whether a conversion is one of a table, by the extensions of files. */
import { extname } from "node:path";
import { isTableFile } from "@asdf-wasm/science/format/dialects";

const WRITTEN = {
  ".parquet": "parquet",
  ".parq": "parquet",
  ".pq": "parquet",
  ".ecsv": "ecsv",
  ".vot": "votable",
  ".votable": "votable",
  ".xml": "votable",
  ".csv": "csv",
  ".npy": "npy",
  ".fits": "fits",
  ".fit": "fits",
} as const;

/** The format of a table by the extension of its file; undefined for others, as that of ASDF. */
export function tableFormat(target: string) {
  const extension = extname(target).toLowerCase();
  return Object.entries(WRITTEN).find(([known]) => known === extension)?.[1];
}

/** Whether the output is of a format of tables, or the input is a table, which no other part of the command reads. */
export function isOfTable(source: string, target: string): boolean {
  return (
    tableFormat(target) !== undefined || isTableFile(source) || isTableFile(source.replace(/[?#].*$/, ""))
  );
}
