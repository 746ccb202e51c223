/**
 * A block of bzip2 streams, decoded in segments. Neither where a bzip2 block begins nor its decoded size is known in advance;
 * so the decoded segments are joined in order, and the piece takes its elements from them as they arrive.
 */

import { allocate } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import type { Bytes, Extent } from "../bytes/bytes.ts";
import { guard } from "../wasm/failure.ts";
import type { TaskSplitter } from "../wasm/reader.ts";
import { type BufferPool, copyTo } from "./buffers.ts";
import { Job } from "./job.ts";
import type { Workers } from "./workers.ts";

/**
 * The last segments are this much shorter, unless each costs a request: a segment takes long to decode, and workers that get
 * none of the last ones would be idle.
 */
const FINER = 4;
/** Segments are of full length until this many per worker are left, because each one costs a search. */
const LAST = 2;

export class Segments {
  /** Whether the block's checksum has to be verified in addition. */
  readonly verify: boolean;
  /** The bytes of the file as if the block were not compressed. */
  readonly bytes: Bytes;
  readonly jobs: readonly Job[];
  readonly #splitter: TaskSplitter;
  readonly #base: number;
  readonly #decoded: Uint8Array<ArrayBuffer>;
  readonly #buffers: BufferPool;
  #filled = 0;
  /** Settled when the next segment was joined, or failed. */
  #more: Promise<void> = Promise.resolve();
  #settle: { resolve: () => void; reject: (reason: unknown) => void } | undefined;

  private constructor(
    splitter: TaskSplitter,
    numbers: Float64Array,
    bytes: Bytes,
    metered: Bytes,
    { buffers, size }: Workers,
  ) {
    const [base = 0, stored = 0, length = 0, most = 0, decoded = 0, verify = 0] = numbers;
    this.verify = verify === 1;
    this.#splitter = splitter;
    this.#buffers = buffers;
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
    this.jobs = [...segments(stored, length, least, LAST * size)].map(([start, end]) => {
      // The compression ratio varies along the block.
      const bufferSize = 2 * Math.ceil((decoded / stored) * (end - start));
      // The bytes after its end belong to the next segment, which counts them.
      const read: Bytes["read"] = (offset, ...rest) =>
        (offset < base + end ? metered : bytes).read(offset, ...rest);
      return new Job(
        { base, stored, start, end, most },
        undefined,
        { ...bytes, readInto: undefined, read },
        false,
        bufferSize,
      );
    });
    this.#expectMore();
  }

  /** The segments of the block that is split, if it consists of bzip2 streams. */
  static of(splitter: TaskSplitter, bytes: Bytes, metered: Bytes, workers: Workers): Segments | undefined {
    const numbers = guard(() => splitter.segments());
    return numbers && new Segments(splitter, numbers, bytes, metered, workers);
  }

  /** A view of decoded bytes, which may be filled later. */
  view({ offset, length }: Extent): Uint8Array<ArrayBuffer> {
    return this.#decoded.subarray(offset - this.#base, offset - this.#base + length);
  }

  /** Joins the decoded segments. Fails if they do not fit together. */
  async join(): Promise<void> {
    try {
      for (const job of this.jobs) {
        await this.#append(job);
        if (this.#splitter.isJoined()) {
          break;
        }
      }
      if (!this.#splitter.isJoined() || this.#filled !== this.#decoded.length) {
        throw misfit();
      }
    } catch (thrown) {
      this.#settle?.reject(thrown);
      throw thrown;
    }
  }

  async #append(job: Job): Promise<void> {
    let decoded = new Uint8Array(0);
    const { seam } = await job.read((rows) => {
      decoded = rows.bytes;
    });
    if (
      seam === undefined ||
      !this.#splitter.join(seam) ||
      decoded.length > this.#decoded.length - this.#filled
    ) {
      throw misfit();
    }
    copyTo(this.#decoded, this.#filled, decoded);
    this.#buffers.give(decoded.buffer);
    this.#filled += decoded.length;
    this.#settle?.resolve();
    this.#expectMore();
  }

  #expectMore(): void {
    this.#more = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Avoids an unhandled rejection: perhaps no read waits for it.
    this.#more.catch(() => {});
  }
}

/** The start and end of each segment: of `most` bytes, but when fewer than `last` are left, shorter, down to `least`. */
function* segments(
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
  return new AsdfError("corrupt-data", "the segments of a block do not fit together");
}
