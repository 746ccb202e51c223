/** The frame of a figure: axes, ticks, names, legend and colour bar, and the area that they leave for the data. */
import type { Mark } from "../drawing/marks.ts";
import type { ColorBar, Figure, FigureAxis } from "./figure.ts";
import { type Tick, tickLabel, ticksOf } from "./ticks.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Style {
  /** The colour of texts, of the frame, and of lines behind the data. */
  readonly ink: string;
  readonly line: string;
  readonly soft: string;
  readonly family: string;
}

export interface Frame {
  /** Between the axes. */
  readonly area: Box;
  /** Behind the data, and above it. */
  readonly below: readonly Mark[];
  readonly above: readonly Mark[];
  readonly bar: (Box & { readonly colors: Uint8Array }) | undefined;
}

/** In CSS pixels. */
const TEXT = 11;
const TICK = 4;
const GAP = 6;
const LINE = 16;
const BAR = 10;
/** The width of a character in parts of its height, about. */
const LETTER = 0.6;
/** The least distances between ticks. */
const APART = { x: 72, y: 36 };

type Axes = Pick<Figure, "width" | "height" | "x" | "y" | "legend" | "bar"> & Partial<Pick<Figure, "title">>;

export function frameOf(figure: Axes, style: Style): Frame {
  const { width, height, legend, bar, title = "" } = figure;
  const lines = legendLines(legend, width - 2 * GAP);
  const head = title === "" ? 0 : LINE + GAP;
  const top = head + GAP + (lines.length > 0 ? lines.length * LINE + GAP : 4);
  const bottom = TICK + LINE + LINE + GAP;
  const tall = Math.max(height - top - bottom, 1);
  const upTicks = ticksOn(figure.y, tall / APART.y);
  const left = GAP + LINE + widest(upTicks) + TICK + 4;
  const barTicks = bar ? ticksOf(bar, bar.log, Math.max(tall / APART.y, 2)) : [];
  const right = bar ? 2 * GAP + BAR + TICK + 3 + widest(barTicks) + LINE + GAP : 16;
  const area = { x: left, y: top, width: Math.max(width - left - right, 1), height: tall };
  const acrossTicks = ticksOn(figure.x, area.width / APART.x);
  const barBox = bar && { x: area.x + area.width + 2 * GAP, y: area.y, width: BAR, height: tall };
  return {
    area,
    below: grid(area, acrossTicks, upTicks, style),
    above: [
      path(`M${area.x} ${area.y}h${area.width}v${area.height}h${-area.width}z`, style.line),
      ...(head > 0 ? [text(fitted(title, width), width / 2, GAP + TEXT + 2, "middle", style)] : []),
      ...alongX(area, acrossTicks, figure.x.title, style),
      ...alongY(area, upTicks, figure.y.title, style),
      ...(bar && barBox ? besideBar(barBox, barTicks, bar, style) : []),
      ...lines.flatMap((entries, i) =>
        entries.flatMap(({ name, color, at }) => [
          path(`M${at + GAP} ${head + GAP + (i + 0.5) * LINE}h14`, color, 2.5),
          text(name, at + GAP + 19, head + GAP + (i + 0.5) * LINE + 4, "start", style),
        ]),
      ),
    ],
    bar: bar && barBox && { ...barBox, colors: bar.colors },
  };
}

/** Two numbers for the ends of an axis without a round one between them. */
function ticksOn(axis: FigureAxis, most: number): readonly Tick[] {
  const ticks = axis.ticks ?? ticksOf(axis, axis.log, Math.max(most, 2));
  const shown = ticks.length > 0 ? ticks : [{ place: 0.5, label: tickLabel((axis.min + axis.max) / 2) }];
  return axis.flipped ? shown.map(({ place, label }) => ({ place: 1 - place, label })) : shown;
}

function grid(area: Box, across: readonly Tick[], up: readonly Tick[], { soft }: Style): Mark[] {
  return [
    ...across.map(({ place }) => path(`M${area.x + place * area.width} ${area.y}v${area.height}`, soft)),
    ...up.map(({ place }) => path(`M${area.x} ${area.y + (1 - place) * area.height}h${area.width}`, soft)),
  ];
}

function alongX(area: Box, ticks: readonly Tick[], title: string, style: Style): Mark[] {
  const base = area.y + area.height;
  let end = Number.NEGATIVE_INFINITY;
  // Those that would run into each other are left out.
  const shown = ticks
    .toSorted((one, other) => one.place - other.place)
    .filter(({ place, label }) => {
      const at = area.x + place * area.width;
      const fits = at - wide(label) / 2 > end;
      end = fits ? at + wide(label) / 2 + GAP : end;
      return fits;
    });
  return [
    ...shown.flatMap(({ place, label }) => [
      path(`M${area.x + place * area.width} ${base}v${TICK}`, style.line),
      text(label, area.x + place * area.width, base + TICK + TEXT + 1, "middle", style),
    ]),
    text(title, area.x + area.width / 2, base + TICK + LINE + TEXT + 3, "middle", style),
  ];
}

function alongY(area: Box, ticks: readonly Tick[], title: string, style: Style): Mark[] {
  return [
    ...ticks.flatMap(({ place, label }) => {
      const y = area.y + (1 - place) * area.height;
      return [
        path(`M${area.x - TICK} ${y}h${TICK}`, style.line),
        text(label, area.x - TICK - 3, y + 4, "end", style),
      ];
    }),
    upright(title, GAP + TEXT, area.y + area.height / 2, style),
  ];
}

function besideBar(box: Box, ticks: readonly Tick[], { title }: ColorBar, style: Style): Mark[] {
  const right = box.x + box.width;
  return [
    path(`M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`, style.line),
    ...ticks.flatMap(({ place, label }) => {
      const y = box.y + (1 - place) * box.height;
      return [
        path(`M${right} ${y}h${TICK}`, style.line),
        text(label, right + TICK + 3, y + 4, "start", style),
      ];
    }),
    upright(title, right + TICK + 3 + widest(ticks) + TEXT + 2, box.y + box.height / 2, style),
  ];
}

interface Entry {
  readonly name: string;
  readonly color: string;
  readonly at: number;
}

/** The entries of a legend, line by line. */
function legendLines(legend: Figure["legend"], most: number): readonly (readonly Entry[])[] {
  const lines: Entry[][] = [];
  let at = Number.POSITIVE_INFINITY;
  for (const { name, color } of legend) {
    const width = 19 + wide(name) + 2 * GAP;
    if (at + width > most) {
      lines.push([]);
      at = 0;
    }
    lines.at(-1)?.push({ name, color, at });
    at += width;
  }
  return lines;
}

/** A title cut at its end, where it is wider than the figure. */
function fitted(title: string, width: number): string {
  const most = Math.max(Math.floor((width - 2 * GAP) / (LETTER * TEXT)), 1);
  return title.length > most ? `${title.slice(0, most - 1)}…` : title;
}

function wide(label: string): number {
  return label.length * LETTER * TEXT;
}

function widest(ticks: readonly Tick[]): number {
  return Math.max(0, ...ticks.map(({ label }) => wide(label)));
}

const STILL = { matrix: [1, 0, 0, 1, 0, 0] as const, opacity: 1 };

function path(d: string, stroke: string, width = 1): Mark {
  return { ...STILL, d, stroke, width, dash: [], fill: "none" };
}

function text(
  content: string,
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
  { ink, family }: Style,
): Mark {
  return {
    ...STILL,
    ...{ text: content, x, y, anchor, isCentral: false, size: TEXT, family, weight: "400" },
    ...{ fill: ink, stroke: "none", width: 0 },
  };
}

/** A text that is read from below. */
function upright(content: string, x: number, y: number, style: Style): Mark {
  return { ...text(content, 0, 0, "middle", style), matrix: [0, -1, 1, 0, x, y] };
}
