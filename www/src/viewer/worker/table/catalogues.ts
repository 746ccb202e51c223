/** Tables of the open file whose rows can be drawn over an image. */

import { shownColumn, type TableSource } from "@asdf-wasm/science/tables/columns";
import { errorsIn } from "@asdf-wasm/science/tables/errors";
import { motionIn } from "@asdf-wasm/science/tables/motion";
import { hasNumbers, positionsIn } from "@asdf-wasm/science/tables/positions";
import type { SkyCone } from "@asdf-wasm/science/tables/sky";
import { rowsOfSpans } from "@asdf-wasm/science/tables/spans";
import { isTable } from "@asdf-wasm/science/tree/kinds";
import type { TreeNode } from "../../protocol/facts.ts";
import type { CatalogueTable, RowsInView, TableRows } from "../../protocol/over/catalogue.ts";
import type { Nodes } from "../tree/nodes.ts";
import { tableOfNode } from "./tables.ts";

/** Trees of more nodes are not searched through. */
const NODES = 4000;

export function cataloguesIn(nodes: Nodes): CatalogueTable[] {
  const found: CatalogueTable[] = [];
  const queue: TreeNode[] = nodes.roots();
  for (let i = 0; i < queue.length && i < NODES; i += 1) {
    const node = queue[i];
    if (node && isTabular(node)) {
      const table = tableAt(nodes, node.id);
      if (table && table.rows > 0 && table.columns.filter(hasNumbers).length > 1) {
        const { rows, columns } = table;
        const positions = positionsIn(columns);
        const onSky = positions.find(({ place }) => "sky" in place);
        found.push({
          node: node.id,
          path: nodes.path(node.id),
          rows,
          columns: columns.map(shownColumn),
          positions,
          motion: onSky && motionIn(columns, onSky),
          errors: positions[0] && errorsIn(columns, positions[0]),
          isOnSky: table.sky !== undefined,
        });
        continue;
      }
    }
    if (node && node.children > 0 && node.kind !== "reference") {
      for (const child of nodes.childrenHere(node.id)) {
        queue.push(child);
      }
    }
  }
  return found.sort((one, other) => Number(other.positions.length > 0) - Number(one.positions.length > 0));
}

/** The table of a node, or some spans of its rows as a table. */
export function rowsOfNode(nodes: Nodes, { node, spans }: TableRows): TableSource {
  const table = tableOfNode(nodes, node);
  return spans ? rowsOfSpans(table, spans) : table;
}

export function rowsInView(table: TableSource, cone: SkyCone, most: number): RowsInView {
  const spans = table.sky?.spans(cone) ?? [];
  if (spans.reduce((sum, { start, stop }) => sum + stop - start, 0) <= most) {
    return { spans };
  }
  const cells = table.sky?.cells(cone) ?? [];
  return {
    spans: [],
    cells: {
      rows: Float64Array.from(cells, ({ rows }) => rows),
      corners: Float64Array.from(cells.flatMap(({ corners }) => corners)),
    },
  };
}

function isTabular({ array, tag, columns }: TreeNode): boolean {
  return array ? array.elements === "records" && !array.unreadable : isTable(tag) || columns !== undefined;
}

function tableAt(nodes: Nodes, id: number): TableSource | undefined {
  try {
    return tableOfNode(nodes, id);
  } catch {
    // What looks like a table but is not one is not offered.
    return undefined;
  }
}
