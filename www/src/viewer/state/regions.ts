/** The regions of the array on the stage, and the one that is selected, which every view follows. */
import { computed, signal } from "@preact/signals";
import type { Region } from "../elements/regions.ts";
import type { ViewModel } from "./view.ts";

export class RegionsModel implements ViewModel {
  /** In the order in which they were drawn. */
  readonly all = signal<readonly Region[]>([]);
  readonly selectedId = signal<number | undefined>(undefined);
  readonly selected = computed(() => this.all.value.find(({ id }) => id === this.selectedId.value));

  clear(): void {
    this.all.value = [];
    this.selectedId.value = undefined;
  }
}
