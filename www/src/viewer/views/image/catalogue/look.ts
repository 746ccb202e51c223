/** How the rows of a catalogue look: their symbols, and the columns by which these have sizes and colours. */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ColormapName } from "asdf-wasm/image";
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import { type Limits, type Shades, shadesOf } from "./draw/shades.ts";
import { isMagnitude, type Sizes, sizesOf } from "./draw/sizes.ts";
import type { Chosen } from "./placing.ts";
import { ColumnValues } from "./values.ts";

interface Sizing {
  readonly column: number;
  /** Whether the least values have the largest symbols. */
  readonly reversed: boolean;
}

interface Coloring {
  readonly column: number;
  /** The values of the first and the last colour, where a person has chosen them. */
  readonly limits?: Limits;
}

/** By which columns symbols have their sizes and colours. */
export interface LookBy {
  readonly sizing: Sizing | undefined;
  readonly coloring: Coloring | undefined;
  readonly colormap: ColormapName;
}

export class CatalogueLook {
  /** Whether symbols are drawn. */
  readonly shown = signal(true);
  readonly symbol = signal<SymbolShape>("circle");
  /** In CSS pixels. */
  readonly size = signal(10);
  readonly color = signal("#39e6ff");
  /** The columns that symbols have their sizes and colours by, if they are not all the same. */
  readonly sizing = signal<Sizing | undefined>(undefined);
  readonly coloring = signal<Coloring | undefined>(undefined);
  readonly colormap = signal<ColormapName>("viridis");
  /** Of the rows that are drawn, once they are known. */
  readonly sizes: ReadonlySignal<Sizes | undefined>;
  readonly shades: ReadonlySignal<Shades | undefined>;
  readonly #chosen: ReadonlySignal<Chosen | undefined>;
  readonly #read: readonly ColumnValues[];

  constructor(chosen: ReadonlySignal<Chosen | undefined>, problem: Signal<string>) {
    this.#chosen = chosen;
    const measured = new ColumnValues(chosen, () => this.sizing.value?.column, problem);
    const shaded = new ColumnValues(chosen, () => this.coloring.value?.column, problem);
    this.#read = [measured, shaded];
    this.sizes = computed(() => {
      const [sizing, values] = [this.sizing.value, measured.values.value];
      return sizing && values && sizesOf(values, sizing.reversed);
    });
    this.shades = computed(() => {
      const [coloring, values] = [this.coloring.value, shaded.values.value];
      return coloring && values && shadesOf(values, this.colormap.value, coloring.limits);
    });
  }

  /** By which columns they are drawn. Reads signals. */
  get by(): LookBy {
    return { sizing: this.sizing.value, coloring: this.coloring.value, colormap: this.colormap.value };
  }

  take({ sizing, coloring, colormap = "viridis" }: Partial<LookBy>): void {
    this.sizing.value = sizing;
    this.coloring.value = coloring;
    this.colormap.value = colormap;
  }

  /** Gives symbols sizes by a column, or all the same. */
  sizeBy(column: number | undefined): void {
    const unit = this.#chosen.peek()?.table.columns[column ?? -1]?.unit ?? "";
    this.sizing.value = column === undefined ? undefined : { column, reversed: isMagnitude(unit) };
  }

  /** Gives symbols colours by a column, or all the same. */
  colorBy(column: number | undefined): void {
    this.coloring.value = column === undefined ? undefined : { column };
  }

  clear(): void {
    this.sizing.value = undefined;
    this.coloring.value = undefined;
    for (const values of this.#read) {
      values.clear();
    }
  }

  dispose(): void {
    for (const values of this.#read) {
      values.dispose();
    }
  }
}
