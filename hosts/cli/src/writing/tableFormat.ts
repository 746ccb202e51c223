/** Whether a conversion is one of a table, by the extensions of its files. */
import { extname } from "node:path";

const WRITTEN = {
  ".ecsv": "ecsv",
  ".vot": "votable",
  ".votable": "votable",
  ".xml": "votable",
  ".csv": "csv",
  ".npy": "npy",
  ".fits": "fits",
  ".fit": "fits",
} as const;
/** Tables that no other part of the command reads. */
const READ = /\.(?:ecsv|vot|votable|xml|csv|tsv|parquet|parq|pq)(?:\.gz)?(?:[?#].*)?$/i;

/** The format of the output if it is one of tables, or if the input is a table. */
export function tableFormat(source: string, target: string) {
  const extension = extname(target).toLowerCase();
  const format = Object.entries(WRITTEN).find(([known]) => known === extension)?.[1];
  return format ?? (READ.test(source) ? ("asdf" as const) : undefined);
}
