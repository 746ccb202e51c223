/**
 * Thins a long line: of each of a number of equal bins, the minimum and the maximum, so that no peak is lost,
 * however short.
 */

/** Indices in ascending order: at most two elements per bin, or all if there are no more than that. */
export function thinned(
  values: ArrayLike<number>,
  from: number,
  to: number,
  bins: number,
): Float64Array<ArrayBuffer> {
  if (to - from <= 2 * bins) {
    return Float64Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
  }
  const kept = new Float64Array(2 * bins);
  let count = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const start = from + Math.floor((bin * (to - from)) / bins);
    const stop = from + Math.floor(((bin + 1) * (to - from)) / bins);
    const [least, greatest] = extremes(values, start, stop);
    kept[count] = Math.min(least, greatest);
    count += 1;
    if (least !== greatest) {
      kept[count] = Math.max(least, greatest);
      count += 1;
    }
  }
  return kept.slice(0, count);
}

/** The indices of the finite minimum and maximum; both the start if there are none. */
function extremes(values: ArrayLike<number>, start: number, stop: number): [least: number, greatest: number] {
  let least = start;
  let greatest = start;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = start; i < stop; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (value < low && value !== Number.NEGATIVE_INFINITY) {
      low = value;
      least = i;
    }
    if (value > high && value !== Number.POSITIVE_INFINITY) {
      high = value;
      greatest = i;
    }
  }
  return high < low ? [start, start] : [least, greatest];
}
