/** Lines and bands as paths on a canvas: through their points, or by columns of pixels if they are dense. */
import type { FigureAxis } from "../../chart/figure.ts";
import type { Line } from "../../protocol/lines.ts";
import { type Column, columnsOf, type Points, type Runs } from "./columns.ts";
import { visible } from "./figure.ts";

/** A line is drawn by columns if it has more points than this per pixel. */
const DENSE = 5;

interface Places {
  readonly x: FigureAxis;
  readonly left: (value: number) => number;
  /** NaN for a gap. */
  readonly top: (value: number) => number;
}

/** The visible points of a line on the canvas. */
export function pointsOf(line: Line, value: (i: number) => number, { x, left, top }: Places): Points {
  const [first, last] = visible(line, x);
  const xs = new Float64Array(Math.max(last - first, 0));
  const ys = new Float64Array(xs.length);
  for (let i = 0; i < xs.length; i += 1) {
    xs[i] = left(line.x[first + i] ?? 0);
    const y = value(first + i);
    ys[i] = Number.isFinite(y) ? top(y) : Number.NaN;
  }
  return { xs, ys };
}

/** A line through its points, or by columns if it is dense on so many pixels. */
export function linePath(points: Points, pixels: number, width: number): Path2D {
  const path = new Path2D();
  const half = width / 2;
  for (const run of runsOf(points, pixels)) {
    if (isDense(points, pixels)) {
      // As thick as the line where it is level.
      for (const { x, low, high } of run) {
        path.moveTo(x, low - half);
        path.lineTo(x, high + half);
      }
    } else {
      // A point alone is a dot.
      path.moveTo((run[0]?.x ?? 0) - (run.length === 1 ? width : 0), run[0]?.low ?? 0);
      for (const { x, low } of run) {
        path.lineTo(x, low);
      }
    }
  }
  return path;
}

/** The band between two lines with the same gaps. */
export function bandPath(upper: Points, lower: Points, pixels: number): Path2D {
  const path = new Path2D();
  const isGap = (i: number) =>
    Number.isNaN(upper.ys[i] ?? Number.NaN) || Number.isNaN(lower.ys[i] ?? Number.NaN);
  const alike = ({ xs, ys }: Points) => ({
    xs,
    ys: Float64Array.from(ys, (y, i) => (isGap(i) ? Number.NaN : y)),
  });
  const [above, below] = [alike(upper), alike(lower)].map((points) => runsOf(points, pixels));
  for (const [i, run] of (above ?? []).entries()) {
    path.moveTo(run[0]?.x ?? 0, run[0]?.low ?? 0);
    for (const { x, low } of run) {
      path.lineTo(x, low);
    }
    for (const { x, high } of below?.[i]?.toReversed() ?? []) {
      path.lineTo(x, high);
    }
    path.closePath();
  }
  return path;
}

function isDense({ xs }: Points, pixels: number): boolean {
  return xs.length > DENSE * pixels;
}

function runsOf(points: Points, pixels: number): Runs {
  if (isDense(points, pixels)) {
    return columnsOf(points, Math.floor(points.xs[0] ?? 0), Math.ceil(points.xs.at(-1) ?? 0));
  }
  const runs: Column[][] = [[]];
  for (const [i, y] of points.ys.entries()) {
    if (Number.isNaN(y)) {
      runs.push([]);
    } else {
      runs.at(-1)?.push({ x: points.xs[i] ?? 0, low: y, high: y });
    }
  }
  return runs.filter(({ length }) => length > 0);
}
