/** Tables of the open file for what draws their rows: which there are, columns of numbers, single rows. */

import { cut } from "@asdf-wasm/science/format/format";
import { shownColumn, type TableSource, tableOf } from "@asdf-wasm/science/tables/columns";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import { degreesIn, isNumeric, positionsIn } from "@asdf-wasm/science/tables/positions";
import { cellsOf } from "@asdf-wasm/science/tables/table";
import { isTable } from "@asdf-wasm/science/tree/kinds";
import type { ArrayData } from "asdf-wasm";
import type { TreeNode } from "../../protocol/facts.ts";
import type { CatalogueTable, RowValue } from "../../protocol/over/catalogue.ts";
import type { Nodes } from "../tree/nodes.ts";

/** Trees of more nodes are not searched through. */
const NODES = 4000;

export function cataloguesIn(nodes: Nodes): CatalogueTable[] {
  const found: CatalogueTable[] = [];
  const queue: TreeNode[] = nodes.roots();
  for (let i = 0; i < queue.length && i < NODES; i += 1) {
    const node = queue[i];
    if (node && isTabular(node)) {
      const table = tableAt(nodes, node.id);
      if (table && table.rows > 0 && table.columns.filter(isNumeric).length > 1) {
        const { rows, columns } = table;
        found.push({
          node: node.id,
          path: nodes.path(node.id),
          rows,
          columns: columns.map(shownColumn),
          positions: positionsIn(columns),
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

/** Pairs of numbers, row by row. */
export async function readPositions(
  nodes: Nodes,
  node: number,
  { x, y, place }: PositionColumns,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const table = tableOf(nodes.path(node), nodes.value(node), nodes.hdus);
  const parts = await table.read([x, y], undefined, signal);
  const pairs = new Float64Array(2 * table.rows);
  for (const [i, part] of parts.entries()) {
    const unit = table.columns[i === 0 ? x : y]?.unit ?? "";
    const factor = "sky" in place ? degreesIn(unit) : 1;
    for (let row = 0; row < table.rows; row += 1) {
      pairs[2 * row + i] = part.mask?.[row] ? Number.NaN : Number(part.data[row]) * factor;
    }
  }
  return pairs;
}

/** A column of numbers. */
export async function readNumbers(
  nodes: Nodes,
  node: number,
  column: number,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const table = tableOf(nodes.path(node), nodes.value(node), nodes.hdus);
  const [part] = await table.read([column], undefined, signal);
  return Float64Array.from({ length: table.rows }, (_, row) =>
    !part || part.mask?.[row] ? Number.NaN : Number(part.data[row]),
  );
}

/** One row as text. */
export async function readRow(nodes: Nodes, node: number, row: number): Promise<RowValue[]> {
  const { columns, read } = tableOf(nodes.path(node), nodes.value(node), nodes.hdus);
  const all = columns.map((_, i) => i);
  const parts = await read(all, { start: row, stop: row + 1 }, new AbortController().signal);
  return columns.map(({ name, unit, datatype }, i) => ({
    name: cut(name),
    unit: cut(unit),
    text: textOf(parts[i], datatype),
  }));
}

function textOf(part: ArrayData | undefined, datatype: string): string {
  return part ? cellsOf(part, 1, datatype).text(0) : "";
}

function isTabular({ array, tag, columns }: TreeNode): boolean {
  return array ? array.elements === "records" && !array.unreadable : isTable(tag) || columns !== undefined;
}

function tableAt(nodes: Nodes, id: number): TableSource | undefined {
  try {
    return tableOf(nodes.path(id), nodes.value(id), nodes.hdus);
  } catch {
    // What looks like a table and is none is offered by no one.
    return undefined;
  }
}
