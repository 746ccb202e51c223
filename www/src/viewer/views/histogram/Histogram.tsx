/** Counts of values as bars, with axes, the bin under the pointer, and limits that are dragged. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { limits as inWords, many } from "@asdf-wasm/science/format/format";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { useOffer } from "../../chart/offering.ts";
import { Choice } from "../../ui/Choice.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { heightsOf, ticksOf } from "./axes.ts";
import { type CountsBeside, figureOfHistogram } from "./figure.ts";
import { LimitHandle } from "./LimitHandle.tsx";
import { BINS, type HistogramSettings } from "./settings.ts";

/** The height of the plot, in its own coordinates. */
export const HEIGHT = 100;

interface HistogramProps {
  readonly histogram: PlaneHistogram;
  readonly settings: HistogramSettings;
  /** What is counted, with its unit. */
  readonly title: string;
  /** The region that it is counted in, if it is not everywhere. */
  readonly where?: string | undefined;
  readonly limits: ValueRange;
  readonly onLimits: (limits: ValueRange) => void;
  /** A path above the bars, in the plot's coordinates: a bin is 1 wide, the plot is 100 high. */
  readonly curve?: string | undefined;
  /** Other counts in the same bins; files may have the same name. */
  readonly beside?: readonly (CountsBeside & { readonly id: string })[] | undefined;
  /** Whether densities are shown in place of counts; can be changed, if it is given. */
  readonly density?: Signal<boolean> | undefined;
}

export function Histogram(props: HistogramProps) {
  const { histogram, settings, title, where, limits, onLimits, curve, beside = [], density } = props;
  const [bin, setBin] = useState<number>();
  const { counts } = histogram;
  const log = settings.log.value;
  const isDensity = density?.value === true;
  const width = isDensity ? (histogram.max - histogram.min) / counts.length : undefined;
  const { heights, ticks } = heightsOf([counts, ...beside.map(({ counts }) => counts)], log, width);
  const what = isDensity ? "density" : "count";
  const [start, end] = binsInWords(histogram, 0, counts.length);
  const [low, high] = inWords(limits.min, limits.max);
  const element = useRef<HTMLDivElement>(null);
  useOffer(element, `Histogram of ${title}`, () => {
    const plot = element.current?.querySelector(".histogram-plot");
    const words = { title, where, what };
    return plot ? figureOfHistogram(histogram, limits, { heights, ticks }, words, plot, beside) : undefined;
  });
  return (
    <div class="histogram" ref={element}>
      <div class="histogram-head">
        <Choice label="Bins" choices={BINS} value={settings.bins} />
        <Toggle label="Log counts" value={settings.log} />
        {density && <Toggle label="Density" value={density} />}
        <output class="number" aria-live="off">
          {bin === undefined || bin >= counts.length ? "" : binInWords(histogram, bin)}
        </output>
      </div>
      <span class="histogram-title counted">{what}</span>
      <div class="histogram-axis counted" aria-hidden="true">
        {ticks.map(({ place, label }) => (
          <span key={label} class="number" style={{ bottom: `${100 * place}%` }}>
            {label}
          </span>
        ))}
      </div>
      <div
        class="histogram-plot"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const under = Math.floor(((clientX - left) / width) * counts.length);
          setBin(under >= 0 && under < counts.length ? under : undefined);
        }}
        onPointerLeave={() => setBin(undefined)}
      >
        <svg
          viewBox={`0 0 ${counts.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Histogram from ${start} to ${end}, ${isDensity ? "densities" : "counts"} on a ${log ? "logarithmic" : "linear"} scale`}
        >
          <path class="bars" d={bars(heights[0] ?? [])} />
          {beside.map(({ id, color }, i) => (
            <path
              key={id}
              class="outline"
              style={{ stroke: `var(${color})` }}
              d={bars(heights[i + 1] ?? [])}
            />
          ))}
          {bin !== undefined && <rect class="bin" x={bin} y={0} width={1} height={HEIGHT} />}
          {curve && <path class="curve" d={curve} />}
        </svg>
        <LimitHandle
          {...{ label: "Lower limit", text: low, value: limits.min, range: histogram }}
          onChange={(value) => onLimits({ min: Math.min(value, limits.max), max: limits.max })}
        />
        <LimitHandle
          {...{ label: "Upper limit", text: high, value: limits.max, range: histogram }}
          onChange={(value) => onLimits({ min: limits.min, max: Math.max(value, limits.min) })}
        />
      </div>
      <div class="histogram-axis valued" aria-hidden="true">
        {ticksOf(histogram).map(({ place, label }) => (
          <span key={label} class="number" style={{ left: `${100 * place}%` }}>
            {label}
          </span>
        ))}
      </div>
      <span class="histogram-title valued">{title}</span>
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

function binInWords(histogram: PlaneHistogram, bin: number): string {
  const [from, to] = binsInWords(histogram, bin, bin + 1);
  return `${from === to ? from : `${from} to ${to}`}: ${many(histogram.counts[bin] ?? 0, "value")}`;
}

/** One outline around all bars. */
function bars(heights: readonly number[]): string {
  const tops = heights.map((height) => HEIGHT * (1 - height));
  return `M0 ${HEIGHT}${tops.map((top) => `V${top.toFixed(1)}h1`).join("")}V${HEIGHT}Z`;
}
