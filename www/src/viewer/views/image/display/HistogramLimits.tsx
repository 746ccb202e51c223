/** The limits on a histogram, as two sliders that are dragged or moved by keys, and the tone curve between them. */
import { type ToneOptions, toneCurve } from "asdf-wasm/image";
import { limits as inWords } from "../../../format/format.ts";
import type { DisplayLimits, PlaneHistogram } from "../../../protocol/plane.ts";
import { HEIGHT, HistogramPlot } from "../../histogram/HistogramPlot.tsx";

/** The number of straight lines that make the curve. */
const LINES = 128;

interface LimitsProps {
  readonly histogram: PlaneHistogram;
  readonly limits: DisplayLimits;
  readonly tone: ToneOptions;
  readonly onLimits: (limits: DisplayLimits) => void;
}

export function HistogramLimits({ histogram, limits, tone, onLimits }: LimitsProps) {
  const { min, max } = limits;
  const [low, high] = inWords(min, max);
  return (
    <HistogramPlot histogram={histogram} curve={curveOf(histogram, limits, tone)}>
      <Handle
        {...{ label: "Lower limit", text: low, value: min, range: histogram }}
        onChange={(value) => onLimits({ min: Math.min(value, max), max })}
      />
      <Handle
        {...{ label: "Upper limit", text: high, value: max, range: histogram }}
        onChange={(value) => onLimits({ min, max: Math.max(value, min) })}
      />
    </HistogramPlot>
  );
}

interface HandleProps {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: DisplayLimits;
  readonly onChange: (value: number) => void;
}

function Handle({ label, text, value, range, onChange }: HandleProps) {
  const span = range.max - range.min;
  const move = (wanted: number): void => onChange(Math.min(Math.max(wanted, range.min), range.max));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: value - span / 256,
    ArrowDown: value - span / 256,
    ArrowRight: value + span / 256,
    ArrowUp: value + span / 256,
    PageDown: value - span / 16,
    PageUp: value + span / 16,
    Home: range.min,
    End: range.max,
  };
  return (
    <div
      class="limit"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={value}
      aria-valuetext={text}
      style={{ left: `${100 * Math.min(Math.max((value - range.min) / span, 0), 1)}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const { currentTarget, clientX, pointerId } = event;
        const box = currentTarget.parentElement?.getBoundingClientRect();
        if (box && currentTarget.hasPointerCapture(pointerId)) {
          move(range.min + ((clientX - box.left) / box.width) * span);
        }
      }}
      onKeyDown={(event) => {
        const wanted = steps[event.key];
        if (wanted !== undefined) {
          event.preventDefault();
          move(wanted);
        }
      }}
    />
  );
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
