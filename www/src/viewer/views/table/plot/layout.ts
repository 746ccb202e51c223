/** The figure of a plot: its axes over a part of the plane, and the area between them. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { digitsApart, rounded, titled } from "@asdf-wasm/science/format/format";
import { ROW_NUMBER } from "@asdf-wasm/science/tables/choice";
import type { PlotFacts } from "@asdf-wasm/science/tables/plotting";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import type { ColorBar, Figure, FigureAxis } from "../../../chart/figure.ts";
import { type Frame, frameOf, type Style } from "../../../chart/frame.ts";
import type { PlotSettings } from "./plotLink.ts";
import { type Part, type Point, squared, wholeOf } from "./space.ts";

export interface Layout {
  readonly figure: Omit<Figure, "parts" | "title">;
  readonly frame: Frame;
  readonly part: Part;
  readonly settings: PlotSettings;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function layoutOf(
  size: Size,
  settings: PlotSettings,
  facts: PlotFacts,
  columns: readonly TableColumn[],
  colors: Uint8Array,
  style: Style,
): Layout {
  const { color } = settings;
  const bar: ColorBar | undefined =
    color === undefined || !facts.color
      ? undefined
      : { ...wide(facts.color), colors, log: false, title: titleOf(columns, color) };
  const wanted = partOf(settings, facts);
  const figureFor = ({ x, y }: Part): Omit<Figure, "parts" | "title"> => ({
    ...size,
    x: axisOf(x, settings.logX, settings.flipX, titleOf(columns, settings.x)),
    y: axisOf(y, settings.logY, settings.flipY, titleOf(columns, settings.y)),
    ...{ legend: [], bar },
  });
  let part = wanted;
  let frame = frameOf(figureFor(part), style);
  if (settings.square) {
    // Other ticks may leave another area.
    for (let i = 0; i < 2; i += 1) {
      part = squared(wanted, frame.area);
      frame = frameOf(figureFor(part), style);
    }
  }
  return { figure: figureFor(part), frame, part, settings };
}

export function titleOf(columns: readonly TableColumn[], index: number): string {
  if (index === ROW_NUMBER) {
    return "row";
  }
  const { name = "", unit = "" } = columns[index] ?? {};
  return titled(name, unit);
}

/** The place on the axes of a point of the element, in CSS pixels. */
export function placeAt({ frame: { area }, part, settings }: Layout, { x, y }: Point): Point {
  const across = (x - area.x) / area.width;
  const up = 1 - (y - area.y) / area.height;
  return {
    x: part.x.min + (settings.flipX ? 1 - across : across) * (part.x.max - part.x.min),
    y: part.y.min + (settings.flipY ? 1 - up : up) * (part.y.max - part.y.min),
  };
}

export function pointAt({ frame: { area }, part, settings }: Layout, { x, y }: Point): Point {
  const across = (x - part.x.min) / (part.x.max - part.x.min);
  const up = (y - part.y.min) / (part.y.max - part.y.min);
  return {
    x: area.x + (settings.flipX ? 1 - across : across) * area.width,
    y: area.y + (1 - (settings.flipY ? 1 - up : up)) * area.height,
  };
}

/** How much of an axis a pixel is. */
export function perPixel({ frame: { area }, part }: Layout): Point {
  return { x: (part.x.max - part.x.min) / area.width, y: (part.y.max - part.y.min) / area.height };
}

/** The part that is chosen, or all points. */
export function partOf({ part, logX, logY }: PlotSettings, { extent }: PlotFacts): Part {
  const whole = wholeOf(extent);
  if (!part) {
    return whole;
  }
  const [left, right, bottom, top] = part;
  return {
    x: placesOf(left, right, logX) ?? whole.x,
    y: placesOf(bottom, top, logY) ?? whole.y,
  };
}

/** The values at the ends of a part, as settings and links have them. */
export function valuesOf({ x, y }: Part, { logX, logY }: PlotSettings): PlotSettings["part"] {
  const value = (range: ValueRange, place: number, log: boolean) =>
    log ? 10 ** place : rounded(place, Math.max(digitsApart(place, range, 9), 1));
  return [value(x, x.min, logX), value(x, x.max, logX), value(y, y.min, logY), value(y, y.max, logY)];
}

function placesOf(min: number, max: number, log: boolean): ValueRange | undefined {
  if (!log) {
    return { min, max };
  }
  return min > 0 ? { min: Math.log10(min), max: Math.log10(max) } : undefined;
}

function axisOf({ min, max }: ValueRange, log: boolean, flipped: boolean, title: string): FigureAxis {
  return { ...(log ? { min: 10 ** min, max: 10 ** max } : { min, max }), log, flipped, title };
}

/** A range in which values differ. */
function wide({ min, max }: ValueRange): ValueRange {
  return min < max ? { min, max } : { min: min - 0.5, max: max + 0.5 };
}
