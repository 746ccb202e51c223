/**
 * The fetch policy, all in one place: how many requests are in flight, how often and how long one is tried, how ranges are merged
 * and split into requests, and how far reading runs ahead of decoding.
 *
 * The core only says which bytes it needs. Its tiles bridge the smallest gaps between elements (src/read/tiles.rs), and
 * wider ones in decoded data, where that saves decoding; how the bytes are fetched is decided here and nowhere else.
 */
import { AsdfError } from "../api/error.ts";
import type { Bytes, Extent } from "./bytes.ts";
import { orAborted, proceed, type Work } from "./work.ts";

const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** Requests to one source that are in flight at once. Browsers' caches confuse more range requests for one file. */
const IN_FLIGHT = 4;

/** Ranges that a read requests in advance: while it uses the first one, the others arrive. */
export const READ_AHEAD = 4;

/** Pieces of a read, each of another block, whose first bytes are requested before their turn. */
export const PREFETCHED_PIECES = 3;

/** Tasks of a read that are given out per worker of the pool before the oldest of them is finished. */
export const TASKS_PER_WORKER = 4;

/** Jobs that a worker has at a time: while it waits for the bytes of one, it continues with the other. */
export const JOBS_PER_WORKER = 2;

/** The first request for a URL: opening needs these bytes anyway. */
export const FIRST_REQUEST = 64 * KIB;

/** Ranges at most this far apart are read together from a Blob, a file on disk, a custom source and from memory. */
const LOCAL_GAP = 32 * KIB;

/** The defaults of `HttpOptions`. */
export const HTTP_DEFAULTS = {
  gap: 64 * KIB,
  most: 8 * MIB,
  cache: 64 * MIB,
  retries: 4,
  timeout: 60_000,
} as const;

/** The least size of the cache of fetched bytes: the first bytes at least stay until opening uses them. */
export const LEAST_CACHE = 4 * FIRST_REQUEST;

/** Block headers at most this far apart are fetched together: small blocks lie between them. */
export const HEADER_RANGES = { gap: 64 * KIB, most: MIB } as const;

/** The largest range that the core, a worker or an observer of a read receives at once. */
export const PIECE = MIB;

/** A result up to this size is fetched by one request, whose response is the result itself, without a copy. */
const WHOLE = 64 * MIB;
/** A larger result is fetched in ranges of this size. */
const LARGE = 16 * MIB;
/** The same while progress is observed, from a Blob: it answers at once, but each answer has a cost. */
const OBSERVED_BLOB = 4 * MIB;

/** The size of the pieces in which bytes are read into the memory of the caller. */
export const GIVEN = 8 * MIB;

/** The size of the ranges in which `length` bytes are fetched that are a result as they are. */
export function directRange(bytes: Bytes, length: number, observed: boolean): number {
  if (bytes.memory) {
    return Infinity;
  }
  if (observed) {
    return bytes.blob ? OBSERVED_BLOB : PIECE;
  }
  return bytes.most ?? (length > WHOLE ? LARGE : WHOLE);
}

/** The same bytes, fetched in ranges of at most `most` bytes. */
export function inRanges(bytes: Bytes, most: number): Bytes {
  return { ...bytes, most: Math.min(most, bytes.most ?? most) };
}

/** The same bytes, fetched in ranges as the core takes them. */
export function coreRanges(bytes: Bytes): Bytes {
  return inRanges(bytes, bytes.memory ? Infinity : PIECE);
}

/** Merges ascending extents that are at most `gap` bytes apart, and splits what is larger than `most`. */
export function* requestRanges(
  wanted: Iterable<Extent>,
  { gap = LOCAL_GAP, most = Infinity }: Bytes,
): Generator<Extent> {
  // No extent is close to the first one.
  let [start, end] = [0, -Infinity];
  for (const { offset, length } of wanted) {
    if (offset - end > gap || offset + length - start > most) {
      yield* split({ offset: start, length: end - start }, most);
      start = offset;
    }
    end = offset + length;
  }
  yield* split({ offset: start, length: end - start }, most);
}

function* split({ offset, length }: Extent, most: number): Generator<Extent> {
  for (let done = 0; done < length; done += most) {
    yield { offset: offset + done, length: Math.min(most, length - done) };
  }
}

/** Limits the requests to one source that are in flight; the others wait in order. */
export class RequestLimit {
  #free = IN_FLIGHT;
  readonly #waiting: (() => void)[] = [];

  async run<T>(request: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await request();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        next();
      } else {
        this.#free += 1;
      }
    }
  }
}

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

/**
 * Reads ranges of a source in ascending order and in advance: while the first range is awaited or used, the next ones
 * arrive.
 */
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
