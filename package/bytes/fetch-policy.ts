/**
 * The fetch policy, all in one place: how many requests are in flight, how ranges are merged and split into requests, and
 * how far reading runs ahead of decoding.
 *
 * The core only says which bytes it needs. Its tiles bridge the smallest gaps between elements (src/read/tiles.rs), and
 * wider ones in decoded data, where that saves decoding; how the bytes are fetched is decided here and nowhere else.
 */
import type { Bytes, Extent } from "./bytes.ts";

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
const OBSERVED_BLOB = 8 * MIB;

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
