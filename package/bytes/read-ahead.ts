/**
 * Reads ranges of a source in ascending order and in advance: while the first range is awaited or used, the next ones
 * arrive.
 */
import { AsdfError } from "../api/error.ts";
import type { Bytes, Extent } from "./bytes.ts";
import { READ_AHEAD, requestRanges } from "./fetch-policy.ts";
import { orAborted, proceed, type Work } from "./work.ts";

/** A range of the file that has arrived. */
export interface Received {
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface QueuedRange extends Extent {
  /** Undefined until it has been requested. */
  content?: Promise<Uint8Array<ArrayBuffer>>;
  arrived: boolean;
}

export class ReadAhead {
  readonly #bytes: Bytes;
  readonly #work: Work;
  readonly #stop = new AbortController();
  /** Ascending. The first ones have been requested. */
  readonly #queue: QueuedRange[] = [];
  /** The number of ranges that were taken and are still used. */
  #taken = 0;
  /** Memory of ranges that were used, the smallest first. */
  readonly #free: ArrayBuffer[] = [];

  constructor(bytes: Bytes, work: Work) {
    this.#bytes = bytes;
    this.#work = work;
    work.signal?.addEventListener("abort", this.#aborted);
  }

  /** Adds ascending extents to the queue, except what is in it already. */
  want(wanted: Iterable<Extent>): void {
    const known = this.#queue.length;
    for (const extent of [...requestRanges(outside(wanted, this.#queue), this.#bytes)]) {
      this.#queue.push({ ...extent, arrived: false });
    }
    if (known > 0 && this.#queue.length > known) {
      this.#queue.sort((a, b) => a.offset - b.offset);
    }
    this.#request();
  }

  /**
   * Waits for the first range, and returns it with those behind it that have arrived as well. The next ones are requested when
   * these are no longer used.
   */
  async take(): Promise<Received[]> {
    const taken: Received[] = [];
    for (let next = this.#queue[0]; next?.content && (next.arrived || taken.length === 0); ) {
      taken.push({ offset: next.offset, bytes: await this.#receive(next, next.content) });
      this.#queue.shift();
      this.#taken += 1;
      next = this.#queue[0];
    }
    return taken;
  }

  /** Takes back the memory of a range that is no longer used, and requests the next ones. The smallest buffer is dropped. */
  reuse({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (this.#bytes.readInto) {
      this.#free.push(buffer);
      this.#free.sort((a, b) => a.byteLength - b.byteLength);
      this.#free.splice(0, this.#free.length - READ_AHEAD);
    }
    this.#taken -= 1;
    this.#request();
  }

  /** Drops the ranges that were not taken. */
  end(): void {
    this.#work.signal?.removeEventListener("abort", this.#aborted);
    const inFlight = this.#queue.some(({ content, arrived }) => content && !arrived);
    this.#queue.length = 0;
    // Most operations end with nothing in flight, and an abort costs several kilobytes of garbage: its error and events.
    if (inFlight) {
      this.#stop.abort(this.#work.signal?.reason);
    }
  }

  readonly #aborted = (): void => this.end();

  #request(): void {
    for (const range of this.#queue.slice(0, READ_AHEAD - this.#taken)) {
      if (range.content === undefined) {
        proceed(this.#work);
        range.content = this.#read(range);
        range.content.then(
          () => {
            range.arrived = true;
          },
          // Avoids an unhandled rejection: `take()` reports the failure.
          () => {},
        );
      }
    }
  }

  /** Reads a range, into memory of one before it if there is any. */
  async #read({ offset, length }: Extent): Promise<Uint8Array<ArrayBuffer>> {
    const { readInto } = this.#bytes;
    const free = readInto ? this.#free.findIndex(({ byteLength }) => byteLength >= length) : -1;
    const [buffer] = free < 0 ? [] : this.#free.splice(free, 1);
    if (readInto === undefined || buffer === undefined) {
      return this.#bytes.read(offset, length, this.#stop.signal);
    }
    const target = new Uint8Array(buffer, 0, length);
    await readInto(offset, target, this.#stop.signal);
    return target;
  }

  async #receive(
    { offset, length }: Extent,
    content: Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await orAborted(content, this.#work.signal).catch((thrown: unknown) => {
      // Closing the file aborts its requests: then the failure to report is that it was closed.
      proceed(this.#work);
      throw thrown;
    });
    proceed(this.#work);
    if (bytes.byteLength !== length) {
      const message = `the source gave ${bytes.byteLength} of ${length} bytes`;
      throw new AsdfError("truncated", message, { offset });
    }
    return bytes;
  }
}

/** The parts of `wanted` that lie outside all `others`; both are in ascending order. */
function* outside(wanted: Iterable<Extent>, others: readonly Extent[]): Generator<Extent> {
  let next = 0;
  for (const { offset, length } of wanted) {
    const end = offset + length;
    for (let at = offset; at < end; ) {
      let other = others[next];
      while (other !== undefined && other.offset + other.length <= at) {
        next += 1;
        other = others[next];
      }
      const until = Math.min(other?.offset ?? end, end);
      if (until > at) {
        yield { offset: at, length: until - at };
      }
      at = other === undefined ? end : Math.max(until, other.offset + other.length);
    }
  }
}
