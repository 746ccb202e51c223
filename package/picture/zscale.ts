/**
 * The zscale algorithm of IRAF, as in `astropy.visualization.ZScaleInterval`: fits a line to about a thousand sorted values,
 * rejecting outliers, and extends it from the median towards both ends, at most to the extreme values.
 */

/** The number of values that are used. */
const SAMPLES = 1000;
/** If a smaller fraction of the values than this remains, or fewer values than this, the limits are the extreme values. */
const LEAST_PART = 0.5;
const LEAST = 5;
/** The maximum distance of a value from the line, in standard deviations. */
const REJECTION = 2.5;
const ITERATIONS = 5;
/** The number of neighbours that are rejected with a value, as a fraction of all values. */
const GROWTH = 0.01;

/** The stride that takes about a thousand of `count` values. */
export function zscaleStride(count: number): number {
  return Math.max(1, Math.floor(count / SAMPLES));
}

/** The limits from the values taken with that stride; only the first thousand are used. */
export function zscale(taken: readonly number[], contrast: number): { min: number; max: number } {
  const samples = Float64Array.from(taken.slice(0, SAMPLES)).sort();
  const { length } = samples;
  const [min = Number.NaN, max = Number.NaN] = [samples[0], samples.at(-1)];
  const least = Math.max(LEAST, Math.floor(length * LEAST_PART));
  let fitted = { slope: 0, offset: 0 };
  let good = new Array<boolean>(length).fill(true);
  let [before, left] = [length + 1, length];
  for (let i = 0; i < ITERATIONS && left < before && left >= least; i += 1) {
    fitted = lineThrough(samples, good);
    const { slope, offset } = fitted;
    const off = samples.map((sample, x) => sample - (offset + slope * x));
    const most = REJECTION * deviation(off.filter((_, x) => good[x]));
    good = shrunk(
      good.map((is, x) => is && Math.abs(off[x] ?? 0) <= most),
      Math.max(1, Math.floor(length * GROWTH)),
    );
    [before, left] = [left, good.filter((is) => is).length];
  }
  if (left < least) {
    return { min, max };
  }
  const slope = fitted.slope / contrast;
  const centre = Math.floor((length - 1) / 2);
  const median = ((samples[centre] ?? 0) + (samples[length >> 1] ?? 0)) / 2;
  return {
    min: Math.max(min, median - (centre - 1) * slope),
    max: Math.min(max, median + (length - centre) * slope),
  };
}

/** The least-squares line through the good samples, as a function of their index. */
function lineThrough(samples: Float64Array, good: readonly boolean[]): { slope: number; offset: number } {
  const xs = [...samples.keys()].filter((x) => good[x]);
  const centre = mean(xs);
  const height = mean(xs.map((x) => samples[x] ?? 0));
  let [above, below] = [0, 0];
  for (const x of xs) {
    above += (x - centre) * ((samples[x] ?? 0) - height);
    below += (x - centre) ** 2;
  }
  const slope = above / below;
  return { slope, offset: height - slope * centre };
}

function mean(values: ArrayLike<number> & Iterable<number>): number {
  let sum = 0;
  for (const value of values) {
    sum += value;
  }
  return sum / values.length;
}

function deviation(values: Float64Array): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Keeps the values whose neighbourhood of `around` values is good, placed as by numpy's convolution. */
function shrunk(good: readonly boolean[], around: number): boolean[] {
  const after = (around - 1) >> 1;
  return good.map((_, x) => good.slice(Math.max(0, x + after - around + 1), x + after + 1).every((is) => is));
}
