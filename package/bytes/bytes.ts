/** The bytes of a file, by range: the interface of every source, and wrappers of it. */
import type { Warning } from "../api/blocks.ts";
import type { Progress } from "../api/options.ts";

/** A range of bytes of a file. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** A file's bytes, by range. */
export interface Bytes {
  readonly size: number;
  /** All bytes, if they are in memory that the caller gave. */
  readonly memory?: Uint8Array<ArrayBuffer>;
  /** The Blob with the bytes, slices of which can be passed on without reading them. */
  readonly blob?: Blob;
  /** The name of the file, perhaps with a path, if it has a name and no URL. */
  readonly name?: string;
  /** The URL from which they were fetched, after redirections. External files are relative to it. */
  readonly url?: URL;
  /** How ranges are merged and split into requests: see `requestRanges()`. */
  readonly gap?: number;
  readonly most?: number;
  /** Warnings about the source. */
  readonly warnings?: readonly Warning[];
  /** Returns exactly these bytes: a view of `memory` if there is one, otherwise memory that the caller owns. */
  read(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether `read()` returns views of memory that others use. */
  readonly isLent?: boolean;
  /** Fills `target` with the bytes from `offset` on, if the source can do that without other memory. */
  readInto?:
    | ((offset: number, target: Uint8Array, signal: AbortSignal | undefined) => Promise<void>)
    | undefined;
  /** Changes how many fetched bytes it keeps. */
  limitCache?(bytes: number): void;
  /** Frees the resources of the source. */
  close?(): void;
}

/** The same bytes, of which those in `extent` are known already. */
export function withKnown(bytes: Bytes, extent: Extent, content: Uint8Array<ArrayBuffer>): Bytes {
  return {
    ...bytes,
    isLent: true,
    readInto: undefined,
    read: async (offset, length, signal) => {
      const start = offset - extent.offset;
      const inside = start >= 0 && start + length <= extent.length;
      return inside ? content.subarray(start, start + length) : bytes.read(offset, length, signal);
    },
  };
}

/** Counts the bytes that an operation reads, and reports its progress. */
export class Meter {
  readonly #phase: Progress["phase"];
  readonly #report: ((progress: Progress) => void) | undefined;
  #total: () => number | undefined;
  #loaded = 0;

  /** `total` returns how many bytes the operation needs, as soon as this is known. */
  constructor(
    phase: Progress["phase"],
    report: ((progress: Progress) => void) | undefined,
    total: () => number | undefined = () => undefined,
  ) {
    this.#phase = phase;
    this.#report = report;
    this.#total = total;
  }

  /** Sets the exact number of bytes that the operation needs, if it is known. */
  expect(extent: Extent | undefined): void {
    if (extent) {
      this.#total = () => extent.length;
    }
  }

  /** The same bytes, counted as they are read. */
  over(bytes: Bytes): Bytes {
    const report = this.#report;
    if (report === undefined) {
      return bytes;
    }
    const count = (length: number) => {
      this.#loaded += length;
      const total = this.#total();
      const known = total === undefined ? {} : { total: Math.max(total, this.#loaded) };
      report({ loaded: this.#loaded, phase: this.#phase, ...known });
    };
    const { readInto } = bytes;
    return {
      ...bytes,
      read: async (offset, length, signal) => {
        const content = await bytes.read(offset, length, signal);
        count(content.byteLength);
        return content;
      },
      readInto:
        readInto &&
        (async (offset, target, signal) => {
          await readInto(offset, target, signal);
          count(target.length);
        }),
    };
  }
}
