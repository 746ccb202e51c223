/** How the rows of each table are sorted and filtered. */
import { signal } from "@preact/signals";
import type { Arrangement } from "../../protocol/tables.ts";
import type { ViewModel } from "../../state/view.ts";

export class TableModel implements ViewModel {
  /** By node; tables that are shown in the file's order are missing. */
  readonly arrangements = signal<ReadonlyMap<number, Arrangement>>(new Map());

  clear(): void {
    this.arrangements.value = new Map();
  }
}
