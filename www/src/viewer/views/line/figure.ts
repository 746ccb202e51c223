/** Lines as a figure, so that they can be exported as they are shown. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import type { Figure, FigureAxis, FigurePart } from "../../chart/figure.ts";
import type { Line } from "../../protocol/lines.ts";

export interface Scales {
  readonly logX: boolean;
  readonly logY: boolean;
}

/** What a chart shows now. */
export interface ShownLines {
  readonly lines: readonly Line[];
  readonly scales: Scales;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly size: { readonly width: number; readonly height: number };
}

export function figureOfLines(
  { lines, scales, x, y, size }: ShownLines,
  title: string,
  colorOf: (line: number) => string,
): Figure {
  const parts = lines.flatMap((line, i): FigurePart[] => {
    const [first, last] = visible(line, x);
    const cut = (values: Float64Array) => values.subarray(first, last);
    const drawable = (value: number) => (scales.logY && value <= 0 ? Number.NaN : value);
    const [xs, ys, color] = [cut(line.x), cut(line.y).map(drawable), colorOf(i)];
    const error = line.error && cut(line.error);
    const edge = (sign: number) => ys.map((value, i) => drawable(value + sign * (error?.[i] ?? 0)));
    // Where the lower edge cannot be shown, there is no band.
    const low = edge(-1);
    const high = edge(1).map((value, i) => (Number.isNaN(low[i] ?? Number.NaN) ? Number.NaN : value));
    return [
      ...(error ? [{ kind: "band" as const, color, x: xs, low, high }] : []),
      { kind: "line", color, x: xs, y: ys },
    ];
  });
  const legend = lines.map(({ name }, i) => ({ name, color: colorOf(i) }));
  return {
    ...{ title, ...size, parts, bar: undefined, legend: lines.length > 1 ? legend : [] },
    ...{ x, y },
  };
}

/** The part of the common extent of lines along x that can be drawn; around a single place, a part of the axis. */
export function extentOf(
  lines: readonly Pick<Line, "extent" | "leastPositive">[],
  isLog: boolean,
): ValueRange {
  const min = Math.min(...lines.map(({ extent, leastPositive }) => (isLog ? leastPositive : extent.min)));
  const max = Math.max(...lines.map(({ extent }) => extent.max));
  if (min < max) {
    return { min, max };
  }
  if (isLog) {
    return min === max ? { min: min / 2, max: max * 2 } : { min: 1, max: 10 };
  }
  const pad = Math.max(0.5, Math.abs(min) / 2 ** 30);
  return { min: min - pad, max: max + pad };
}

/** The points that are in view, and one on each side. */
export function visible({ x }: Line, { min, max, log }: FigureAxis): readonly [first: number, last: number] {
  const least = log ? firstFrom(x, Number.MIN_VALUE) : 0;
  const last = firstFrom(x, max);
  return [Math.max(firstFrom(x, min) - 1, least), Math.min(last + (x[last] === max ? 2 : 1), x.length)];
}

/** The index of the first value that is not less, among values that grow. */
export function firstFrom(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
