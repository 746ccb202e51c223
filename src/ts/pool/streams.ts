/**
 * A block of bzip2 streams, decoded in stretches. Nothing says where in it something begins, or how many bytes that decodes
 * to; so what stretches give is put one behind the other, and the reading takes its elements from there as they arrive.
 */

import { AsdfError, guard } from "../api/error.ts";
import { allocate } from "../read/fill.ts";
import type { Bytes } from "../source/source.ts";
import type { Extent, Parts } from "../wasm/reader.ts";
import type { WorkerPool } from "./pool.ts";
import { copyTo, type Spare } from "./spare.ts";
import { Job } from "./worker-handle.ts";

/**
 * How many of the last stretches there are to what is given out of other blocks, unless each is a request: they take long to
 * decode, and whoever gets none of the last has to wait.
 */
const FINER = 4;
/** Until so many are left for each worker, stretches are as long as what is given out of other blocks: each costs a search. */
const LAST = 2;

export class Streams {
  /** Whether the block's checksum is to be verified as well. */
  readonly verify: boolean;
  /** The file as if the block were not compressed. */
  readonly bytes: Bytes;
  readonly jobs: readonly Job[];
  readonly #parts: Parts;
  readonly #base: number;
  readonly #decoded: Uint8Array<ArrayBuffer>;
  readonly #spare: Spare;
  #filled = 0;
  /** Settled when there is more, or will not be. */
  #more: Promise<void> = Promise.resolve();
  #tell: { resolve: () => void; reject: (reason: unknown) => void } | undefined;

  private constructor(
    parts: Parts,
    numbers: Float64Array,
    bytes: Bytes,
    metered: Bytes,
    { spare, size }: WorkerPool,
  ) {
    const [base = 0, stored = 0, length = 0, most = 0, decoded = 0, verify = 0] = numbers;
    this.verify = verify === 1;
    this.#parts = parts;
    this.#spare = spare;
    this.#decoded = allocate(decoded);
    this.bytes = {
      size: base + decoded,
      most: Infinity,
      read: async (offset, length) => {
        while (this.#filled < offset - base + length) {
          await this.#more;
        }
        return this.view({ offset, length });
      },
    };
    this.#base = base;
    const least = bytes.gap === undefined ? Math.ceil(length / FINER) : length;
    this.jobs = [...stretches(stored, length, least, LAST * size)].map(([start, end]) => {
      // They come to more or less than the same.
      const room = 2 * Math.ceil((decoded / stored) * (end - start));
      // The rest of its last block belongs to the next one.
      const read: Bytes["read"] = (offset, ...rest) =>
        (offset < base + end ? metered : bytes).read(offset, ...rest);
      return new Job({ base, stored, start, end, most }, undefined, { ...bytes, read }, false, room);
    });
    this.#wait();
  }

  /** Of the block that is read, if it is one. */
  static of(parts: Parts, bytes: Bytes, metered: Bytes, pool: WorkerPool): Streams | undefined {
    const numbers = guard(() => parts.stretches());
    return numbers && new Streams(parts, numbers, bytes, metered, pool);
  }

  /** Where these of its bytes are, or will be. */
  view({ offset, length }: Extent): Uint8Array<ArrayBuffer> {
    return this.#decoded.subarray(offset - this.#base, offset - this.#base + length);
  }

  /** Puts together what the jobs give. Fails when they do not fit. */
  async join(): Promise<void> {
    try {
      for (const job of this.jobs) {
        await this.#append(job);
        if (this.#parts.isJoined()) {
          break;
        }
      }
      if (!this.#parts.isJoined() || this.#filled !== this.#decoded.length) {
        throw misfit();
      }
    } catch (thrown) {
      this.#tell?.reject(thrown);
      throw thrown;
    }
  }

  async #append(job: Job): Promise<void> {
    let piece = new Uint8Array(0);
    const { seam } = await job.read((rows) => {
      piece = rows.bytes;
    });
    if (seam === undefined || !this.#parts.join(seam) || piece.length > this.#decoded.length - this.#filled) {
      throw misfit();
    }
    copyTo(this.#decoded, this.#filled, piece);
    this.#spare.give(piece.buffer);
    this.#filled += piece.length;
    this.#tell?.resolve();
    this.#wait();
  }

  #wait(): void {
    this.#more = new Promise((resolve, reject) => {
      this.#tell = { resolve, reject };
    });
    // Perhaps nobody waits.
    this.#more.catch(() => {});
  }
}

/** The first and the end of each: of `most` bytes, and less, down to `least`, when fewer than `last` of those are left. */
function* stretches(
  stored: number,
  most: number,
  least: number,
  last: number,
): Generator<readonly [start: number, end: number]> {
  for (let start = 0, end = 0; start < stored; start = end) {
    const share = Math.ceil((stored - start) / last);
    end = Math.min(start + Math.max(least, Math.min(share, most)), stored);
    yield [start, end];
  }
}

function misfit(): AsdfError {
  return new AsdfError("corrupt-data", "the stretches of a block do not fit together");
}
