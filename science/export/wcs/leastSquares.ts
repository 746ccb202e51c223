/** Least squares by Householder reflections, which keep the digits that normal equations would lose. */

/**
 * The coefficients of columns that come nearest to some values, for several sets of values. `rows` has a row of `count`
 * numbers for each value. Undefined if the columns depend on each other.
 */
export function leastSquares(
  rows: Float64Array,
  count: number,
  sets: readonly Float64Array[],
): readonly Float64Array[] | undefined {
  const height = rows.length / count;
  const matrix = rows.slice();
  const values = sets.map((set) => set.slice());
  const at = (row: number, column: number): number => matrix[row * count + column] ?? 0;
  const vector = new Float64Array(height);
  for (let column = 0; column < count; column += 1) {
    let norm = 0;
    for (let row = column; row < height; row += 1) {
      vector[row] = at(row, column);
      norm = Math.hypot(norm, at(row, column));
    }
    if (!(norm > 0)) {
      return undefined;
    }
    vector[column] = at(column, column) + (at(column, column) < 0 ? -norm : norm);
    reflect(matrix, vector, column, count);
    for (const set of values) {
      reflect(set, vector, column, 1);
    }
  }
  return values.map((set) => {
    const found = new Float64Array(count);
    for (let column = count - 1; column >= 0; column -= 1) {
      let rest = set[column] ?? 0;
      for (let later = column + 1; later < count; later += 1) {
        rest -= at(column, later) * (found[later] ?? 0);
      }
      found[column] = rest / at(column, column);
    }
    return found;
  });
}

/** Reflects the rows from `from` on of a matrix with so many columns. */
function reflect(matrix: Float64Array, vector: Float64Array, from: number, columns: number): void {
  let length = 0;
  for (let row = from; row < vector.length; row += 1) {
    length += (vector[row] ?? 0) ** 2;
  }
  for (let column = 0; column < columns; column += 1) {
    let sum = 0;
    for (let row = from; row < vector.length; row += 1) {
      sum += (vector[row] ?? 0) * (matrix[row * columns + column] ?? 0);
    }
    const factor = (2 * sum) / length;
    for (let row = from; row < vector.length; row += 1) {
      const place = row * columns + column;
      matrix[place] = (matrix[place] ?? 0) - factor * (vector[row] ?? 0);
    }
  }
}
