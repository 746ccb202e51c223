/** A file that the save dialog offers to write. */
import type { RemoteWorker } from "../client/connection.ts";
import type { SaveOptions } from "../protocol/edits.ts";
import type { Progress } from "../protocol/facts.ts";

/** A kind of file, for the browser's dialog. */
export interface FileKind {
  readonly description: string;
  readonly mime: string;
  readonly extension: `.${string}`;
}

export interface SaveJob {
  readonly title: string;
  /** The name that is offered. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether this saves the whole file, so that it counts as unchanged afterwards. */
  readonly whole: boolean;
  readonly write: (
    worker: RemoteWorker,
    task: number,
    options: SaveOptions,
    onProgress: (progress: Progress) => void,
  ) => Promise<Blob>;
}
