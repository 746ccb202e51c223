/**
 * Bytes of a file that are here or on their way. What two readers want is fetched once; it is given up when neither
 * wants it any more. What has come is kept, the longest unused going first.
 */
import { orAborted } from "../../read/arrivals.ts";

/** Fetches the bytes from `start` up to but without `end`. */
export type Fetch = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly content: Promise<Uint8Array>;
  readonly stop: AbortController;
  /** How many wait for it. */
  users: number;
  arrived: boolean;
}

export class Parts {
  readonly #fetch: Fetch;
  readonly #capacity: number;
  /** Ascending and apart from each other. */
  readonly #parts: Part[] = [];
  /** Those that have arrived, the longest unused first, and how many bytes they are. */
  readonly #kept = new Set<Part>();
  #size = 0;

  /** At most `capacity` bytes are kept, beyond those that somebody waits for. */
  constructor(fetch: Fetch, capacity: number) {
    this.#fetch = fetch;
    this.#capacity = capacity;
  }

  /** Takes the first bytes of the file, which came by themselves. */
  begin(bytes: Uint8Array): void {
    if (bytes.length > 0) {
      this.#add(0, 0, bytes.length, Promise.resolve(bytes), new AbortController());
    }
  }

  /** Bytes of the file, in memory of the caller's own. */
  async read(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const result = new Uint8Array(length);
    const end = offset + length;
    const parts = this.#cover(offset, end);
    try {
      const copies = parts.map(async (part) => {
        const bytes = await part.content;
        const from = Math.max(part.start, offset);
        result.set(bytes.subarray(from - part.start, end - part.start), from - offset);
      });
      await orAborted(Promise.all(copies), signal);
      return result;
    } finally {
      for (const part of parts) {
        part.users -= 1;
        if (part.users === 0 && !part.arrived) {
          this.#drop(part);
        }
      }
    }
  }

  /** Gives up what is on its way and forgets what is here. */
  clear(): void {
    for (const part of [...this.#parts]) {
      this.#drop(part);
    }
  }

  /** The parts that hold a range, used once more each; holes are fetched. */
  #cover(start: number, end: number): Part[] {
    const parts: Part[] = [];
    let index = this.#indexOf(start);
    for (let at = start; at < end; index += 1) {
      let part = this.#parts[index];
      if (part === undefined || part.start > at) {
        const stop = new AbortController();
        const until = Math.min(part?.start ?? end, end);
        part = this.#add(index, at, until, this.#fetch(at, until, stop.signal), stop);
      } else if (this.#kept.delete(part)) {
        this.#kept.add(part);
      }
      part.users += 1;
      parts.push(part);
      at = part.end;
    }
    return parts;
  }

  /** The index of the first part that ends behind `at`. */
  #indexOf(at: number): number {
    let low = 0;
    let high = this.#parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#parts[middle]?.end ?? 0) > at) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  #add(index: number, start: number, end: number, content: Promise<Uint8Array>, stop: AbortController): Part {
    const part: Part = { start, end, content, stop, users: 0, arrived: false };
    this.#parts.splice(index, 0, part);
    content.then(
      () => this.#keep(part),
      () => this.#drop(part),
    );
    return part;
  }

  /** Keeps what has arrived, unless it would drive out most of the rest. */
  #keep(part: Part): void {
    part.arrived = true;
    const length = part.end - part.start;
    if (length > this.#capacity / 4) {
      this.#drop(part);
    } else if (this.#parts[this.#indexOf(part.start)] === part) {
      this.#kept.add(part);
      this.#size += length;
      for (const oldest of this.#kept) {
        if (this.#size <= this.#capacity) {
          break;
        }
        this.#drop(oldest);
      }
    }
  }

  #drop(part: Part): void {
    const index = this.#indexOf(part.start);
    if (this.#parts[index] === part) {
      this.#parts.splice(index, 1);
    }
    if (this.#kept.delete(part)) {
      this.#size -= part.end - part.start;
    }
    part.stop.abort();
  }
}
