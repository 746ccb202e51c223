/**
 * Least squares: of linear models by Householder reflections, which keep the digits that normal equations would lose, and of
 * models of a few parameters by the method of Levenberg and Marquardt.
 */

/** The value of the model at a point; its derivatives go into `slopes`. */
export type Model = (at: number, parameters: readonly number[], slopes: Float64Array) => number;

const ITERATIONS = 200;
/** The relative change of the sum of squares at which a fit has converged. */
const CLOSE = 1e-13;

/** Fits a model to values; undefined if it does not converge. */
export function fitted(
  model: Model,
  values: ArrayLike<number>,
  start: readonly number[],
): readonly number[] | undefined {
  let parameters = start;
  let now = normalOf(model, values, parameters);
  let damping = 1e-3;
  for (let iteration = 0; iteration < ITERATIONS && Number.isFinite(now.squares); iteration += 1) {
    const step = solved(now, damping);
    const next = parameters.map((value, i) => value + (step?.[i] ?? Number.NaN));
    const then = normalOf(model, values, next);
    if (then.squares <= now.squares) {
      const gain = now.squares - then.squares;
      const isClose = gain <= CLOSE * now.squares;
      [parameters, now] = [next, then];
      damping = Math.max(damping / 10, 1e-12);
      if (isClose) {
        return parameters;
      }
    } else if (damping > 1e12) {
      // No step decreases the sum any more: this is the minimum within rounding.
      return parameters;
    } else {
      damping *= 10;
    }
  }
  return undefined;
}

interface Normal {
  readonly squares: number;
  readonly matrix: readonly Float64Array[];
  readonly slope: Float64Array;
}

function normalOf(model: Model, values: ArrayLike<number>, parameters: readonly number[]): Normal {
  const size = parameters.length;
  const matrix = parameters.map(() => new Float64Array(size));
  const slope = new Float64Array(size);
  const slopes = new Float64Array(size);
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) {
    const residual = (values[at] ?? 0) - model(at, parameters, slopes);
    squares += residual * residual;
    for (let i = 0; i < size; i += 1) {
      const row = matrix[i];
      const one = slopes[i] ?? 0;
      slope[i] = (slope[i] ?? 0) + one * residual;
      for (let j = 0; row && j < size; j += 1) {
        row[j] = (row[j] ?? 0) + one * (slopes[j] ?? 0);
      }
    }
  }
  return { squares, matrix, slope };
}

/** The damped step. */
function solved({ matrix, slope }: Normal, damping: number): Float64Array | undefined {
  const damped = matrix.flatMap((row, i) =>
    // A parameter without effect stays as it is.
    Array.from(row, (value, j) => (i === j ? value * (1 + damping) || 1 : value)),
  );
  return leastSquares(Float64Array.from(damped), slope.length, [slope])?.[0];
}

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
