/** Values that are collected for their order, of which as little is sorted as possible. */

/** Values of any kind. */
export class Pile {
  #values = new Float64Array(1024);
  #count = 0;
  #isSorted = false;

  get count(): number {
    return this.#count;
  }

  get values(): Float64Array<ArrayBuffer> {
    return this.#values.subarray(0, this.#count);
  }

  /** All values in order; none may be added afterwards. */
  get sorted(): Float64Array<ArrayBuffer> {
    const { values } = this;
    if (!this.#isSorted) {
      sort(values);
      this.#isSorted = true;
    }
    return values;
  }

  add(value: number): void {
    this.#values = withRoom(this.#values, this.#count, 1);
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  fill(sorted: Float64Array<ArrayBuffer>): void {
    this.#values = sorted;
    this.#count = sorted.length;
    this.#isSorted = true;
  }
}

/** Bins of equal width. Only those are sorted of which a value is asked for. */
const BINS = 2 ** 10;

/** Values in a narrow range, for some of their ranks. */
export class Middle {
  count = 0;
  /** For the index in the room of the next value: no bits, if all values are one number. */
  readonly kept: number;
  readonly #from: number;
  readonly #scale: number;
  #values = new Float64Array(1024);
  /** Where each bin starts among the values in the order of their bins; undefined until that is needed. */
  #starts: Uint32Array<ArrayBuffer> | undefined;
  readonly #sortedBins = new Set<number>();

  constructor(from: number, to: number) {
    this.kept = from === to ? 0 : -1;
    this.#from = from;
    this.#scale = (BINS - 1) / (to - from);
  }

  /** Memory for the values that are there and so many more; the next one belongs at `count & kept`. */
  room(more: number): Float64Array<ArrayBuffer> {
    this.#values = withRoom(this.#values, this.count & this.kept, more);
    return this.#values;
  }

  add(value: number): void {
    this.room(1)[this.count & this.kept] = value;
    this.count += 1;
  }

  /** The value of a rank; none may be added afterwards. Undefined beyond them. */
  at(rank: number): number | undefined {
    if (rank < 0 || rank >= this.count) {
      return undefined;
    }
    if (this.kept === 0) {
      return this.#from;
    }
    this.#starts ??= this.#sortIntoBins();
    const bin = firstAtLeast(this.#starts, rank + 1) - 1;
    const values = this.#values.subarray(this.#starts[bin], this.#starts[bin + 1]);
    if (!this.#sortedBins.has(bin)) {
      sort(values);
      this.#sortedBins.add(bin);
    }
    return values[rank - (this.#starts[bin] ?? 0)];
  }

  /** By counting. */
  #sortIntoBins(): Uint32Array<ArrayBuffer> {
    const values = this.#values.subarray(0, this.count);
    const bins = new Uint16Array(this.count);
    const starts = new Uint32Array(BINS + 1);
    for (let i = 0; i < bins.length; i += 1) {
      const bin = Math.floor(((values[i] ?? 0) - this.#from) * this.#scale);
      bins[i] = bin;
      starts[bin + 1] = (starts[bin + 1] ?? 0) + 1;
    }
    for (let bin = 0; bin < BINS; bin += 1) {
      starts[bin + 1] = (starts[bin + 1] ?? 0) + (starts[bin] ?? 0);
    }
    const next = starts.slice();
    const inBins = new Float64Array(this.count);
    for (let i = 0; i < bins.length; i += 1) {
      const bin = bins[i] ?? 0;
      const at = next[bin] ?? 0;
      inBins[at] = values[i] ?? 0;
      next[bin] = at + 1;
    }
    this.#values = inBins;
    return starts;
  }
}

/** The same array, or a larger one with its first `count` values. */
function withRoom(values: Float64Array<ArrayBuffer>, count: number, more: number): Float64Array<ArrayBuffer> {
  if (count + more <= values.length) {
    return values;
  }
  const larger = new Float64Array(2 * (count + more));
  larger.set(values.subarray(0, count));
  return larger;
}

/** Sorts in place. Sorting equal values takes long for nothing. */
function sort(values: Float64Array<ArrayBuffer>): void {
  if (!values.every((value, i) => i === 0 || (values[i - 1] ?? 0) <= value)) {
    values.sort();
  }
}

/** The index of the first of sorted values that is not less. */
export function firstAtLeast(sorted: Float64Array | Uint32Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) >= value) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from;
}
