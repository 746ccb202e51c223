/** Whether the export dialog is open. */
import { signal } from "@preact/signals";
import type { ViewModel } from "../../state/view.ts";

export class ExportModel implements ViewModel {
  readonly isOpen = signal(false);

  clear(): void {
    this.isOpen.value = false;
  }
}
