/**
 * Readings that are begun before their turn: what a few of the next ones need first is on its way while the one before
 * them is carried out. Until their turn they write nothing, so what they write upon each other is as if one came after
 * the other.
 */

import { guard } from "../api/error.ts";
import { Lanes } from "../source/http/lanes.ts";
import type { Bytes } from "../source/source.ts";
import { type Extent, type Reading, release } from "../wasm/reader.ts";
import { grouped, type Work } from "./arrivals.ts";
import { extents } from "./drive.ts";
import { enginePieces } from "./fill.ts";

/** How many readings are begun before their turn. */
const AHEAD = 3;
/** How many reads of a source may be under way at once. */
const LANES = 4;

interface Begun {
  readonly reading: Reading;
  readonly held: readonly Held[];
}

/** Bytes that are on their way. */
interface Held extends Extent {
  readonly content: Promise<Uint8Array<ArrayBuffer>>;
}

export class Ahead {
  /** The source's bytes, some of which are on their way already. */
  readonly bytes: Bytes;
  readonly #source: Bytes;
  readonly #blocks: readonly (number | null)[];
  readonly #begin: (index: number) => Reading;
  readonly #begun = new Map<number, Begun>();
  readonly #lanes = new Lanes(LANES);
  readonly #stop = new AbortController();
  #held: readonly Held[] = [];

  /** `blocks`: which block each reading is of, null for those that are begun in their turn. */
  constructor(
    blocks: readonly (number | null)[],
    begin: (index: number) => Reading,
    bytes: Bytes,
    work: Work,
  ) {
    this.#blocks = blocks;
    this.#begin = begin;
    this.#source = bytes;
    this.bytes =
      bytes.memory || blocks.length === 1 ? bytes : { ...bytes, read: (...range) => this.#read(...range) };
    work.signal?.addEventListener("abort", () => this.end(), { signal: this.#stop.signal });
  }

  /** The reading whose turn it is; whoever takes it frees it. */
  take(index: number): Reading {
    const { reading, held } = this.#begun.get(index) ?? { reading: this.#begin(index), held: [] };
    this.#begun.delete(index);
    this.#held = held;
    if (!this.#source.memory) {
      this.#beginNext(index);
    }
    return reading;
  }

  /** Gives up what was not taken. */
  end(): void {
    this.#stop.abort();
    for (const { reading } of this.#begun.values()) {
      release(reading);
    }
    this.#begun.clear();
  }

  #beginNext(index: number): void {
    // A block that is read from has to wait: the next reading goes on where this one stops.
    const busy = new Set([this.#blocks[index]]);
    for (let next = index + 1; next <= index + AHEAD; next += 1) {
      const block = this.#blocks[next] ?? null;
      if (block !== null && !busy.has(block) && !this.#begun.has(next)) {
        this.#beginEarly(next);
      }
      busy.add(block);
    }
  }

  #beginEarly(index: number): void {
    let reading: Reading | undefined;
    try {
      reading = this.#begin(index);
      const begun = reading;
      const wanted = extents(guard(() => begun.ahead()));
      const held = [...grouped(wanted, enginePieces(this.#source))].map((extent) => ({
        ...extent,
        content: this.#fetch(extent, this.#stop.signal),
      }));
      this.#begun.set(index, { reading, held });
    } catch {
      // It fails again when its turn comes, behind what those before it give.
      if (reading) {
        release(reading);
      }
    }
  }

  #fetch({ offset, length }: Extent, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
    const content = this.#lanes.run(() => this.#source.read(offset, length, signal));
    // Whoever reads it is told; that may be nobody any more.
    content.catch(() => {});
    return content;
  }

  async #read(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const isInside = (held: Held) => held.offset <= offset && offset + length <= held.offset + held.length;
    const held = this.#held.find(isInside);
    if (held === undefined) {
      return this.#fetch({ offset, length }, signal);
    }
    const start = offset - held.offset;
    return (await held.content).subarray(start, start + length);
  }
}
