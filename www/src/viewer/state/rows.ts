/** The row of a table that is selected, in the table and in what is drawn of its rows. */
import { signal } from "@preact/signals";
import type { ViewModel } from "./view.ts";

export interface SelectedRow {
  /** The node of the table. */
  readonly table: number;
  /** In the file's order. */
  readonly row: number;
}

export class RowsModel implements ViewModel {
  readonly selected = signal<SelectedRow | undefined>(undefined);

  clear(): void {
    this.selected.value = undefined;
  }
}
