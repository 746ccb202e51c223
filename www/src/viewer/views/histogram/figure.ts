/** A histogram as a figure, so that it can be exported as it is shown. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Figure } from "../../chart/figure.ts";
import { countTicks, heightOf, TICKS, ticksOf } from "./axes.ts";

/** Room for axes beside a plot, and the least size, in CSS pixels. */
const ROOM = { width: 80, height: 56 };
const LEAST = { width: 480, height: 300 };

export function figureOfHistogram(
  histogram: PlaneHistogram,
  limits: ValueRange,
  log: boolean,
  { title, where }: { readonly title: string; readonly where?: string | undefined },
  { clientWidth, clientHeight }: Element,
): Figure {
  const { min, max } = histogram;
  const counts = Array.from(histogram.counts);
  const greatest = Math.max(1, ...counts);
  const isBetween = limits.min > min || limits.max < max;
  return {
    title: `Histogram of ${title}${where === undefined ? "" : `, ${where}`}`,
    width: Math.max(clientWidth + ROOM.width, LEAST.width),
    height: Math.max(clientHeight + ROOM.height, LEAST.height),
    x: { min, max, log: false, flipped: false, title, ticks: ticksOf(histogram) },
    y: {
      ...{ min: 0, max: 1, log: false, flipped: false, title: "count" },
      ticks: countTicks(greatest, log, TICKS.counts),
    },
    parts: [
      {
        kind: "bars",
        color: "--line-strong",
        heights: counts.map((count) => heightOf(count, greatest, log)),
      },
      ...(isBetween
        ? [limits.min, limits.max].map((x) => ({ kind: "rule" as const, color: "--text", x }))
        : []),
    ],
    legend: [],
    bar: undefined,
  };
}
