/**
 * Reuses memory, and copies into new memory. The operating system clears new pages of a process one by one, when they are
 * first written to, which takes several times as long as copying into them.
 */
import { allocate } from "../api/elements.ts";

/** New buffers are this much larger than necessary, so that they can be reused for more bytes. */
const MARGIN = 2 ** 18;
/** The least size of a page of memory, and how many bytes stay in the cache of one core. */
const PAGE = 2 ** 12;
const NEAR = 2 ** 18;

export class BufferPool {
  /** The buffer that was returned last is at the end: it may still be in the processor's caches. */
  readonly #buffers: ArrayBuffer[] = [];
  readonly #most: number;

  /** Keeps at most `most` buffers. */
  constructor(most: number) {
    this.#most = most;
  }

  /** A buffer of at least `length` bytes, if there is one. Its content is arbitrary. */
  take(length: number): ArrayBuffer | undefined {
    const found = this.#buffers.findLastIndex((buffer) => buffer.byteLength >= length);
    return found < 0 ? undefined : this.#buffers.splice(found, 1)[0];
  }

  /** Returns a buffer that is no longer used. */
  give(buffer: ArrayBuffer): void {
    this.#buffers.push(buffer);
    if (this.#buffers.length > this.#most) {
      this.#buffers.shift();
    }
  }
}

/** A new buffer for at least `length` bytes. */
export function newBuffer(length: number): ArrayBuffer {
  return allocate(length + MARGIN).buffer;
}

/**
 * Copies `bytes` into a result whose memory may be new, beginning at `at`. Touching each page first, so that it is cleared and
 * in the cache, takes less time than page faults in the middle of copying.
 */
export function copyTo(result: Uint8Array, at: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += NEAR) {
    const near = bytes.subarray(start, start + NEAR);
    for (let page = 0; page < near.length; page += PAGE) {
      result[at + start + page] = 0;
    }
    result.set(near, at + start);
  }
}
