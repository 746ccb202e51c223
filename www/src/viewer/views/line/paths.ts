/** Lines and bands as uPlot draws them: through their points, or by columns of pixels if they are dense. */
import uPlot from "uplot";
import { type Column, columnsOf, type Points, type Runs } from "./columns.ts";

/** A line is drawn by columns if it has more points than this per pixel. */
const DENSE = 5;

/** Draws a line through its points, or by columns if it is dense. */
export const linePaths: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const stroke = new Path2D();
  const points = pointsOf(plot, series, from, to);
  const half = ((plot.series[series]?.width ?? 1) * uPlot.pxRatio) / 2;
  for (const run of runsOf(plot, points)) {
    if (isDense(plot, points)) {
      // As thick as the line where it is level.
      for (const { x, low, high } of run) {
        stroke.moveTo(x, low - half);
        stroke.lineTo(x, high + half);
      }
    } else {
      // A point alone is a dot.
      stroke.moveTo((run[0]?.x ?? 0) - (run.length === 1 ? 2 * half : 0), run[0]?.low ?? 0);
      for (const { x, low } of run) {
        stroke.lineTo(x, low);
      }
    }
  }
  return { stroke };
};

/** Fills the band from a series down to the next one, which has the same gaps. */
export const bandPaths: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const fill = new Path2D();
  const [upper, lower] = [series, series + 1].map((edge) => runsOf(plot, pointsOf(plot, edge, from, to)));
  for (const [i, run] of (upper ?? []).entries()) {
    fill.moveTo(run[0]?.x ?? 0, run[0]?.low ?? 0);
    for (const { x, low } of run) {
      fill.lineTo(x, low);
    }
    for (const { x, high } of lower?.[i]?.toReversed() ?? []) {
      fill.lineTo(x, high);
    }
    fill.closePath();
  }
  return { fill };
};

function isDense({ bbox }: uPlot, { xs }: Points): boolean {
  return xs.length > DENSE * bbox.width;
}

function runsOf(plot: uPlot, points: Points): Runs {
  const { left, width } = plot.bbox;
  if (isDense(plot, points)) {
    return columnsOf(points, Math.floor(left), Math.ceil(left + width));
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

/** The points of a series on the canvas. Those of other series, which are undefined in this one, are left out. */
function pointsOf(plot: uPlot, series: number, from: number, to: number): Points {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = from; i <= to; i += 1) {
    const [x, y] = [plot.data[0][i], plot.data[series]?.[i]];
    if (x !== undefined && y !== undefined) {
      xs.push(plot.valToPos(x, "x", true));
      ys.push(y === null ? Number.NaN : plot.valToPos(y, "y", true));
    }
  }
  return { xs, ys };
}
