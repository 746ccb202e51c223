/** Two tables as one, in a file that the page opens in a tab. */
import { asdfTable } from "@asdf-wasm/science/export/asdfTable";
import { exported } from "@asdf-wasm/science/export/exported";
import { match } from "@asdf-wasm/science/matching/match";
import { type TableSource, tableOf } from "@asdf-wasm/science/tables/columns";
import type { Elsewhere, Progress } from "../../protocol/facts.ts";
import type { TableMatch } from "../../protocol/workerApi.ts";
import type { Guests } from "../guests.ts";
import type { Nodes } from "../tree/nodes.ts";
import { tableOfNode } from "./tables.ts";

/** Defined where the worker is one script, which writes tables without what few need. */
declare const ONE_SCRIPT: true | undefined;

/** @throws RangeError if the tables do not fit together, or no row belongs to another */
export async function matchedTables(
  { nodes, guests }: { readonly nodes: Nodes; readonly guests: Guests },
  { table, other, ...options }: TableMatch,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const elsewhere = async (place: Elsewhere): Promise<TableSource> => {
    const file = await guests.fileOf(place);
    return tableOf(place.path, file.get(place.path) ?? {}, file.hdus);
  };
  const right = typeof other === "number" ? tableOfNode(nodes, other) : await elsewhere(other);
  const found = await match(tableOfNode(nodes, table), right, {
    ...options,
    signal,
    onProgress: (share) => onProgress({ phase: "match", loaded: share, total: 1 }),
  });
  if (found.rows === 0) {
    throw new RangeError("no rows belong together");
  }
  // Descriptions of columns stay where their writer is loaded.
  const writing =
    typeof ONE_SCRIPT === "undefined"
      ? await (await import("@asdf-wasm/catalogues/writing/asdf")).asdfWriting(found, "match", signal)
      : await asdfTable(found, "match", signal);
  return exported(writing).blob(signal);
}
