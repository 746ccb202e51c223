/** Counts of values as bars, on a logarithmic scale. */
import type { ComponentChildren } from "preact";
import { limits as inWords, withUnit } from "../../format/format.ts";
import type { PlaneHistogram } from "../../protocol/plane.ts";

/** The height of the plot, in its own coordinates. */
export const HEIGHT = 100;

interface PlotProps {
  readonly histogram: PlaneHistogram;
  /** The unit of the values. */
  readonly unit?: string | undefined;
  /** A path above the bars, in the plot's coordinates: a bin is 1 wide, the plot is 100 high. */
  readonly curve?: string | undefined;
  /** Elements in the plot, placed by percentages. */
  readonly children?: ComponentChildren;
}

export function HistogramPlot({ histogram, unit, curve, children }: PlotProps) {
  const [start, end] = binsInWords(histogram, 0, histogram.counts.length);
  return (
    <div class="histogram">
      <div class="histogram-plot">
        <svg
          viewBox={`0 0 ${histogram.counts.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Histogram from ${start} to ${end}, counts on a logarithmic scale`}
        >
          <path class="bars" d={bars(histogram.counts)} />
          {curve && <path class="curve" d={curve} />}
        </svg>
        {children}
      </div>
      <div class="histogram-ends">
        <span class="number">{start}</span>
        <span class="number">{withUnit(end, unit)}</span>
      </div>
    </div>
  );
}

/** The range of the bins `from` (inclusive) to `to` (exclusive). */
export function binsInWords(
  { min, max, counts, whole }: PlaneHistogram,
  from: number,
  to: number,
): readonly [start: string, end: string] {
  const [width, half] = [(max - min) / counts.length, whole ? 0.5 : 0];
  return inWords(min + from * width + half, min + to * width - half);
}

/** One outline around all bars. */
function bars(counts: Uint32Array): string {
  const most = Math.log1p(counts.reduce((most, count) => Math.max(most, count), 1));
  const tops = Array.from(counts, (count) => HEIGHT * (1 - Math.log1p(count) / most));
  return `M0 ${HEIGHT}${tops.map((top) => `V${top.toFixed(1)}h1`).join("")}V${HEIGHT}Z`;
}
