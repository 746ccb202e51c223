/** Planes drawn small: many pixels become one. */

/** The means of the finite values of squares, NaN where no value is finite; the last squares may be cut off. */
export function squareMeans(
  values: ArrayLike<number>,
  width: number,
  height: number,
  side: number,
): Float64Array<ArrayBuffer> {
  const columns = Math.ceil(width / side);
  const sums = new Float64Array(columns * Math.ceil(height / side));
  const counts = new Uint32Array(sums.length);
  for (let y = 0; y < height; y += 1) {
    const first = Math.floor(y / side) * columns;
    for (let column = 0, i = y * width; column < columns; column += 1) {
      const end = y * width + Math.min((column + 1) * side, width);
      let sum = 0;
      let count = 0;
      for (; i < end; i += 1) {
        const value = values[i] ?? Number.NaN;
        // Neither NaN nor infinite.
        if (value - value === 0) {
          sum += value;
          count += 1;
        }
      }
      sums[first + column] = (sums[first + column] ?? 0) + sum;
      counts[first + column] = (counts[first + column] ?? 0) + count;
    }
  }
  // Without any value, 0 / 0 is NaN.
  return sums.map((sum, at) => sum / (counts[at] ?? 0));
}
