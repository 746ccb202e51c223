/** Medians by selection, without sorting. */

/** The median of the first `count` numbers, which are put into another order; of an even count, the mean of the middle two. */
export function medianOf(numbers: Float64Array, count: number): number {
  if (count === 0) {
    return Number.NaN;
  }
  const half = count >> 1;
  const upper = nth(numbers, count, half);
  if (count % 2 === 1) {
    return upper;
  }
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < half; i += 1) {
    lower = Math.max(lower, numbers[i] ?? lower);
  }
  return (lower + upper) / 2;
}

/** The number that sorting would put at an index; lesser ones come before it. */
function nth(numbers: Float64Array, count: number, index: number): number {
  let [left, right] = [0, count - 1];
  while (left < right) {
    const pivot = numbers[(left + right) >> 1] ?? 0;
    let [i, j] = [left, right];
    while (i <= j) {
      while ((numbers[i] ?? pivot) < pivot) {
        i += 1;
      }
      while ((numbers[j] ?? pivot) > pivot) {
        j -= 1;
      }
      if (i <= j) {
        const moved = numbers[i] ?? 0;
        numbers[i] = numbers[j] ?? 0;
        numbers[j] = moved;
        i += 1;
        j -= 1;
      }
    }
    if (index <= j) {
      right = j;
    } else if (index >= i) {
      left = i;
    } else {
      return pivot;
    }
  }
  return numbers[left] ?? Number.NaN;
}
