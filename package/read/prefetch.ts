/**
 * Prefetches for the next pieces of a read: while one piece is read, the next ones are begun, and the bytes that they need
 * first are requested. They write nothing before their turn, so pieces that overlap are still written in order.
 */
import type { Bytes, Extent } from "../bytes/bytes.ts";
import { coreRanges, PREFETCHED_PIECES, requestRanges } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { guard, release } from "../wasm/failure.ts";
import type { PieceReader } from "../wasm/reader.ts";
import { extentsOf } from "./drive.ts";

interface BegunPiece {
  readonly reader: PieceReader;
  readonly ranges: readonly PrefetchedRange[];
}

interface PrefetchedRange extends Extent {
  readonly content: Promise<Uint8Array<ArrayBuffer>>;
}

export class Prefetch {
  /** The source's bytes, some of which are prefetched. */
  readonly bytes: Bytes;
  readonly #source: Bytes;
  readonly #blocks: readonly (number | null)[];
  readonly #begin: (index: number) => PieceReader;
  readonly #begun = new Map<number, BegunPiece>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal | undefined;
  #ranges: readonly PrefetchedRange[] = [];

  /** `blocks`: the block that each piece is in; null: the piece is not begun before its turn. */
  constructor(
    blocks: readonly (number | null)[],
    begin: (index: number) => PieceReader,
    bytes: Bytes,
    work: Work,
  ) {
    this.#blocks = blocks;
    this.#begin = begin;
    this.#source = bytes;
    this.bytes =
      bytes.memory || blocks.length === 1
        ? bytes
        : { ...bytes, readInto: undefined, read: (...range) => this.#read(...range) };
    this.#signal = work.signal;
    this.#signal?.addEventListener("abort", this.#aborted);
  }

  /** The reader of the piece whose turn it is; the caller frees it. */
  take(index: number): PieceReader {
    const { reader, ranges } = this.#begun.get(index) ?? { reader: this.#begin(index), ranges: [] };
    this.#begun.delete(index);
    this.#ranges = ranges;
    if (!this.#source.memory) {
      this.#beginNext(index);
    }
    return reader;
  }

  /** Drops what was not taken. */
  end(): void {
    // By hand: as an option of the listener, a second signal makes Node hold the listener, and so the result, as long as the first one.
    this.#signal?.removeEventListener("abort", this.#aborted);
    this.#stop.abort();
    for (const { reader } of this.#begun.values()) {
      release(reader);
    }
    this.#begun.clear();
  }

  readonly #aborted = (): void => this.end();

  #beginNext(index: number): void {
    // Pieces of one block wait for each other: the next reader continues where the one before it stopped.
    const busy = new Set([this.#blocks[index]]);
    for (let next = index + 1; next <= index + PREFETCHED_PIECES; next += 1) {
      const block = this.#blocks[next] ?? null;
      if (block !== null && !busy.has(block) && !this.#begun.has(next)) {
        this.#beginEarly(next);
      }
      busy.add(block);
    }
  }

  #beginEarly(index: number): void {
    let reader: PieceReader | undefined;
    try {
      reader = this.#begin(index);
      const begun = reader;
      const wanted = extentsOf(guard(() => begun.ahead()));
      const ranges = [...requestRanges(wanted, coreRanges(this.#source))].map((extent) => {
        const content = this.#source.read(extent.offset, extent.length, this.#stop.signal);
        // Avoids an unhandled rejection: the read of the piece reports the failure.
        content.catch(() => {});
        return { ...extent, content };
      });
      this.#begun.set(index, { reader, ranges });
    } catch {
      // It fails again in its turn, after the pieces before it have been read.
      if (reader) {
        release(reader);
      }
    }
  }

  async #read(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const range = this.#ranges.find(
      (one) => one.offset <= offset && offset + length <= one.offset + one.length,
    );
    if (range === undefined) {
      return this.#source.read(offset, length, signal);
    }
    const start = offset - range.offset;
    return (await range.content).subarray(start, start + length);
  }
}
