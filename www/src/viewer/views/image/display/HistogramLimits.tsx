/** The histogram with the display limits on it, and the tone curve between them. */

import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { type ToneOptions, toneCurve } from "asdf-wasm/image";
import { HEIGHT, Histogram } from "../../histogram/Histogram.tsx";
import type { HistogramSettings } from "../../histogram/settings.ts";

/** The number of straight lines that make the curve. */
const LINES = 128;

interface LimitsProps {
  readonly histogram: PlaneHistogram;
  readonly settings: HistogramSettings;
  /** What the values are. */
  readonly title: string;
  readonly limits: DisplayLimits;
  readonly tone: ToneOptions;
  readonly onLimits: (limits: DisplayLimits) => void;
}

export function HistogramLimits({ tone, ...props }: LimitsProps) {
  return <Histogram {...props} curve={curveOf(props.histogram, props.limits, tone)} />;
}

/** The place on the colour map of each value. */
function curveOf(
  { counts, ...range }: PlaneHistogram,
  { min, max }: DisplayLimits,
  tone: ToneOptions,
): string {
  const place = toneCurve(tone);
  const points = Array.from({ length: LINES + 1 }, (_, i) => {
    const value = range.min + (i / LINES) * (range.max - range.min);
    const x = max > min ? (value - min) / (max - min) : Number(value > min);
    return `${((i / LINES) * counts.length).toFixed(2)} ${(HEIGHT * (1 - place(x))).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
