/** Catalogues as the page asks for them. */
import { transfer } from "comlink";
import type { CatalogueCalls } from "../../protocol/over/catalogue.ts";
import type { Answers } from "../held.ts";
import { tableOfNode } from "../table/tables.ts";

export const catalogueAnswers: Answers<CatalogueCalls> = {
  async list({ nodes }) {
    const { cataloguesIn } = await import("../table/catalogues.ts");
    return cataloguesIn(nodes);
  },

  async date({ file }) {
    const { yearOf } = await import("@asdf-wasm/science/tables/motion");
    const { observationOf } = await import("../observation/observation.ts");
    const date = observationOf(file).find(({ name }) => name === "date");
    // The beginning of an exposure.
    return yearOf(date?.value.split(" – ")[0] ?? "");
  },

  async positions({ nodes }, { columns, motion, aside, ...rows }, signal) {
    const { readPositions } = await import("@asdf-wasm/science/tables/rows");
    const { rowsOfNode } = await import("../table/catalogues.ts");
    const pairs = await readPositions(rowsOfNode(nodes, rows), columns, signal, motion, aside);
    return transfer(pairs, [pairs.buffer]);
  },

  async errors({ nodes }, { columns, isOnSky, ...rows }, signal) {
    const { readErrors } = await import("@asdf-wasm/science/tables/errors");
    const { rowsOfNode } = await import("../table/catalogues.ts");
    const found = await readErrors(rowsOfNode(nodes, rows), columns, isOnSky, signal);
    return transfer(found, [found.buffer]);
  },

  async numbers({ nodes }, { column, ...rows }, signal) {
    const { readNumbers } = await import("@asdf-wasm/science/tables/rows");
    const { rowsOfNode } = await import("../table/catalogues.ts");
    const values = await readNumbers(rowsOfNode(nodes, rows), column, signal);
    return transfer(values, [values.buffer]);
  },

  async figures({ nodes }, { node, sizes, ...positions }, signal) {
    const { rowFigures } = await import("@asdf-wasm/science/catalogue/figures");
    return rowFigures(tableOfNode(nodes, node), positions, sizes, signal);
  },

  async inView({ nodes }, { node, cone, most }) {
    const { rowsInView } = await import("../table/catalogues.ts");
    return rowsInView(tableOfNode(nodes, node), cone, most);
  },

  async row({ nodes }, { node, row }) {
    const { readRow } = await import("@asdf-wasm/science/tables/rows");
    return readRow(tableOfNode(nodes, node), row);
  },
};
