/** Catalogues as the page asks for them. */
import { transfer } from "comlink";
import type { CatalogueCalls } from "../../protocol/over/catalogue.ts";
import type { Answers } from "../held.ts";

export const catalogueAnswers: Answers<CatalogueCalls> = {
  async list({ nodes }) {
    const { cataloguesIn } = await import("../table/catalogues.ts");
    return cataloguesIn(nodes);
  },

  async positions({ nodes }, { node, columns }, signal) {
    const { readPositions } = await import("../table/catalogues.ts");
    const pairs = await readPositions(nodes, node, columns, signal);
    return transfer(pairs, [pairs.buffer]);
  },

  async numbers({ nodes }, { node, column }, signal) {
    const { readNumbers } = await import("../table/catalogues.ts");
    const values = await readNumbers(nodes, node, column, signal);
    return transfer(values, [values.buffer]);
  },

  async row({ nodes }, { node, row }) {
    const { readRow } = await import("../table/catalogues.ts");
    return readRow(nodes, node, row);
  },
};
