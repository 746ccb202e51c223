/**
 * A chart of lines over one x axis. Dragging and the wheel zoom along x, a double click resets; y always fits the visible values. Keys do
 * the same at the cursor. Values that an axis cannot show are gaps.
 */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { titled } from "@asdf-wasm/science/format/format";
import { type FigureAxis, placeOn, valueOn } from "../../chart/figure.ts";
import { type Frame, frameOf } from "../../chart/frame.ts";
import { paletteOf } from "../../chart/inks.ts";
import { styleOf } from "../../chart/picture.ts";
import { drawMarks } from "../../drawing/canvas.ts";
import type { Line } from "../../protocol/lines.ts";
import { ABORTED } from "../../protocol/notices.ts";
import { obey } from "../../ui/commands.ts";
import { wheelFactor } from "../../ui/wheel.ts";
import { extentOf, firstFrom, type Scales, type ShownLines, visible } from "./figure.ts";
import { CHART_KEYS } from "./keys.ts";
import { bandPath, linePath, pointsOf } from "./paths.ts";

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
/** Of lines and dots, in CSS pixels, and how far apart dots are at least. */
const WIDTH = 1.25;
const DOT = 2.5;
const APART = 10;
/** How much of what is behind a band is not seen. */
const BAND = 0.22;
/** Beside the visible values, as a part of their range. */
const PADDING = 0.05;
/** A shorter drag is a click, in CSS pixels. */
const CLICK = 2;
/** The least visible part, relative to the numbers on the axis: in less, they have too few digits to zoom out again. */
const LEAST = 2 ** -40;

interface Layout {
  readonly frame: Frame;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
}

export class Chart {
  #element: HTMLElement;
  #events: ChartEvents;
  readonly #canvas = document.createElement("canvas");
  /** Over what is between the axes: takes the pointer, and holds the marks of the cursor and the dragged part. */
  readonly #over = Object.assign(document.createElement("div"), { className: "chart-over" });
  readonly #select = Object.assign(document.createElement("div"), {
    className: "chart-select",
    hidden: true,
  });
  readonly #listening = new AbortController();
  readonly #resizing: ResizeObserver;
  #lines: readonly Line[] = [];
  #scales: Scales = { logX: false, logY: false };
  #window: ValueRange | undefined;
  #layout: Layout | undefined;
  #palette: ReturnType<typeof paletteOf> | undefined;
  /** The x of the point under the cursor. */
  #cursor: number | undefined;

  constructor(element: HTMLElement, events: ChartEvents) {
    this.#element = element;
    this.#events = events;
    const { signal } = this.#listening;
    element.addEventListener("keydown", (event) => obey(CHART_KEYS, this, event), { signal });
    element.addEventListener("wheel", (event) => this.#onWheel(event), { signal, passive: false });
    this.#listenToPointer(signal);
    this.#resizing = new ResizeObserver(() => this.#paint());
    this.#resizing.observe(element);
  }

  /** Replaces the lines; the visible part stays if they have the same extent. */
  draw(lines: readonly Line[], scales: Scales): void {
    const before = this.#extent;
    [this.#lines, this.#scales] = [lines, scales];
    const extent = this.#extent;
    if (this.#window && (extent.min !== before.min || extent.max !== before.max)) {
      this.#window = undefined;
      this.#events.onWindow(undefined);
    }
    if (!this.#canvas.isConnected) {
      this.#over.append(this.#select);
      this.#element.append(this.#canvas, this.#over);
    }
    this.#paint();
    this.#pointTo(this.#cursor);
  }

  /** What is seen; undefined before anything is drawn. */
  get shown(): ShownLines | undefined {
    const { x, y } = this.#layout ?? {};
    return x && y && { lines: this.#lines, scales: this.#scales, x, y, size: this.#size };
  }

  /** Applies new colours. */
  recolor(): void {
    this.#palette = undefined;
    this.#paint();
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

  /** Moves the cursor by points, within the visible part. */
  walk(step: number): void {
    const { min, max } = this.#window ?? this.#extent;
    const all = new Set(this.#lines.flatMap(({ x }) => [...x.filter((x) => x >= min && x <= max)]));
    const xs = [...all].sort((one, other) => one - other);
    const from = this.#cursor === undefined ? -1 : xs.indexOf(this.#cursor);
    const start = from < 0 && step < 0 ? xs.length : from;
    this.#pointTo(xs[Math.min(Math.max(start + step, 0), xs.length - 1)]);
  }

  /** The x of the cursor. */
  get cursorX(): number | undefined {
    return this.#cursor;
  }

  destroy(): void {
    this.#listening.abort(ABORTED);
    this.#resizing.disconnect();
    this.#lines = [];
    this.#element = document.createElement("div");
    this.#events = { onWindow: () => {}, onCursor: () => {} };
  }

  get #size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#element;
    return { width: Math.max(clientWidth, 1), height: Math.max(clientHeight, 1) };
  }

  /** The part of the common extent of all lines that can be drawn. */
  get #extent(): ValueRange {
    return extentOf(this.#lines, this.#scales.logX);
  }

  #look(window: ValueRange | undefined): void {
    const all = this.#extent;
    const within = window && { min: Math.max(window.min, all.min), max: Math.min(window.max, all.max) };
    const most = this.#scales.logX ? within?.max : Math.max(-all.min, all.max);
    if (within && !(within.max - within.min > LEAST * (most ?? 0))) {
      return;
    }
    this.#window = within && (within.min > all.min || within.max < all.max) ? within : undefined;
    this.#paint();
    this.#markCursor();
    this.#events.onWindow(this.#window);
  }

  #paint(): void {
    const context = this.#canvas.getContext("2d");
    if (!context || this.#lines.length === 0) {
      return;
    }
    this.#palette ??= paletteOf(this.#element, "page");
    const { ink, family } = this.#palette;
    const [ratio, size] = [devicePixelRatio, this.#size];
    const [titleX = "", titleY = ""] = titlesOf(this.#lines);
    const { logX, logY } = this.#scales;
    const x = { ...(this.#window ?? this.#extent), log: logX, flipped: false, title: titleX };
    const y = { ...this.#rangeOfY(x), log: logY, flipped: false, title: titleY };
    const frame = frameOf({ ...size, x, y, legend: [], bar: undefined }, styleOf(ink, family));
    const { area } = frame;
    this.#layout = { frame, x, y };
    const { canvas } = context;
    Object.assign(canvas, { width: Math.round(size.width * ratio), height: Math.round(size.height * ratio) });
    drawMarks(context, frame.below, ratio, canvas);
    context.save();
    context.beginPath();
    context.rect(area.x * ratio, area.y * ratio, area.width * ratio, area.height * ratio);
    context.clip();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const dots: (readonly [color: string, path: Path2D])[] = [];
    for (const [i, line] of this.#lines.entries()) {
      const on = (values: (i: number) => number) => pointsOf(line, values, this.#layoutOnCanvas(ratio));
      const value = (i: number): number => line.y[i] ?? Number.NaN;
      const { error } = line;
      context.fillStyle = context.strokeStyle = ink(colorOf(i));
      context.lineWidth = WIDTH * ratio;
      if (error) {
        const edge = (sign: number) => on((i) => value(i) + sign * (error[i] ?? Number.NaN));
        context.globalAlpha = BAND;
        context.fill(bandPath(edge(1), edge(-1), area.width * ratio));
        context.globalAlpha = 1;
      }
      const points = on(value);
      context.stroke(linePath(points, area.width * ratio, context.lineWidth));
      if (points.xs.length * APART <= area.width) {
        dots.push([colorOf(i), dotsOf(points, DOT * ratio, area.x * ratio, (area.x + area.width) * ratio)]);
      }
    }
    context.restore();
    drawMarks(context, frame.above, ratio, canvas);
    for (const [color, path] of dots) {
      context.fillStyle = ink(color);
      context.fill(path);
    }
    Object.assign(this.#over.style, { left: `${area.x}px`, top: `${area.y}px` });
    Object.assign(this.#over.style, { width: `${area.width}px`, height: `${area.height}px` });
    this.#markCursor();
  }

  /** Where values are on the canvas; NaN where an axis has no place for them. */
  #layoutOnCanvas(ratio: number) {
    const {
      frame: { area },
      x,
      y,
    } = this.#layout ?? EMPTY;
    return {
      x,
      left: (value: number) => (area.x + placeOn(x, value) * area.width) * ratio,
      top: (value: number) =>
        y.log && value <= 0 ? Number.NaN : (area.y + (1 - placeOn(y, value)) * area.height) * ratio,
    };
  }

  /** The range of the values, and of their errors, that are in view. */
  #rangeOfY(window: FigureAxis): ValueRange {
    const isLog = this.#scales.logY;
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const include = (value: number): void => {
      if (Number.isFinite(value) && !(isLog && value <= 0)) {
        [min, max] = [Math.min(min, value), Math.max(max, value)];
      }
    };
    for (const line of this.#lines) {
      const [from, to] = visible(line, window);
      const isInside = (i: number): boolean =>
        (line.x[i] ?? 0) >= window.min && (line.x[i] ?? 0) <= window.max;
      // Those beside the visible part count if there are no others.
      const [first, last] =
        to - from > 2 ? [from + Number(!isInside(from)), to - Number(!isInside(to - 1))] : [from, to];
      for (let i = first; i < last; i += 1) {
        const value = line.y[i] ?? Number.NaN;
        include(value);
        if (line.error) {
          include(value + (line.error[i] ?? 0));
          include(value - (line.error[i] ?? 0));
        }
      }
    }
    if (!(min <= max)) {
      return isLog ? { min: 1, max: 10 } : { min: 0, max: 1 };
    }
    const [low, high] = isLog ? [Math.log10(min), Math.log10(max)] : [min, max];
    const pad = high > low ? PADDING * (high - low) : isLog ? 0.5 : Math.abs(low) / 2 || 0.5;
    const ends = [low - pad, high + pad].map((end) => (isLog ? 10 ** end : end));
    const [least, most] = ends.map((end) => Math.min(Math.max(end, -Number.MAX_VALUE), Number.MAX_VALUE));
    return { min: least ?? min, max: most ?? max };
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(1 / wheelFactor(event), this.#valueAt(event));
  }

  #listenToPointer(signal: AbortSignal): void {
    const over = this.#over;
    const along = ({ clientX }: MouseEvent): number => clientX - over.getBoundingClientRect().left;
    const pointTo = (event: PointerEvent) => this.#pointTo(this.#nearest(this.#valueAt(event)), event);
    let from: number | undefined;
    over.addEventListener(
      "pointerdown",
      (event) => {
        from = event.button === 0 ? along(event) : undefined;
        over.setPointerCapture(event.pointerId);
        pointTo(event);
      },
      { signal },
    );
    over.addEventListener(
      "pointermove",
      (event) => {
        pointTo(event);
        if (from !== undefined) {
          const to = Math.min(Math.max(along(event), 0), over.clientWidth);
          this.#select.hidden = false;
          Object.assign(this.#select.style, {
            left: `${Math.min(from, to)}px`,
            width: `${Math.abs(to - from)}px`,
          });
        }
      },
      { signal },
    );
    over.addEventListener(
      "pointerup",
      (event) => {
        const start = from;
        from = undefined;
        this.#select.hidden = true;
        if (start !== undefined && Math.abs(along(event) - start) > CLICK) {
          const ends = [this.#valueAlong(start), this.#valueAt(event)] as const;
          this.#look({ min: Math.min(...ends), max: Math.max(...ends) });
        }
      },
      { signal },
    );
    over.addEventListener(
      "pointercancel",
      () => {
        from = undefined;
        this.#select.hidden = true;
      },
      { signal },
    );
    // A finger that is lifted leaves, too: what it pointed to stays.
    const leave = ({ pointerType }: PointerEvent) => pointerType !== "touch" && this.#pointTo(undefined);
    over.addEventListener("pointerleave", leave, { signal });
    over.addEventListener("dblclick", () => this.reset(), { signal });
  }

  /** The x under the pointer. */
  #valueAt({ clientX }: MouseEvent): number {
    return this.#valueAlong(clientX - this.#over.getBoundingClientRect().left);
  }

  #valueAlong(pixels: number): number {
    return valueOn((this.#layout ?? EMPTY).x, pixels / Math.max(this.#over.clientWidth, 1));
  }

  /** The x of a line that is nearest to one. */
  #nearest(wanted: number): number | undefined {
    const xs = this.#lines.map(({ x }) => x[nearest(x, wanted)]).filter((x) => x !== undefined);
    return xs.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
  }

  #pointTo(x: number | undefined, pointer?: MouseEvent): void {
    this.#cursor = x;
    this.#markCursor(pointer);
    this.#events.onCursor(x === undefined ? [] : this.#pointsAt(x));
  }

  #pointsAt(wanted: number): (Point | undefined)[] {
    return this.#lines.map(({ x, y, error }) => {
      const i = nearest(x, wanted);
      return i < 0 ? undefined : { x: x[i] ?? Number.NaN, y: y[i] ?? Number.NaN, error: error?.[i] };
    });
  }

  /** Draws the lines of the cursor, through the pointer if there is one, and a dot on each line. */
  #markCursor(pointer?: MouseEvent): void {
    const { x, y } = this.#layout ?? EMPTY;
    const { left, top, height } = this.#over.getBoundingClientRect();
    const mark = (className: string, style: Partial<CSSStyleDeclaration>): HTMLElement => {
      const element = Object.assign(document.createElement("div"), { className });
      Object.assign(element.style, style);
      return element;
    };
    const at = this.#cursor;
    const percent = (place: number): string => `${100 * place}%`;
    const dots = (at === undefined ? [] : this.#pointsAt(at)).flatMap((point, i) =>
      point && Number.isFinite(point.y) && !(y.log && point.y <= 0)
        ? [
            mark("chart-point", {
              ...{ left: percent(placeOn(x, point.x)), top: percent(1 - placeOn(y, point.y)) },
              background: `var(${colorOf(i)})`,
            }),
          ]
        : [],
    );
    const across = pointer ? `${pointer.clientX - left}px` : at === undefined ? "" : percent(placeOn(x, at));
    const down = pointer ? `${pointer.clientY - top}px` : `${height / 2}px`;
    const lines =
      at === undefined
        ? []
        : [mark("chart-cursor upright", { left: across }), mark("chart-cursor", { top: down })];
    this.#over.replaceChildren(this.#select, ...lines, ...dots);
  }
}

const AXIS: FigureAxis = { min: 0, max: 1, log: false, flipped: false, title: "" };
const EMPTY: Layout = {
  ...{ x: AXIS, y: AXIS },
  frame: { area: { x: 0, y: 0, width: 1, height: 1 }, below: [], above: [], bar: undefined },
};

/** The index of the value nearest to one, among values that grow; -1 if there are none. */
function nearest(values: Float64Array, wanted: number): number {
  const next = firstFrom(values, wanted);
  const [after, before] = [values[next] ?? Number.POSITIVE_INFINITY, values[next - 1]];
  return before !== undefined && !(after - wanted < wanted - before)
    ? next - 1
    : Math.min(next, values.length - 1);
}

/** Dots on the points between two sides. */
function dotsOf(
  { xs, ys }: ReturnType<typeof pointsOf>,
  radius: number,
  left: number,
  right: number,
): Path2D {
  const path = new Path2D();
  for (const [i, x] of xs.entries()) {
    const y = ys[i] ?? Number.NaN;
    if (Number.isFinite(y) && x >= left && x <= right) {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  return path;
}

/** The CSS variable with the colour of a line. */
export function colorOf(line: number): string {
  return `--series-${(line % COLORS) + 1}`;
}

/** The axis labels that all lines share: the quantity and unit of x and of the values. */
function titlesOf(lines: readonly Line[]): readonly [x: string | undefined, y: string | undefined] {
  const shared = (texts: readonly (string | undefined)[]) =>
    texts.every((text) => text === texts[0]) ? texts[0] : undefined;
  return [
    shared(lines.map(({ axisName, alongUnit }) => titled(axisName, alongUnit))),
    shared(lines.map(({ quantity, unit }) => titled(quantity, unit))) ??
      shared(lines.map(({ unit }) => unit)),
  ];
}
