/** The histogram of a region: in bins that suit the values, whole numbers in bins of whole numbers. */

import { type ArrayHistogram, binsFor, type HistogramChoice, wholeBins } from "./bins.ts";
import { membershipOf } from "./membership.ts";
import type { Measuring, Source } from "./reading.ts";
import { boundsIn, statisticsOf, type Tiles, valuesOf } from "./regionStatistics.ts";

export async function histogramInside(
  data: Source,
  tiles: Tiles,
  request: Measuring,
  { bins, range }: HistogramChoice,
): Promise<ArrayHistogram> {
  const bounds = boundsIn(data, request);
  const members = membershipOf(request.shape);
  const { count, mean, std, min, max } = await statisticsOf(tiles, bounds, members);
  const found = { mean, std, count, sampled: 1 };
  if (!min || !max) {
    return { ...found, histogram: undefined };
  }
  const most = bins ?? binsFor(count);
  const extremes = range ?? { min: Number(min.value), max: Number(max.value) };
  const isWhole = /^u?int|^bool/.test(String(data.array.dtype));
  const whole = isWhole
    ? wholeBins({ min: Math.ceil(extremes.min), max: Math.floor(extremes.max) }, most)
    : undefined;
  const shown = whole?.range ?? roomy(extremes);
  const counts = new Uint32Array(whole?.bins ?? most);
  const scale = counts.length / (shown.max - shown.min);
  for await (const values of valuesOf(tiles, bounds, members)) {
    for (const value of values) {
      if (value >= shown.min && value <= shown.max) {
        const bin = Math.min(Math.floor((value - shown.min) * scale), counts.length - 1);
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
    }
  }
  return { ...found, histogram: { ...shown, counts, sampled: 1, whole: whole !== undefined } };
}

/** Never empty. */
function roomy({ min, max }: { readonly min: number; readonly max: number }) {
  const margin = min < max ? 0 : Math.max(0.5, Math.abs(min) / 1000);
  return { min: min - margin, max: max + margin };
}
