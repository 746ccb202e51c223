/** The tables of a file that the page asks for: the newest is kept, with the newest plot of it. */

import { countThere } from "@asdf-wasm/science/elements/there";
import { type TableSource, tableOf } from "@asdf-wasm/science/tables/columns";
import { Plot } from "@asdf-wasm/science/tables/plotting";
import { Table } from "@asdf-wasm/science/tables/table";
import { NdArray, slice } from "asdf-wasm";
import type { PlotRequest } from "../../protocol/plot.ts";
import type { Nodes } from "../tree/nodes.ts";

interface Known {
  readonly id: number;
  readonly table: Table;
  /** The newest plot of it, by what was asked for. */
  plot?: { readonly key: string; readonly plot: Plot };
}

/** The table of a node, read again. */
export function tableOfNode(nodes: Nodes, id: number): TableSource {
  return tableOf(nodes.path(id), nodes.value(id), nodes.hdus);
}

export class Tables {
  readonly #nodes: Nodes;
  #known: Known | undefined;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** The table of a node, or of the map that it is a column of. */
  at(node: number): Table {
    return this.#at(node).table;
  }

  /** The same, counting its rows: if the file ends inside its data, the rows that are there are all that there is of it. */
  async counted(node: number): Promise<Table> {
    const nodes = this.#nodes;
    const id = nodes.tableNode(node);
    const value = nodes.value(id);
    if (value instanceof NdArray && nodes.hdus[value.hdu ?? -1]?.problem?.code === "truncated") {
      const rows = await countThere(value.shape[0] ?? 0, (start, stop) => value.read([slice(start, stop)]));
      this.#known = { id, table: new Table({ ...tableOf(nodes.path(id), value, nodes.hdus), rows }) };
    }
    return this.at(id);
  }

  async plot(node: number, request: PlotRequest, signal: AbortSignal): Promise<Plot> {
    const at = this.#at(node);
    const key = JSON.stringify(request);
    if (at.plot?.key !== key) {
      const { x, y, color, logX, logY, filters } = request;
      const columns = {
        x: await at.table.numbers(x, signal),
        y: await at.table.numbers(y, signal),
        color: color === undefined ? undefined : await at.table.numbers(color, signal),
      };
      const rows = filters.length > 0 ? await at.table.order({ filters }, signal) : undefined;
      at.plot = { key, plot: new Plot({ ...columns, logX, logY, rows }) };
    }
    return at.plot.plot;
  }

  #at(node: number): Known {
    const nodes = this.#nodes;
    const id = nodes.tableNode(node);
    if (this.#known?.id !== id) {
      this.#known = { id, table: new Table(tableOfNode(nodes, id)) };
    }
    return this.#known;
  }
}
