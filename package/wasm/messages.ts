/** Plain objects that the WebAssembly modules that read return and are passed. */
import type { BlockInfo, Warning } from "../api/blocks.ts";
import type { OpenSyncOptions } from "../api/options.ts";
import type { Extent } from "../bytes/bytes.ts";

/** How a file is opened; `lazy` leaves the headers of blocks for later. */
export type CoreOpenOptions = Pick<OpenSyncOptions, "checksums" | "limits"> & { readonly lazy: boolean };

export interface DocumentInfo {
  readonly dialect: "asdf" | "asdf-0.1" | "finf-0.1" | "fits";
  readonly formatVersion: string;
  readonly standardVersion?: string;
  readonly comments: readonly string[];
  readonly blocks: readonly BlockInfo[];
  readonly warnings: readonly Warning[];
}

/** Block headers that are newly known. */
export interface HeaderUpdate {
  readonly blocks: readonly BlockInfo[];
  /** Whether these are all blocks: the block index was wrong. */
  readonly replacesAll: boolean;
  readonly warnings: readonly Warning[];
}

/** The result of a read, and its pieces, which are read in order. Elements that no piece writes are zero. */
export interface ReadPlanInfo {
  readonly shape: readonly number[];
  readonly nbytes: number;
  /** Whether the result has a mask, with one byte per element. */
  readonly masked: boolean;
  /** For each piece the URI of the external file that it is in, null for this file. */
  readonly sources: readonly (string | null)[];
  /** For each piece the block of this file that it is in, or null. */
  readonly blocks: readonly (number | null)[];
  /** For each piece the number of the first element of the result that it may write. */
  readonly positions: readonly number[];
}

/** What a piece reader returns. */
export interface PieceInfo {
  /** The number of bytes of elements that it writes. */
  readonly nbytes: number;
  /** Whether it writes to the mask. */
  readonly masks: boolean;
  /** If present, the result is exactly these bytes of the file. */
  readonly direct?: Extent;
  /**
   * With `direct`: these stored bytes have to be verified in addition, by driving the piece reader with an empty output and
   * no mask.
   */
  readonly verify?: Extent;
}

export interface CoreReadOptions {
  readonly float16?: "bits";
  /** The index of a field, followed by the indices of nested fields. */
  readonly field?: readonly number[];
}
