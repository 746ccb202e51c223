/** Lines as a figure, so that they can be exported as they are shown. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import type { Figure, FigureAxis, FigurePart } from "../../chart/figure.ts";
import type { Line } from "../../protocol/lines.ts";
import type { Scales } from "./aligned.ts";

/** What a chart shows now. */
export interface ShownLines {
  readonly lines: readonly Line[];
  readonly scales: Scales;
  readonly x: ValueRange;
  readonly y: ValueRange;
  readonly titles: readonly [x: string | undefined, y: string | undefined];
  readonly size: { readonly width: number; readonly height: number };
}

export function figureOfLines(
  { lines, scales, x, y, titles, size }: ShownLines,
  title: string,
  colorOf: (line: number) => string,
): Figure {
  const axis = ({ min, max }: ValueRange, log: boolean, title = ""): FigureAxis => ({
    ...{ min, max, log, title },
    flipped: false,
  });
  const parts = lines.flatMap((line, i): FigurePart[] => {
    const [first, last] = within(line, x, scales.logX);
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
    x: axis(x, scales.logX, titles[0]),
    y: axis(y, scales.logY, titles[1]),
  };
}

/** The points that are in view, and one on each side. */
function within({ x }: Line, { min, max }: ValueRange, log: boolean): readonly [first: number, last: number] {
  const from = x.findIndex((value) => value >= min);
  const to = x.findLastIndex((value) => value <= max);
  const least = log ? x.findIndex((value) => value > 0) : 0;
  return from < 0 || to < 0 ? [0, 0] : [Math.max(from - 1, least, 0), to + 2];
}
