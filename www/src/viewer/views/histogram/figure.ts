/** A histogram as a figure, so that it can be exported as it is shown. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Figure } from "../../chart/figure.ts";
import { type Heights, ticksOf } from "./axes.ts";

/** Counts of another file in the same bins, and the CSS variable of their colour. */
export interface CountsBeside {
  readonly name: string;
  readonly color: string;
  readonly counts: ArrayLike<number>;
}

/** Room for axes beside a plot, and the least size, in CSS pixels. */
const ROOM = { width: 80, height: 56 };
const LEAST = { width: 480, height: 300 };

export function figureOfHistogram(
  histogram: PlaneHistogram,
  limits: ValueRange,
  { heights: [own = [], ...others], ticks }: Heights,
  {
    title,
    where,
    what,
  }: { readonly title: string; readonly where?: string | undefined; readonly what: string },
  { clientWidth, clientHeight }: Element,
  beside: readonly CountsBeside[],
): Figure {
  const { min, max } = histogram;
  const edges = own.map((_, bin) => min + (bin / own.length) * (max - min));
  const isBetween = limits.min > min || limits.max < max;
  return {
    title: `Histogram of ${title}${where === undefined ? "" : `, ${where}`}`,
    width: Math.max(clientWidth + ROOM.width, LEAST.width),
    height: Math.max(clientHeight + ROOM.height, LEAST.height),
    x: { min, max, log: false, flipped: false, title, ticks: ticksOf(histogram) },
    y: {
      ...{ min: 0, max: 1, log: false, flipped: false, title: what },
      ticks,
    },
    parts: [
      {
        kind: "bars",
        color: "--line-strong",
        heights: own,
      },
      ...others.map((heights, i) => ({
        kind: "line" as const,
        color: beside[i]?.color ?? "--text",
        x: [...edges.flatMap((edge) => [edge, edge]), max, max],
        y: [0, ...heights.flatMap((height) => [height, height]), 0],
      })),
      ...(isBetween
        ? [limits.min, limits.max].map((x) => ({ kind: "rule" as const, color: "--text", x }))
        : []),
    ],
    legend:
      beside.length > 0
        ? [{ name: title, color: "--line-strong" }, ...beside.map(({ name, color }) => ({ name, color }))]
        : [],
    bar: undefined,
  };
}
