/** What the dialogs for saving and for exporting were opened for. */
import { signal } from "@preact/signals";
import type { SaveOptions } from "../protocol/edits.ts";
import type { Progress } from "../protocol/facts.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import type { ViewModel } from "./view.ts";

/** A kind of file, for the browser's dialog. */
export interface FileKind {
  readonly description: string;
  readonly mime: string;
  readonly extension: `.${string}`;
}

/** A file that the save dialog offers to write. */
export interface SaveJob {
  readonly title: string;
  /** The name that is offered. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether this saves the whole file, so that it counts as unchanged afterwards. */
  readonly whole: boolean;
  /** Takes what was written, which is then begun at once. Without it, the person chooses a name and a place. */
  readonly put?: (content: Blob) => Promise<void>;
  readonly write: (
    worker: WorkerApi,
    options: SaveOptions,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ) => Promise<Blob>;
}

/** What to export: anything that is shown, or a block of the file. */
export type ExportWish = "shown" | { readonly block: number };

export class ExportModel implements ViewModel {
  /** Undefined while the dialog is closed. */
  readonly wish = signal<ExportWish | undefined>(undefined);

  clear(): void {
    this.wish.value = undefined;
  }
}
