/** The chart as a component: created once, it follows its lines, scales and the theme. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { titled } from "@asdf-wasm/science/format/format";
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onTheme } from "../../chart/inks.ts";
import { useOffer } from "../../chart/offering.ts";
import type { Line } from "../../protocol/lines.ts";
import { adopt } from "../../styles/sheet.ts";
import { Chart, type ChartEvents, colorOf } from "./chart.ts";
import type { Scales } from "./figure.ts";
import { figureOfLines } from "./figure.ts";
import styles from "./line.css?inline";

interface LineChartProps extends ChartEvents {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** What it is called where it is exported, if otherwise. */
  readonly name?: string;
  /** Of its figure, if not the names of its lines. */
  readonly title?: string;
  readonly lines: readonly Line[];
  readonly scales: Scales;
  /** The part that is shown, unless it is all. */
  readonly within?: ReadonlySignal<ValueRange | undefined>;
  /** Gets the chart, which buttons zoom. */
  readonly onChart?: (chart: Chart) => void;
}

export function LineChart({
  label,
  name,
  lines,
  title = titleOf(lines),
  scales,
  within,
  onWindow,
  onCursor,
  onChart,
}: LineChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const events = useRef<ChartEvents>({ onWindow, onCursor });
  events.current = { onWindow, onCursor };
  const [chart, setChart] = useState<Chart>();

  useEffect(() => {
    if (!element.current) {
      return;
    }
    adopt(element.current, styles);
    const made = new Chart(element.current, {
      onWindow: (window) => events.current.onWindow(window),
      onCursor: (points) => events.current.onCursor(points),
    });
    setChart(made);
    onChart?.(made);
    const stopFollowing = onTheme(element.current, () => made.recolor());
    return () => {
      stopFollowing();
      made.destroy();
    };
  }, []);

  // At once: keys and the readout are never of lines that are named no longer.
  useLayoutEffect(() => {
    if (lines.length > 0) {
      chart?.draw(lines, scales);
    }
  }, [chart, lines, scales.logX, scales.logY]);
  useOffer(element, name ?? label, () => {
    const shown = chart?.shown;
    return shown && figureOfLines(shown, title, colorOf);
  });
  const hasLines = lines.length > 0;
  const part = within?.value;
  useLayoutEffect(() => {
    if (hasLines && within) {
      // The newest: since this was rendered, the chart may have been zoomed again.
      chart?.show(within.peek());
    }
  }, [chart, hasLines, part?.min, part?.max]);

  return (
    <div
      ref={element}
      class="chart"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart takes keys of its own.
      tabIndex={0}
      aria-label={`${label}. Left and right go from point to point, plus and minus zoom, 0 shows all.`}
    />
  );
}

/** The names of lines, and the unit of all. */
function titleOf(lines: readonly Line[]): string {
  const names = [...new Set(lines.map(({ name }) => name))].join(", ");
  const [unit, ...others] = new Set(lines.map(({ unit }) => unit));
  return titled(names, others.length === 0 ? unit : undefined);
}
