/** Sizes of symbols by a column: the area of a symbol grows with the value, from the least values to the greatest. */

/** How large the symbols of rows are. */
export interface Sizes {
  /** Of each row, from 0 to 1; 0 for one without a value. */
  readonly shares: Float32Array;
  /** The rows, the largest symbols first: of those that fall together, the largest is drawn. */
  readonly order: Uint32Array;
  /** The values of the smallest and of the largest symbols; beyond, symbols grow no more. NaN if no row has a value. */
  readonly ends: readonly [smallest: number, largest: number];
  /** How many rows have no value. */
  readonly without: number;
}

/** Parts of the values at each end that do not set the scale. */
const APART = 0.02;
/** Of more values, some set the scale. */
const SAMPLE = 100_000;
/** Sizes that are told apart. */
const STEPS = 256;
/** The diameter of the smallest symbols as a fraction of the largest, and the least in pixels. */
const SMALLEST = 0.2;
const LEAST = 3;

/** The least and the greatest value, the outermost ones aside; NaN if there is none. */
export function endsOf(values: Float64Array): readonly [low: number, high: number] {
  const every = Math.ceil(values.length / SAMPLE);
  const sorted = values.filter((value, row) => row % every === 0 && Number.isFinite(value)).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  return [at(APART), at(1 - APART)];
}

/** With `reversed`, the least values are the largest, as of magnitudes. */
export function sizesOf(values: Float64Array, reversed: boolean): Sizes {
  const [low, high] = endsOf(values);
  const shares = Float32Array.from(values, (value) => {
    if (!(high > low)) {
      return Number.isNaN(value) ? 0 : 1;
    }
    const share = Math.min(Math.max((value - low) / (high - low), 0), 1);
    return Number.isNaN(value) ? 0 : Math.sqrt(reversed ? 1 - share : share);
  });
  const without = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0);
  return { shares, order: orderOf(shares), ends: reversed ? [high, low] : [low, high], without };
}

/** By counting: a sort would take too long for a million rows. */
function orderOf(shares: Float32Array): Uint32Array {
  const stepOf = (share: number) => Math.floor((1 - share) * (STEPS - 1));
  const starts = new Uint32Array(STEPS + 1);
  for (const share of shares) {
    const next = stepOf(share) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let step = 1; step < STEPS; step += 1) {
    starts[step] = (starts[step] ?? 0) + (starts[step - 1] ?? 0);
  }
  const order = new Uint32Array(shares.length);
  for (const [row, share] of shares.entries()) {
    const step = stepOf(share);
    const place = starts[step] ?? 0;
    order[place] = row;
    starts[step] = place + 1;
  }
  return order;
}

/** The diameter of a symbol where the largest have `size`. */
export function diameterOf(share: number, size: number): number {
  const least = Math.min(Math.max(SMALLEST * size, LEAST), size);
  return least + share * (size - least);
}

/** Whether the least values of a column are the greatest of what it measures. */
export function isMagnitude(unit: string): boolean {
  return /^(?:ab|st|vega)?mag|^mag\b/i.test(unit);
}
