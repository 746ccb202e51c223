/** Tables of open files, and what is made of them: files of ASDF with one table, which the page opens in tabs. */
import { asdfTable } from "@asdf-wasm/science/export/asdfTable";
import { exported } from "@asdf-wasm/science/export/exported";
import { match } from "@asdf-wasm/science/matching/match";
import { arrangedTable } from "@asdf-wasm/science/tables/arranged";
import { type TableSource, tableOf } from "@asdf-wasm/science/tables/columns";
import type { Elsewhere, Progress } from "../../protocol/facts.ts";
import type { TableMatch } from "../../protocol/workerApi.ts";
import type { Guests } from "../guests.ts";
import type { Nodes } from "../tree/nodes.ts";
import { tableOfNode } from "./tables.ts";

/** Defined where the worker is one script, which writes tables without what few need. */
declare const ONE_SCRIPT: true | undefined;

interface OpenTables {
  readonly nodes: Nodes;
  readonly guests: Guests;
}

/** The table of a node, or one of another file. */
export async function anyTable(
  { nodes, guests }: OpenTables,
  place: number | Elsewhere,
): Promise<TableSource> {
  if (typeof place === "number") {
    return tableOfNode(nodes, place);
  }
  const file = await guests.fileOf(place);
  return tableOf(place.path, file.get(place.path) ?? {}, file.hdus);
}

/** @throws RangeError if the tables do not fit together, or no row belongs to another */
export async function matchedTables(
  file: OpenTables,
  { table, other, arrangement, ...options }: TableMatch,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const all = tableOfNode(file.nodes, table);
  const own = arrangement ? await arrangedTable(all, arrangement, signal) : all;
  const found = await match(own, await anyTable(file, other), {
    ...options,
    signal,
    onProgress: (share) => onProgress({ phase: "match", loaded: share, total: 1 }),
  });
  if (found.rows === 0) {
    throw new RangeError("no rows belong together");
  }
  return tableFile(found, "match", signal);
}

/** A file of ASDF with one table. */
export async function tableFile(table: TableSource, name: string, signal: AbortSignal): Promise<Blob> {
  // Descriptions of columns stay where their writer is loaded.
  const writing =
    typeof ONE_SCRIPT === "undefined"
      ? await (await import("@asdf-wasm/catalogues/writing/asdf")).asdfWriting(table, name, signal)
      : await asdfTable(table, name, signal);
  return exported(writing).blob(signal);
}
