/** How the rows of a catalogue look: their symbols, and the columns by which these have sizes. */

import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import { read } from "./reading.ts";
import { isMagnitude, type Sizes, sizesOf } from "./sizes.ts";
import type { CatalogueSource } from "./tables.ts";

interface Sizing {
  readonly column: number;
  /** Whether the least values have the largest symbols. */
  readonly reversed: boolean;
}

/** The values of a column of a table. */
interface Known {
  readonly table: CatalogueTable;
  readonly column: number;
  readonly values: Float64Array;
}

export class CatalogueLook {
  /** Whether symbols are drawn. */
  readonly shown = signal(true);
  readonly symbol = signal<SymbolShape>("circle");
  /** In CSS pixels. */
  readonly size = signal(10);
  readonly color = signal("#39e6ff");
  /** The column that symbols have their sizes by, if they are not all the same. */
  readonly sizing = signal<Sizing | undefined>(undefined);
  /** Of the rows that are drawn, once they are known. */
  readonly sizes: ReadonlySignal<Sizes | undefined>;
  readonly #chosen: ReadonlySignal<CatalogueSource | undefined>;
  readonly #problem: Signal<string>;
  readonly #measured = signal<Known | undefined>(undefined);
  readonly dispose: () => void;

  constructor(chosen: ReadonlySignal<CatalogueSource | undefined>, problem: Signal<string>) {
    [this.#chosen, this.#problem] = [chosen, problem];
    this.sizes = computed(() => {
      const [source, sizing, known] = [chosen.value, this.sizing.value, this.#measured.value];
      const isKnown = sizing && known?.table === source?.table && known?.column === sizing.column;
      return isKnown ? sizesOf(known.values, sizing.reversed) : undefined;
    });
    this.dispose = effect(() => {
      const [source, column] = [chosen.value, this.sizing.value?.column];
      const stopping = new AbortController();
      if (source && column !== undefined) {
        untracked(() => void this.#measure(source, column, stopping.signal));
      }
      return () => stopping.abort(ABORTED);
    });
  }

  /** Gives symbols sizes by a column, or all the same. */
  sizeBy(column: number | undefined): void {
    const unit = this.#chosen.peek()?.table.columns[column ?? -1]?.unit ?? "";
    this.sizing.value = column === undefined ? undefined : { column, reversed: isMagnitude(unit) };
  }

  clear(): void {
    this.sizing.value = undefined;
    this.#measured.value = undefined;
  }

  async #measure({ host, table }: CatalogueSource, column: number, stop: AbortSignal): Promise<void> {
    const values = await read(this.#problem, stop, () =>
      host.request(stop, (worker, signal) => worker.catalogue.numbers({ node: table.node, column }, signal)),
    );
    if (values) {
      this.#measured.value = { table, column, values };
    }
  }
}
