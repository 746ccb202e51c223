/**
 * Which bytes are asked for by one message. A message takes its time whatever its length: a long range becomes several questions at once,
 * and ranges at equal distances, such as every 20th row of an image or the rows of a tile, are asked for together and in advance.
 */

export type Bytes = Uint8Array<ArrayBuffer>;
export type Range = readonly [offset: number, length: number];

/** The most bytes that are asked for by one question, and the most such questions for one range. */
const MOST = 4 * 2 ** 20;
const AT_ONCE = 4;
/** The most bytes and ranges that are asked for in advance, and after how many equal distances. */
const AHEAD = 2 ** 20;
const RANGES_AHEAD = 64;
const EQUAL = 2;

export class Ranges {
  readonly #ask: (wanted: readonly Range[]) => Promise<readonly Bytes[]>;
  readonly #ahead = new Map<string, Promise<Bytes>>();
  #last: Range = [0, 0];
  #distance = 0;
  #equal = 0;

  constructor(ask: (wanted: readonly Range[]) => Promise<readonly Bytes[]>) {
    this.#ask = ask;
  }

  /** The bytes of a range, or fewer of a long one. `size` is the file's. */
  async read(offset: number, length: number, size: number): Promise<Bytes> {
    if (length > MOST) {
      return this.#long(offset, Math.min(length, AT_ONCE * MOST));
    }
    this.#note(offset, length);
    const known = `${offset}+${length}`;
    const found = this.#ahead.get(known);
    this.#ahead.delete(known);
    return found ?? this.#next(offset, length, size);
  }

  /** The file has changed. */
  forget(): void {
    this.#ahead.clear();
    this.#equal = 0;
  }

  #note(offset: number, length: number): void {
    const [before, lengthBefore] = this.#last;
    const distance = offset - before;
    if (distance === this.#distance && length === lengthBefore) {
      this.#equal += 1;
    } else {
      this.forget();
    }
    [this.#last, this.#distance] = [[offset, length], distance];
  }

  async #next(offset: number, length: number, size: number): Promise<Bytes> {
    const isRegular = this.#equal >= EQUAL && this.#distance > 0;
    const most = isRegular ? Math.min(RANGES_AHEAD, Math.floor(AHEAD / length)) : 1;
    const inside = Math.floor((size - offset - length) / (this.#distance || 1)) + 1;
    const count = Math.max(1, Math.min(most, inside));
    const wanted = Array.from({ length: count }, (_, i): Range => [offset + i * this.#distance, length]);
    const answer = this.#ask(wanted);
    const part = (i: number) => answer.then((parts) => parts[i] ?? new Uint8Array());
    for (const [i, [at]] of wanted.entries()) {
      if (i > 0) {
        const bytes = part(i);
        // Whoever reads it gets the reason.
        bytes.catch(() => {});
        this.#ahead.set(`${at}+${length}`, bytes);
      }
    }
    return part(0);
  }

  async #long(offset: number, length: number): Promise<Bytes> {
    const starts = Array.from({ length: Math.ceil(length / MOST) }, (_, i) => i * MOST);
    const parts = await Promise.all(
      starts.map(async (at) => (await this.#ask([[offset + at, Math.min(MOST, length - at)]]))[0]),
    );
    const all = new Uint8Array(length);
    let done = 0;
    for (const part of parts) {
      all.set(part ?? [], done);
      done += part?.length ?? 0;
      if ((part?.length ?? 0) < MOST) {
        break;
      }
    }
    return all.subarray(0, done);
  }
}
