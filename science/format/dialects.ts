/** The formats of files in words. */
interface Versions {
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string | undefined;
}

/** Formats of tables. */
const TABLES: Readonly<Record<string, string>> = {
  parquet: "Parquet",
  votable: "VOTable",
  ecsv: "ECSV",
  csv: "CSV",
  hats: "HATS",
};

/** What the names of ASDF and FITS files end with, compressed or not. */
export const OWN_ENDING = /\.(asdf|finf|fits?|fts)(\.gz)?$/i;

/** Whether a file has the name of a table in another format than ASDF and FITS, or it is a folder, of tables. */
export function isTableFile(name: string): boolean {
  return /\.(parquet|parq|pq|vot|votable|xml|ecsv|csv|tsv)(\.gz)?$|\/$/i.test(name);
}

/** The folder of tables that an address or a path names: by itself, with `/` behind it, or by a file that describes it. */
export function folderIn(address: string): string | undefined {
  const [, folder] = /^((?:.*[/\\])?)(?:(?:hats|collection)\.properties|_metadata)?$/s.exec(address) ?? [];
  return folder === "" && address !== "" ? "./" : folder || undefined;
}

/** The version of FITS that files are read as. */
const FITS = "FITS 4.0";

/** `ASDF 1.6.0`, with the version of the standard where the file states it; `FITS 4.0 · ASDF 1.6.0 inside`. */
export function formatOf({ dialect, formatVersion, standardVersion }: Versions): string {
  const version = standardVersion ?? formatVersion;
  if (dialect === "fits") {
    return hasAsdf({ formatVersion, standardVersion }) ? `${FITS} · ASDF ${version} inside` : FITS;
  }
  return TABLES[dialect] ?? `${dialect === "finf-0.1" ? "FINF" : "ASDF"} ${version}`;
}

/** The dialect in words. */
export function dialectOf({ dialect, ...versions }: Versions): string {
  switch (dialect) {
    case "asdf":
      return "ASDF";
    case "asdf-0.1":
      return "ASDF 0.1.0, from before the standard";
    case "finf-0.1":
      return "FINF 0.1.0, the predecessor of ASDF";
    case "fits":
      return hasAsdf(versions) ? `${FITS}, with ASDF in an extension` : FITS;
    default:
      return TABLES[dialect] ?? dialect;
  }
}

/** Whether a file has a tree of ASDF. */
export function isAsdf({ dialect, ...versions }: Versions): boolean {
  return dialect === "fits" ? hasAsdf(versions) : !Object.hasOwn(TABLES, dialect);
}

/** Whether there are schemas for the tree of a file: for ASDF since 1.0.0. */
export function hasSchemas({ dialect, ...versions }: Versions): boolean {
  return dialect === "asdf" || (dialect === "fits" && hasAsdf(versions));
}

/** Whether a FITS file has ASDF inside: versions are of that then. */
export function hasAsdf({ formatVersion, standardVersion }: Omit<Versions, "dialect">): boolean {
  return standardVersion !== undefined || formatVersion !== "4.0";
}
