/** What is known of a file without reading its arrays. */

import { textOf } from "@asdf-wasm/science/tree/values";
import type { AsdfFile, BlockInfo, Datatype, Hdu, TreeValue, Warning } from "asdf-wasm";

export interface ArraySummary {
  readonly path: string;
  readonly dtype: Datatype;
  readonly shape: readonly number[];
  readonly nbytes: number;
  readonly source: number | string | null;
  /** The number of the HDU of a FITS file that it is in. */
  readonly hdu?: number;
  readonly compression: string | null | undefined;
  readonly error?: string;
}

export interface HduSummary extends Pick<Hdu, "index" | "name" | "version" | "kind" | "offset" | "dataSize"> {
  readonly shape?: readonly number[];
  readonly dtype?: Datatype;
  readonly cards: number;
  readonly problem?: string;
}

export interface Summary {
  readonly source: string;
  readonly size: number;
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion: string | undefined;
  /** What wrote it, such as "asdf 4.1.0". */
  readonly writtenBy: string | undefined;
  readonly comments: readonly string[];
  readonly blocks: readonly BlockInfo[];
  /** Of a FITS file. */
  readonly hdus?: readonly HduSummary[];
  readonly arrays: readonly ArraySummary[];
  readonly warnings: readonly Warning[];
}

export function summaryOf(source: string, file: AsdfFile): Summary {
  const { size, dialect, formatVersion, standardVersion, comments, blocks, warnings } = file;
  const arrays = Array.from(file.arrays(), ([path, array]): ArraySummary => {
    const { dtype, shape, nbytes, source: from, hdu, compression, error } = array;
    return {
      path,
      dtype,
      shape,
      nbytes,
      source: from,
      ...(hdu !== undefined && { hdu }),
      compression,
      ...(error && { error: error.message }),
    };
  });
  const writtenBy = softwareOf(file.get("asdf_library"));
  return {
    source,
    size,
    dialect,
    formatVersion,
    standardVersion,
    writtenBy,
    comments,
    blocks,
    ...(dialect === "fits" && { hdus: file.hdus.map(hduSummary) }),
    arrays,
    warnings,
  };
}

function hduSummary({ shape, dtype, cards, problem, data: _, headerSize: __, ...rest }: Hdu): HduSummary {
  return {
    ...rest,
    ...(shape && { shape }),
    ...(dtype !== undefined && { dtype }),
    cards: cards.length,
    ...(problem && { problem: problem.message }),
  };
}

function softwareOf(node: TreeValue | undefined): string | undefined {
  if (typeof node !== "object" || node === null || !("name" in node)) {
    return undefined;
  }
  const version = "version" in node ? ` ${textOf(node["version"])}` : "";
  return `${textOf(node["name"])}${version}`;
}

/** A warning as a line. */
export function warningText({ message, path, offset, uri, count }: Warning): string {
  const place = [
    uri === undefined ? "" : `in ${uri}`,
    path === undefined ? "" : `at \`${path}\``,
    offset === undefined ? "" : `at byte ${offset}`,
    // Messages of several files count them.
    count === undefined || count < 2 || message.startsWith(`${count} of `) ? "" : `${count} times`,
  ].filter((part) => part !== "");
  return place.length > 0 ? `${message} (${place.join(", ")})` : message;
}
