/**
 * A chart of lines over one x axis, drawn by uPlot. Dragging and the wheel zoom along x, a double click resets; y
 * always fits the visible values. Keys do the same at the cursor. Values that an axis cannot show are gaps.
 */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { titled } from "@asdf-wasm/science/format/format";
import uPlot from "uplot";
import { tickLabel } from "../../chart/ticks.ts";
import type { Line } from "../../protocol/lines.ts";
import { ABORTED } from "../../protocol/notices.ts";
import { obey } from "../../ui/commands.ts";
import { wheelFactor } from "../../ui/wheel.ts";
import { aligned, type Scales } from "./aligned.ts";
import type { ShownLines } from "./figure.ts";
import { CHART_KEYS } from "./keys.ts";
import { bandPaths, linePaths } from "./paths.ts";

export interface ChartEvents {
  /** Called when the visible part has changed; undefined for the whole line. */
  readonly onWindow: (window: ValueRange | undefined) => void;
  /** Called with the point of each line nearest to the cursor. */
  readonly onCursor: (points: readonly (Point | undefined)[]) => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly error: number | undefined;
}

/** The number of distinct line colours. */
const COLORS = 6;

/** uPlot's numbers for linear and logarithmic scales. */
const LOGARITHMIC = 3;

export class Chart {
  #element: HTMLElement;
  #events: ChartEvents;
  readonly #listening = new AbortController();
  readonly #resizing: ResizeObserver;
  #plot: uPlot | undefined;
  #lines: readonly Line[] = [];
  #scales: Scales = { logX: false, logY: false };
  #window: ValueRange | undefined;
  /** The labels of the axes. */
  #titles: ReturnType<typeof titlesOf> = [undefined, undefined];
  /** The factor by which plotted values are multiplied. */
  #factor = 1;

  constructor(element: HTMLElement, events: ChartEvents) {
    this.#element = element;
    this.#events = events;
    const { signal } = this.#listening;
    element.addEventListener("keydown", (event) => obey(CHART_KEYS, this, event), { signal });
    element.addEventListener("wheel", (event) => this.#onWheel(event), { signal, passive: false });
    this.#resizing = new ResizeObserver(() => this.#plot?.setSize(this.#size));
    this.#resizing.observe(element);
  }

  /** Replaces the lines; the visible part stays if they have the same extent. */
  draw(lines: readonly Line[], scales: Scales): void {
    const titles = titlesOf(lines);
    const isAlike =
      titles.every((title, i) => title === this.#titles[i]) &&
      this.#scales.logX === scales.logX &&
      this.#scales.logY === scales.logY &&
      isAlikeDrawn(this.#lines, lines);
    const before = this.#extent;
    [this.#lines, this.#scales, this.#titles] = [lines, scales, titles];
    const extent = this.#extent;
    if (this.#window && (extent.min !== before.min || extent.max !== before.max)) {
      this.#window = undefined;
      this.#events.onWindow(undefined);
    }
    this.#factor = factorFor(lines);
    const data = aligned(lines, scales, this.#factor);
    if (this.#plot && isAlike) {
      this.#plot.setData(data, false);
    } else {
      const at = this.cursorX;
      this.#plot?.destroy();
      this.#plot = new uPlot(this.#options(), data, this.#element);
      this.#keepCursor(this.#plot, at);
    }
    this.#plot.setScale("x", this.#window ?? extent);
  }

  /** Restores the cursor of a plot once uPlot has laid out its scales. */
  #keepCursor(plot: uPlot, x: number | undefined): void {
    if (x === undefined) {
      this.#events.onCursor([]);
      return;
    }
    queueMicrotask(() => {
      if (this.#plot === plot) {
        this.#pointTo(x);
      }
    });
  }

  /** What is seen; undefined before anything is drawn. */
  get shown(): ShownLines | undefined {
    const { min, max } = this.#plot?.scales["y"] ?? {};
    if (typeof min !== "number" || typeof max !== "number") {
      return undefined;
    }
    const y = { min: min / this.#factor, max: max / this.#factor };
    const x = this.#window ?? this.#extent;
    return { lines: this.#lines, scales: this.#scales, x, y, titles: this.#titles, size: this.#size };
  }

  /** Applies new colours. */
  recolor(): void {
    this.#plot?.redraw(false);
  }

  /** Shows the whole lines again. */
  reset(): void {
    this.#look(undefined);
  }

  /** Shows a part of the lines, or all. */
  show(window: ValueRange | undefined): void {
    if (window?.min !== this.#window?.min || window?.max !== this.#window?.max) {
      this.#look(window);
    }
  }

  /** Zooms about an x, by default about the middle. */
  zoom(factor: number, at?: number): void {
    const { min, max } = this.#window ?? this.#extent;
    const to = this.#scales.logX ? Math.log : (x: number) => x;
    const back = this.#scales.logX ? Math.exp : (x: number) => x;
    const [low, high] = [to(min), to(max)];
    const centre = at === undefined ? (low + high) / 2 : to(at);
    this.#look({ min: back(centre + (low - centre) * factor), max: back(centre + (high - centre) * factor) });
  }

  destroy(): void {
    this.#listening.abort(ABORTED);
    this.#resizing.disconnect();
    // V8 may keep a plot, through an accessor that uPlot defines: what leads from it to the page is let go. So is this chart's.
    if (this.#plot) {
      this.#plot.destroy();
      delete this.#plot.cursor.event;
    }
    this.#plot = undefined;
    this.#lines = [];
    this.#element = document.createElement("div");
    this.#events = { onWindow: () => {}, onCursor: () => {} };
  }

  get #size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#element;
    return { width: Math.max(clientWidth, 1), height: Math.max(clientHeight, 1) };
  }

  /** The common extent of all lines, as far as it can be drawn. */
  get #extent(): ValueRange {
    const least = (line: Line): number => (this.#scales.logX ? line.leastPositive : line.extent.min);
    const min = Math.min(...this.#lines.map(least));
    const max = Math.max(...this.#lines.map(({ extent }) => extent.max));
    if (this.#scales.logX && !(min < max)) {
      return { min: 1, max: 10 };
    }
    return min < max ? { min, max } : { min: min - 0.5, max: max + 0.5 };
  }

  #look(window: ValueRange | undefined): void {
    const all = this.#extent;
    const within = window && { min: Math.max(window.min, all.min), max: Math.min(window.max, all.max) };
    this.#window = within && (within.min > all.min || within.max < all.max) ? within : undefined;
    this.#plot?.setScale("x", this.#window ?? all);
    this.#events.onWindow(this.#window);
  }

  #options(): uPlot.Options {
    const color = (name: string) => () => resolved(this.#element, `var(${name})`);
    const soft = (name: string) => () =>
      resolved(this.#element, `color-mix(in srgb, var(${name}) 22%, transparent)`);
    const font = `11px ${getComputedStyle(this.#element).fontFamily}`;
    const axis = {
      font,
      labelFont: font,
      labelSize: 18,
      labelGap: 0,
      stroke: color("--muted"),
      grid: { stroke: color("--line"), width: 1 },
      ticks: { stroke: color("--line"), width: 1 },
      border: { show: true, stroke: color("--line-strong"), width: 1 },
      values: (_: uPlot, splits: number[]) => splits.map(tick),
    };
    const series: uPlot.Series[] = [{}];
    for (const [i, { error }] of this.#lines.entries()) {
      const name = colorOf(i);
      series.push({
        stroke: color(name),
        width: 1.25,
        paths: linePaths,
        pxAlign: 0,
        points: { size: 5 },
      });
      if (error) {
        const edge: uPlot.Series = { width: 0, pxAlign: 0, points: { show: false } };
        series.push({ ...edge, fill: soft(name), paths: bandPaths }, { ...edge, paths: () => null });
      }
    }
    const logarithmic: uPlot.Scale = { distr: LOGARITHMIC };
    return {
      ...this.#size,
      series,
      scales: {
        x: {
          time: false,
          auto: false,
          range: (_, min, max) => [min, max],
          ...(this.#scales.logX && logarithmic),
        },
        y: this.#scales.logY ? logarithmic : {},
      },
      axes: [
        { ...axis, ...labelled(this.#titles[0]), size: 32, space: 72 },
        {
          ...axis,
          ...labelled(this.#titles[1]),
          values: (_, splits) => splits.map((value) => tick(value === null ? null : value / this.#factor)),
          space: 44,
          size: (_, values) => 16 + 6.5 * Math.max(4, ...(values ?? []).map(({ length }) => length)),
        },
      ],
      legend: { show: false },
      cursor: {
        drag: { setScale: false, x: true, y: false },
        points: { size: 7 },
        bind: { dblclick: () => () => this.#onDoubleClick() },
      },
      padding: [12, 16, 0, 0],
      hooks: {
        setSelect: [(plot) => this.#onSelect(plot)],
        setCursor: [(plot) => this.#events.onCursor(this.#pointsAt(plot))],
      },
    };
  }

  #onDoubleClick(): null {
    this.reset();
    return null;
  }

  #onSelect(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width > 2) {
      this.#look({ min: plot.posToVal(left, "x"), max: plot.posToVal(left + width, "x") });
    }
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #onWheel(event: WheelEvent): void {
    const plot = this.#plot;
    if (plot) {
      event.preventDefault();
      const left = event.clientX - plot.over.getBoundingClientRect().left;
      this.zoom(1 / wheelFactor(event), plot.posToVal(left, "x"));
    }
  }

  /** Moves the cursor by points, within the visible part. */
  walk(step: number): void {
    const plot = this.#plot;
    const x = plot?.data[0];
    if (!plot || !x) {
      return;
    }
    const { min, max } = this.#window ?? this.#extent;
    const xs = Array.from(x);
    const first = xs.findIndex((value) => value >= min);
    const last = xs.findLastIndex((value) => value <= max);
    const from = plot.cursor.idx ?? (step > 0 ? first - 1 : last + 1);
    const to = Math.min(Math.max(from + step, first), last);
    this.#pointTo(xs[to] ?? 0);
  }

  /** The x of the cursor. */
  get cursorX(): number | undefined {
    const at = this.#plot?.cursor.idx;
    return typeof at === "number" ? this.#plot?.data[0]?.[at] : undefined;
  }

  #pointTo(x: number): void {
    const plot = this.#plot;
    plot?.setCursor({ left: plot.valToPos(x, "x"), top: plot.over.clientHeight / 2 });
  }

  #pointsAt({ cursor, data }: uPlot): (Point | undefined)[] {
    let series = 0;
    return this.#lines.map(({ x, y, error }) => {
      series += 1;
      const at = cursor.idxs?.[series];
      const found = typeof at === "number" ? data[0]?.[at] : undefined;
      series += error ? 2 : 0;
      const i = typeof found === "number" ? x.indexOf(found) : -1;
      return i < 0 ? undefined : { x: x[i] ?? Number.NaN, y: y[i] ?? Number.NaN, error: error?.[i] };
    });
  }
}

/** The CSS variable with the colour of a line. */
export function colorOf(line: number): string {
  return `--series-${(line % COLORS) + 1}`;
}

/** A power of ten that scales very small or large values into the range in which uPlot finds ticks (17 decimals). */
function factorFor(lines: readonly Line[]): number {
  let most = 0;
  for (const { y } of lines) {
    for (const value of y) {
      most = Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most;
    }
  }
  return most > 0 && (most < 1e-6 || most > 1e12) ? 10 ** Math.min(-Math.floor(Math.log10(most)), 300) : 1;
}

/** The axis labels, as far as all lines share them: the quantity and unit of x and of the values. */
function titlesOf(lines: readonly Line[]): readonly [x: string | undefined, y: string | undefined] {
  const shared = (texts: readonly (string | undefined)[]) =>
    texts.every((text) => text === texts[0]) ? texts[0] : undefined;
  return [
    shared(lines.map(({ axisName, alongUnit }) => titled(axisName, alongUnit))),
    shared(lines.map(({ quantity, unit }) => titled(quantity, unit))) ??
      shared(lines.map(({ unit }) => unit)),
  ];
}

/** uPlot keeps room for a label that is there from the start. */
function labelled(label: string | undefined): Pick<uPlot.Axis, "label"> {
  return label === undefined ? {} : { label };
}

/** Whether both can be drawn by the same series. */
function isAlikeDrawn(some: readonly Line[], others: readonly Line[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ error }, i) => (error === undefined) === (others[i]?.error === undefined))
  );
}

function tick(value: number | null): string {
  return value === null ? "" : tickLabel(value);
}

/** A colour of the theme in a form that a canvas accepts. */
function resolved(element: HTMLElement, value: string): string {
  element.style.color = value;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}
