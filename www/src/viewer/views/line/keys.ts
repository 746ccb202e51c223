/** The keys of a chart of lines. */
import type { Command } from "../../ui/commands.ts";

/** What they do: the chart. */
interface Walked {
  /** The x of the cursor. */
  readonly cursorX: number | undefined;
  /** Moves the cursor by points. */
  walk(step: number): void;
  zoom(factor: number, at: number | undefined): void;
  reset(): void;
}

const ZOOM = Math.SQRT2;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export const CHART_KEYS: readonly Command<Walked>[] = [
  {
    label: "From point to point",
    keys: Object.keys(STEPS),
    written: "← → Home End",
    run: (chart, { key, shiftKey }) => chart.walk((STEPS[key] ?? 0) * (shiftKey ? 10 : 1)),
  },
  {
    label: "Zoom",
    keys: ["+", "=", "-", "_"],
    written: "+ −",
    run: (chart, { key }) => chart.zoom("+=".includes(key) ? 1 / ZOOM : ZOOM, chart.cursorX),
  },
  { label: "Whole line", keys: ["0"], run: (chart) => chart.reset() },
];
