/**
 * Bytes of a source that are on their way. A few reads are under way at once, and what they give is taken in the order of
 * the file: while the first piece is waited for or made use of, those behind it arrive already.
 */

import { AsdfError, abortedBy } from "../api/error.ts";
import type { Bytes } from "../source/source.ts";
import type { Extent } from "../wasm/reader.ts";

/** What goes along with a piece of work. */
export interface Work {
  readonly signal: AbortSignal | undefined;
  /** Fails when there is no more use in going on. */
  readonly check: () => void;
  /** When others last got their turn. */
  turn?: number;
}

/** Bytes that have arrived, and where they are in the file. */
export interface Piece {
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Arrival extends Extent {
  /** There once it has been asked for. */
  content?: Promise<Uint8Array<ArrayBuffer>>;
  arrived: boolean;
}

/** How many reads of a source may be under way at once. */
const LANES = 4;

export class Arrivals {
  readonly #bytes: Bytes;
  readonly #work: Work;
  readonly #stop = new AbortController();
  /** Ascending. The first few have been asked for. */
  readonly #queue: Arrival[] = [];

  constructor(bytes: Bytes, work: Work) {
    this.#bytes = bytes;
    this.#work = work;
    work.signal?.addEventListener("abort", () => this.end(), { signal: this.#stop.signal });
  }

  /** Has extents, which ascend, read unless they are on their way. */
  want(wanted: Iterable<Extent>): void {
    const known = this.#queue.length;
    for (const extent of [...grouped(outside(wanted, this.#queue), this.#bytes)]) {
      this.#queue.push({ ...extent, arrived: false });
    }
    if (known > 0 && this.#queue.length > known) {
      this.#queue.sort((a, b) => a.offset - b.offset);
    }
    this.#ask();
  }

  /** Waits for the first piece, and gives it with those behind it that have arrived as well. */
  async take(): Promise<Piece[]> {
    const taken: Piece[] = [];
    for (let next = this.#queue[0]; next?.content && (next.arrived || taken.length === 0); ) {
      taken.push({ offset: next.offset, bytes: await this.#receive(next, next.content) });
      this.#queue.shift();
      this.#ask();
      next = this.#queue[0];
    }
    return taken;
  }

  /** Gives up what was not taken. */
  end(): void {
    this.#queue.length = 0;
    this.#stop.abort(this.#work.signal?.reason);
  }

  #ask(): void {
    for (const arrival of this.#queue.slice(0, LANES)) {
      if (arrival.content === undefined) {
        proceed(this.#work);
        arrival.content = this.#bytes.read(arrival.offset, arrival.length, this.#stop.signal);
        arrival.content.then(
          () => {
            arrival.arrived = true;
          },
          // Whoever takes it is told; that may be nobody any more.
          () => {},
        );
      }
    }
  }

  async #receive(
    { offset, length }: Extent,
    content: Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const piece = await orAborted(content, this.#work.signal).catch((thrown: unknown) => {
      // Closing the file breaks off what is on its way: then that is what to say.
      proceed(this.#work);
      throw thrown;
    });
    proceed(this.#work);
    if (piece.byteLength !== length) {
      const message = `the source gave ${piece.byteLength} of ${length} bytes`;
      throw new AsdfError("truncated", message, { offset });
    }
    return piece;
  }
}

/** Fails when the work was aborted or is of no more use. */
export function proceed({ signal, check }: Work): void {
  check();
  if (signal?.aborted) {
    throw abortedBy(signal);
  }
}

/** What `promise` gives, without waiting for it any longer than until the signal is aborted. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return promise;
  }
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortedBy(signal));
    if (signal.aborted) {
      stop();
    } else {
      signal.addEventListener("abort", stop);
    }
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** What of `wanted` lies outside of all `others`; both ascend. */
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

/** Ascending extents as few large ones, as far as the source likes that better: more is read then than was wanted. */
export function* grouped(wanted: Iterable<Extent>, { gap = 0, most = Infinity }: Bytes): Generator<Extent> {
  // Nothing is near the first one.
  let [start, end] = [0, -Infinity];
  for (const { offset, length } of wanted) {
    if (offset - end > gap || offset + length - start > most) {
      yield* pieces({ offset: start, length: end - start }, most);
      start = offset;
    }
    end = offset + length;
  }
  yield* pieces({ offset: start, length: end - start }, most);
}

/** An extent in pieces of a certain length, and the rest. */
function* pieces({ offset, length }: Extent, most: number): Generator<Extent> {
  for (let done = 0; done < length; done += most) {
    yield { offset: offset + done, length: Math.min(most, length - done) };
  }
}
