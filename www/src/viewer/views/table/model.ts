/** How the rows of each table are sorted and filtered. */
import { signal } from "@preact/signals";
import type { Arrangement, TableFacts } from "../../protocol/tables.ts";
import type { Linked, Words } from "../../state/linked.ts";
import type { ViewModel } from "../../state/view.ts";
import { ARRANGEMENT_NAMES, arrangementIn, arrangementWords } from "./words.ts";

interface ShownTable {
  /** The node on the stage: the table's own, or that of one of its columns. */
  readonly node: number;
  readonly table: TableFacts;
}

export class TableModel implements ViewModel {
  /** By node; tables that are shown in the file's order are missing. */
  readonly arrangements = signal<ReadonlyMap<number, Arrangement>>(new Map());
  readonly linked: Linked = {
    names: ARRANGEMENT_NAMES,
    words: (node) => {
      const [coming, shown] = [this.#coming.value, this.#shown.value];
      if (coming?.node === node) {
        return coming.words;
      }
      const arrangement = shown?.node === node ? this.arrangements.value.get(shown.table.id) : undefined;
      return shown && arrangement ? arrangementWords(arrangement, shown.table.columns) : {};
    },
    follow: (words, node) => {
      const own = ARRANGEMENT_NAMES.flatMap((name) => (words[name] ? [[name, words[name]] as const] : []));
      const isArranged = own.length > 0 || this.arrangements.peek().size > 0;
      this.#coming.value = isArranged ? { node, words: Object.fromEntries(own) } : undefined;
      this.#arrive();
    },
  };
  readonly #shown = signal<ShownTable | undefined>(undefined);
  /** The words of a link to a table that is not known yet. */
  readonly #coming = signal<{ readonly node: number; readonly words: Words } | undefined>(undefined);

  /** A table is on the stage, and its columns are known. */
  show(shown: ShownTable): void {
    this.#shown.value = shown;
    this.#arrive();
  }

  arrange(table: number, arrangement: Arrangement): void {
    this.arrangements.value = new Map(this.arrangements.peek()).set(table, arrangement);
  }

  clear(): void {
    this.arrangements.value = new Map();
    this.#shown.value = undefined;
    this.#coming.value = undefined;
  }

  #arrive(): void {
    const [coming, shown] = [this.#coming.peek(), this.#shown.peek()];
    if (coming && coming.node === shown?.node) {
      this.#coming.value = undefined;
      this.arrange(shown.table.id, arrangementIn(coming.words, shown.table.columns));
    }
  }
}
