/** Collections of values for their order statistics, which sort as little as possible. */

/** Values that are sorted when their order is first needed. */
export class SortedValues {
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
    this.#values = withCapacity(this.#values, this.#count, 1);
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  fill(sorted: Float64Array<ArrayBuffer>): void {
    this.#values = sorted;
    this.#count = sorted.length;
    this.#isSorted = true;
  }
}

/** The number of bins. They have equal widths, and a bin is sorted when one of its values is asked for. */
const BINS = 2 ** 10;

/** Values in a narrow range, of which only some ranks are asked for. */
export class BinnedValues {
  count = 0;
  /** Mask for the index of the next value: 0 if all values are the same number, which is then stored once. */
  readonly kept: number;
  readonly #from: number;
  readonly #scale: number;
  #values = new Float64Array(1024);
  /** The index of the first value of each bin, once the values are in the order of their bins. */
  #starts: Uint32Array<ArrayBuffer> | undefined;
  readonly #sortedBins = new Set<number>();

  constructor(from: number, to: number) {
    this.kept = from === to ? 0 : -1;
    this.#from = from;
    this.#scale = (BINS - 1) / (to - from);
  }

  /** Memory for the present values and `more`; the next one belongs at `count & kept`. */
  reserve(more: number): Float64Array<ArrayBuffer> {
    this.#values = withCapacity(this.#values, this.count & this.kept, more);
    return this.#values;
  }

  add(value: number): void {
    this.reserve(1)[this.count & this.kept] = value;
    this.count += 1;
  }

  /** The value of a rank, undefined beyond the last. No value may be added afterwards. */
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

  /** A counting sort. Returns the index of the first value of each bin. */
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
function withCapacity(
  values: Float64Array<ArrayBuffer>,
  count: number,
  more: number,
): Float64Array<ArrayBuffer> {
  if (count + more <= values.length) {
    return values;
  }
  const larger = new Float64Array(2 * (count + more));
  larger.set(values.subarray(0, count));
  return larger;
}

/** Sorts in place, unless the values are in order: sorting equal values takes long. */
function sort(values: Float64Array<ArrayBuffer>): void {
  if (!values.every((value, i) => i === 0 || (values[i - 1] ?? 0) <= value)) {
    values.sort();
  }
}

/** The index of the first of sorted values that is not less than `value`. */
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
