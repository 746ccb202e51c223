/** Whether a conversion is one of a table, by the extensions of its files. */
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

/** The format of the output if it is one of tables, or if the input is a table. */
export function tableFormat(source: string, target: string) {
  const extension = extname(target).toLowerCase();
  const format = Object.entries(WRITTEN).find(([known]) => known === extension)?.[1];
  // No other part of the command reads these.
  const isTable = isTableFile(source) || isTableFile(source.replace(/[?#].*$/, ""));
  return format ?? (isTable ? ("asdf" as const) : undefined);
}
