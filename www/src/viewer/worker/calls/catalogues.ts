/** Catalogues as the page asks for them. */
import { transfer } from "comlink";
import type { CatalogueCalls } from "../../protocol/over/catalogue.ts";
import type { HeldFile } from "../held.ts";

export function catalogueCalls(held: HeldFile): CatalogueCalls {
  return {
    catalogues: () =>
      held.answer(async ({ nodes }) => {
        const { cataloguesIn } = await import("../table/catalogues.ts");
        return cataloguesIn(nodes);
      }),

    positions: (task, node, columns) =>
      held.stoppable(task, async ({ nodes }, signal) => {
        const { readPositions } = await import("../table/catalogues.ts");
        const pairs = await readPositions(nodes, node, columns, signal);
        return transfer(pairs, [pairs.buffer]);
      }),

    numbers: (task, node, column) =>
      held.stoppable(task, async ({ nodes }, signal) => {
        const { readNumbers } = await import("../table/catalogues.ts");
        const values = await readNumbers(nodes, node, column, signal);
        return transfer(values, [values.buffer]);
      }),

    row: (node, row) =>
      held.answer(async ({ nodes }) => {
        const { readRow } = await import("../table/catalogues.ts");
        return readRow(nodes, node, row);
      }),
  };
}
