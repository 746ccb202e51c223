/** What was measured along something, as a line that charts draw. */
import type { Line } from "../../protocol/lines.ts";

type Given = Pick<Line, "name" | "quantity" | "axisName" | "x" | "y"> &
  Partial<Pick<Line, "unit" | "along" | "alongUnit">>;

export function lineOf(given: Given): Line {
  const { x, y, ...words } = given;
  const descends = (x[0] ?? 0) > (x.at(-1) ?? 0);
  const [xs, ys] = descends ? [x.slice().reverse(), y.slice().reverse()] : [x, y];
  const positive = xs.find((value) => value > 0);
  return {
    unit: undefined,
    along: words.alongUnit && words.axisName,
    ...words,
    datatype: "float64",
    thinned: false,
    x: xs,
    y: ys,
    extent: { min: xs[0] ?? 0, max: xs.at(-1) ?? 0 },
    leastPositive: positive ?? Number.POSITIVE_INFINITY,
  };
}
