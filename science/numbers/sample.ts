/**
 * A sample of many values, in order. The distances between its places are irregular: a pattern that repeats itself, such as the
 * columns of a detector, does not mislead it.
 */

/** The least number of places, and their share of more. */
const LEAST = 2 ** 13;
const SHARE = 1 / 256;

export class Sample {
  readonly #step: number;
  readonly #values: number[] = [];
  #seen = 0;
  #next = 0;
  #places = 0;
  #random = 1;

  /** Of so many values. */
  constructor(count: number) {
    this.#step = Math.max(Math.floor(count / Math.max(LEAST, count * SHARE)), 1);
    this.#next = this.#place();
  }

  /** Whether a sample of so many values is worth its time. */
  static suits(count: number): boolean {
    return count > 2 * LEAST;
  }

  /** Some of the next values. Those that are not finite do not count. */
  take(length: number, valueAt: (index: number) => number): void {
    const end = this.#seen + length;
    while (this.#next < end) {
      const value = valueAt(this.#next - this.#seen);
      if (Number.isFinite(value)) {
        this.#values.push(value);
      }
      this.#next = this.#place();
    }
    this.#seen = end;
  }

  get sorted(): Float64Array<ArrayBuffer> {
    return Float64Array.from(this.#values).sort();
  }

  /** One in each step. */
  #place(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    const place = (this.#places + this.#random / 2 ** 32) * this.#step;
    this.#places += 1;
    return Math.floor(place);
  }
}
