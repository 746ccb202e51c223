/** Files that the page's host reads and may write: a notebook's server, an editor, a kernel. */
import type { ByteSource } from "asdf-wasm";

export interface HostFile {
  readonly name: string;
  /** Its bytes by range. Its `size` is read each time the file is opened. */
  readonly source: ByteSource;
  /** Writes over the file, which the viewer then opens anew. Without it, only copies can be saved. */
  save?(content: Blob): Promise<void>;
}

/** What the worker is told of such a file. */
export interface HostFacts {
  readonly name: string;
  readonly size?: number | undefined;
}

/** How the worker reads it. Calls have numbers, by which they are stopped. */
export interface HostReads {
  read(call: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  stop(call: number): void;
}
