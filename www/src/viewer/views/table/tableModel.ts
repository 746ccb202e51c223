/** How the rows of each table are sorted and filtered. */

import type { Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { signal } from "@preact/signals";
import type { Linked, Words } from "../../state/linked.ts";
import { RowsModel } from "../../state/rows.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import { ARRANGEMENT_NAMES, arrangementIn, arrangementWords } from "./arrangementLink.ts";

interface ShownTable {
  /** The node on the stage: the table's, or one of its columns'. */
  readonly node: number;
  readonly table: TableFacts;
}

export class TableModel implements ViewModel {
  /** By node; tables that are shown in the file's order are missing. */
  readonly arrangements = signal<ReadonlyMap<number, Arrangement>>(new Map());
  /** Tables of which only the selected rows are shown. */
  readonly onlyChosen = signal<ReadonlySet<number>>(new Set());
  readonly linked: Linked = {
    names: ARRANGEMENT_NAMES,
    words: (node) => {
      const [coming, shown] = [this.#coming.value, this.#shown.value];
      if (coming?.node === node) {
        return coming.words;
      }
      if (shown?.node !== node) {
        return {};
      }
      const arrangement = this.arrangements.value.get(shown.table.id);
      return {
        ...(arrangement && arrangementWords(arrangement, shown.table.columns)),
        ...(this.onlyChosen.value.has(shown.table.id) && { only: "selected" }),
      };
    },
    follow: (words, node) => {
      const own = ARRANGEMENT_NAMES.flatMap((name) => (words[name] ? [[name, words[name]] as const] : []));
      const isArranged =
        own.length > 0 || this.arrangements.peek().size > 0 || this.onlyChosen.peek().size > 0;
      this.#coming.value = isArranged ? { node, words: Object.fromEntries(own) } : undefined;
      this.#arrive();
    },
  };
  readonly #shown = signal<ShownTable | undefined>(undefined);
  /** The words of a link to a table that is not known yet. */
  readonly #coming = signal<{ readonly node: number; readonly words: Words } | undefined>(undefined);

  readonly #rows: RowsModel;

  constructor(host: Pick<ViewHost, "model">) {
    this.#rows = host.model(RowsModel);
  }

  /** A table is on the stage, and its columns are known. */
  show(shown: ShownTable): void {
    this.#shown.value = shown;
    this.#arrive();
  }

  arrange(table: number, arrangement: Arrangement): void {
    this.arrangements.value = new Map(this.arrangements.peek()).set(table, arrangement);
  }

  showOnlyChosen(table: number, isOnly: boolean): void {
    const tables = new Set(this.onlyChosen.peek());
    tables[isOnly ? "add" : "delete"](table);
    this.onlyChosen.value = tables;
  }

  /** The table that is shown for a node, and its rows as they are arranged. */
  arrangementOn(node: number): { readonly table: TableFacts; readonly arrangement: Arrangement } | undefined {
    const shown = this.#shown.value;
    if (shown?.node !== node) {
      return undefined;
    }
    const { table } = shown;
    const { sort, filters = [] } = this.arrangements.value.get(table.id) ?? {};
    const choice = this.#rows.choiceOf(table.id);
    const isOnly = this.onlyChosen.value.has(table.id) && choice.length > 0;
    return { table, arrangement: { sort, filters, ...(isOnly && { only: choice }) } };
  }

  clear(): void {
    this.arrangements.value = new Map();
    this.onlyChosen.value = new Set();
    this.#shown.value = undefined;
    this.#coming.value = undefined;
  }

  #arrive(): void {
    const [coming, shown] = [this.#coming.peek(), this.#shown.peek()];
    if (coming && coming.node === shown?.node) {
      this.#coming.value = undefined;
      this.arrange(shown.table.id, arrangementIn(coming.words, shown.table.columns));
      this.showOnlyChosen(shown.table.id, coming.words["only"] === "selected");
    }
  }
}
