/** Catalogues as the page asks for them. */
import { transfer } from "comlink";
import type { CatalogueCalls } from "../../protocol/over/catalogue.ts";
import { answer, opened, stoppable } from "../opened.ts";

export const catalogueCalls: CatalogueCalls = {
  catalogues: () =>
    answer(async () => {
      const { cataloguesIn } = await import("./catalogues.ts");
      return cataloguesIn(opened().nodes);
    }),

  positions: (task, node, columns) =>
    stoppable(task, async (signal) => {
      const { readPositions } = await import("./catalogues.ts");
      const pairs = await readPositions(opened().nodes, node, columns, signal);
      return transfer(pairs, [pairs.buffer]);
    }),

  numbers: (task, node, column) =>
    stoppable(task, async (signal) => {
      const { readNumbers } = await import("./catalogues.ts");
      const values = await readNumbers(opened().nodes, node, column, signal);
      return transfer(values, [values.buffer]);
    }),

  row: (node, row) =>
    answer(async () => {
      const { readRow } = await import("./catalogues.ts");
      return readRow(opened().nodes, node, row);
    }),
};
