/** Least squares by the method of Levenberg and Marquardt, for models of a few parameters. */

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
      // No step is downhill any more: this is the minimum as far as numbers tell.
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

/** The damped step, by Gaussian elimination with pivots. */
function solved({ matrix, slope }: Normal, damping: number): number[] | undefined {
  const size = slope.length;
  const rows = matrix.map((row, i) => {
    const damped = Array.from(row);
    damped[i] = (damped[i] ?? 0) * (1 + damping) || Number.MIN_VALUE;
    return [...damped, slope[i] ?? 0];
  });
  for (let column = 0; column < size; column += 1) {
    const weight = (row: readonly number[] | undefined) => Math.abs(row?.[column] ?? 0);
    const best = rows.reduce(
      (found, row, i) => (i > column && weight(row) > weight(rows[found]) ? i : found),
      column,
    );
    const [pivot, other] = [rows[best], rows[column]];
    if (!pivot || !other || weight(pivot) === 0) {
      return undefined;
    }
    [rows[column], rows[best]] = [pivot, other];
    for (const [i, row] of rows.entries()) {
      const factor = i === column ? 0 : (row[column] ?? 0) / (pivot[column] ?? 1);
      if (factor !== 0) {
        rows[i] = row.map((value, j) => value - factor * (pivot[j] ?? 0));
      }
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
