/**
 * Dense lines by columns of pixels: the range that a line has in each, what leads into and out of the column included.
 * Neighbouring columns therefore meet, and a line drawn so has no slits.
 */
/** The range of a line at an x of the canvas. */
export interface Column {
  readonly x: number;
  low: number;
  high: number;
}

/** Parts of a line between its gaps. */
export type Runs = readonly (readonly Column[])[];

export interface Points {
  readonly xs: Float64Array | readonly number[];
  /** NaN is a gap. */
  readonly ys: Float64Array | readonly number[];
}

/** The columns of pixels of a line from left to right, between `left` and `right`. A column is at the middle of its pixels. */
export function columnsOf({ xs, ys }: Points, left: number, right: number): Runs {
  const runs: Column[][] = [];
  let run: Column[] = [];
  const include = (pixel: number, y: number): void => {
    const last = run.at(-1);
    if (last?.x === pixel + 0.5) {
      last.low = Math.min(last.low, y);
      last.high = Math.max(last.high, y);
    } else if (pixel >= left && pixel <= right) {
      run.push({ x: pixel + 0.5, low: y, high: y });
    }
  };
  for (let i = 0; i < ys.length; i += 1) {
    const y = ys[i] ?? Number.NaN;
    const x = xs[i] ?? 0;
    const x0 = xs[i - 1] ?? 0;
    const y0 = ys[i - 1] ?? Number.NaN;
    if (Number.isNaN(y)) {
      continue;
    }
    if (Number.isNaN(y0)) {
      run = [];
      runs.push(run);
    } else {
      const last = Math.min(x, right);
      for (let border = Math.max(Math.floor(x0) + 1, left); border <= last; border += 1) {
        const crossing = y0 + ((y - y0) * (border - x0)) / (x - x0);
        include(border - 1, crossing);
        include(border, crossing);
      }
    }
    include(Math.floor(x), y);
  }
  return runs;
}
