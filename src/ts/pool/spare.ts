/**
 * Memory to be used again, and copying to memory that is new. Pages that are new to a process are cleared by the operating
 * system, one by one, when they are first written to: that takes several times as long as copying into them.
 */
import { allocate } from "../read/fill.ts";

/** How much larger than needed memory is made, so that it does for other bytes later. */
const MARGIN = 2 ** 18;
/** How long a page of memory is, at least, and how many bytes stay in a processor's own cache. */
const PAGE = 2 ** 12;
const NEAR = 2 ** 18;

export class Spare {
  /** What was given back last is the last: it may still be in the processor's caches. */
  readonly #buffers: ArrayBuffer[] = [];
  readonly #most: number;

  /** Of at most so many buffers. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Memory for so many bytes, if there is any. What it holds may be anything. */
  take(length: number): ArrayBuffer | undefined {
    const found = this.#buffers.findLastIndex((buffer) => buffer.byteLength >= length);
    return found < 0 ? undefined : this.#buffers.splice(found, 1)[0];
  }

  /** Takes memory that is not in use any more. */
  give(buffer: ArrayBuffer): void {
    this.#buffers.push(buffer);
    if (this.#buffers.length > this.#most) {
      this.#buffers.shift();
    }
  }
}

/** New memory for so many bytes, to be used again. */
export function roomFor(length: number): ArrayBuffer {
  return allocate(length + MARGIN).buffer;
}

/**
 * Copies `bytes` to `at` in a result whose memory may be new: pages that were just cleared, and are still in the cache, take
 * less time than those that turn out to be missing in the middle of copying.
 */
export function copyTo(result: Uint8Array, at: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += NEAR) {
    const piece = bytes.subarray(start, start + NEAR);
    for (let place = 0; place < piece.length; place += PAGE) {
      result[at + start + place] = 0;
    }
    result.set(piece, at + start);
  }
}
