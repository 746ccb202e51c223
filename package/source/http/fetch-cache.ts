/**
 * The ranges of a file that have been fetched or are in flight. A range that two readers need is fetched once, and aborted
 * when neither waits for it any more. Fetched ranges are cached; the least recently used are evicted first.
 */
import { allocate } from "../../api/elements.ts";
import { orAborted } from "../../bytes/work.ts";

/** Fetches the bytes from `start` up to but excluding `end`. */
export type Fetch = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

interface FetchedRange {
  readonly start: number;
  readonly end: number;
  readonly content: Promise<Uint8Array>;
  readonly stop: AbortController;
  /** The number of readers that wait for it. */
  users: number;
  arrived: boolean;
}

export class FetchCache {
  readonly #fetch: Fetch;
  #capacity: number;
  /** Ascending, without overlaps. */
  readonly #ranges: FetchedRange[] = [];
  /** The ranges that have arrived, the least recently used first, and their total size. */
  readonly #cached = new Set<FetchedRange>();
  #size = 0;

  /** Keeps at most `capacity` bytes, not counting ranges that readers wait for. */
  constructor(fetch: Fetch, capacity: number) {
    this.#fetch = fetch;
    this.#capacity = capacity;
  }

  /** Changes how many bytes it keeps at most. */
  limit(capacity: number): void {
    this.#capacity = capacity;
    this.#evict();
  }

  /** Adds the first bytes of the file, which were fetched before. */
  addFront(bytes: Uint8Array): void {
    if (bytes.length > 0) {
      this.#add(0, 0, bytes.length, Promise.resolve(bytes), new AbortController());
    }
  }

  /** Reads bytes of the file into memory that the caller owns. */
  async read(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const result = allocate(length);
    const end = offset + length;
    const ranges = this.#cover(offset, end);
    try {
      const copies = ranges.map(async (range) => {
        const bytes = await range.content;
        const from = Math.max(range.start, offset);
        result.set(bytes.subarray(from - range.start, end - range.start), from - offset);
      });
      await orAborted(Promise.all(copies), signal);
      return result;
    } finally {
      for (const range of ranges) {
        range.users -= 1;
        if (range.users === 0 && !range.arrived) {
          this.#drop(range);
        }
      }
    }
  }

  /** Aborts what is in flight and evicts everything. */
  clear(): void {
    for (const range of [...this.#ranges]) {
      this.#drop(range);
    }
  }

  /** The ranges that together cover these bytes, each with one more user; the gaps between known ranges are fetched. */
  #cover(start: number, end: number): FetchedRange[] {
    const ranges: FetchedRange[] = [];
    let index = this.#indexOf(start);
    for (let at = start; at < end; index += 1) {
      let range = this.#ranges[index];
      if (range === undefined || range.start > at) {
        const stop = new AbortController();
        const until = Math.min(range?.start ?? end, end);
        range = this.#add(index, at, until, this.#fetch(at, until, stop.signal), stop);
      } else if (this.#cached.delete(range)) {
        this.#cached.add(range);
      }
      range.users += 1;
      ranges.push(range);
      at = range.end;
    }
    return ranges;
  }

  /** The index of the first range that ends after `at`. */
  #indexOf(at: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.end ?? 0) > at) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  #add(
    index: number,
    start: number,
    end: number,
    content: Promise<Uint8Array>,
    stop: AbortController,
  ): FetchedRange {
    const range: FetchedRange = { start, end, content, stop, users: 0, arrived: false };
    this.#ranges.splice(index, 0, range);
    content.then(
      () => this.#arrived(range),
      () => this.#drop(range),
    );
    return range;
  }

  /** Caches a range that has arrived, unless it would evict most of the others. */
  #arrived(range: FetchedRange): void {
    range.arrived = true;
    const length = range.end - range.start;
    if (length > this.#capacity / 4) {
      this.#drop(range);
    } else if (this.#ranges[this.#indexOf(range.start)] === range) {
      this.#cached.add(range);
      this.#size += length;
      this.#evict();
    }
  }

  #evict(): void {
    for (const oldest of this.#cached) {
      if (this.#size <= this.#capacity) {
        break;
      }
      this.#drop(oldest);
    }
  }

  #drop(range: FetchedRange): void {
    const index = this.#indexOf(range.start);
    if (this.#ranges[index] === range) {
      this.#ranges.splice(index, 1);
    }
    if (this.#cached.delete(range)) {
      this.#size -= range.end - range.start;
    }
    range.stop.abort();
  }
}
