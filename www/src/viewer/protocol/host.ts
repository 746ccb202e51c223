/** Files that the page's host reads and may write: a notebook's server, an editor, a kernel. */
import type { ByteSource } from "asdf-wasm";

export interface HostFile {
  readonly name: string;
  /** Where it is, for links and for people: it holds no key, and whoever follows it may be asked for one. */
  readonly address?: string;
  /** Its bytes by range. Its `size` is read each time the file is opened. */
  readonly source: ByteSource;
  /**
   * Another file, which this one names by its path relative to it: `part.asdf`, `blocks/part.asdf`. Rejects with a sentence why it is not
   * given; an error with the `code` `"not-found"` says that there is no such file, and what it would hold is shown as missing. Without this
   * function, files that this one refers to cannot be read.
   */
  beside?(path: string): Promise<ByteSource>;
  /** Writes over the file, which the viewer then opens again. Without it, only copies can be saved. */
  save?(content: Blob): Promise<void>;
}

/** What the worker is told of such a file. */
export interface HostFacts {
  readonly name: string;
  readonly size?: number | undefined;
}

/** How the worker reads it, and files beside it. Files have numbers, the one that is open 0. */
export interface HostReads {
  read(
    request: { readonly file: number; readonly offset: number; readonly length: number },
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Opens a file beside the open one. */
  beside(path: string): Promise<{ readonly file: number; readonly size: number | undefined }>;
  /** A file beside it is not needed any more. */
  close(file: number): void;
}
