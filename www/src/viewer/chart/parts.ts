/** The data of a figure as marks between its axes. */
import type { Mark } from "../drawing/marks.ts";
import { type Figure, type FigurePart, placeOn } from "./figure.ts";
import type { Box } from "./frame.ts";

type Axes = Pick<Figure, "x" | "y">;
/** The colour that a name means. */
export type Ink = (name: string) => string;

const STILL = { matrix: [1, 0, 0, 1, 0, 0] as const, opacity: 1 };
/** How much of what is behind a band is seen. */
const BAND = 0.22;

/** The marks of a part of a figure. Pictures have no marks. */
export function marksOf(part: FigurePart, axes: Axes, area: Box, ink: Ink): readonly Mark[] {
  const right = (value: number): number => area.x + placeOn(axes.x, value) * area.width;
  const down = (value: number): number => area.y + (1 - placeOn(axes.y, value)) * area.height;
  switch (part.kind) {
    case "line": {
      const d = runsOf(part.x, part.y)
        .map((run) => polyline(run, (i) => [right(part.x[i] ?? 0), down(part.y[i] ?? 0)]))
        .join("");
      return [outline(d, ink(part.color), 1.25)];
    }
    case "band": {
      const { x, low, high, color } = part;
      const d = runsOf(x, high)
        .map((run) => {
          const upper = polyline(run, (i) => [right(x[i] ?? 0), down(high[i] ?? 0)]);
          const lower = polyline(run.toReversed(), (i) => [right(x[i] ?? 0), down(low[i] ?? 0)]);
          return `${upper}L${lower.slice(1)}z`;
        })
        .join("");
      return [filled(d, ink(color), BAND)];
    }
    case "bars": {
      const wide = area.width / Math.max(part.heights.length, 1);
      const base = area.y + area.height;
      const tops = part.heights.map((height) => `V${short(base - height * area.height)}h${short(wide)}`);
      return [filled(`M${short(area.x)} ${short(base)}${tops.join("")}V${short(base)}z`, ink(part.color), 1)];
    }
    case "rule":
      return [outline(`M${short(right(part.x))} ${area.y}v${area.height}`, ink(part.color), 1.5)];
    case "dots":
      return dots(part, area, ink);
    case "image":
      return [];
  }
}

/** Dots of one colour become one mark: thousands of elements make a file slow. */
function dots(
  { places, size, colorAt }: Extract<FigurePart, { kind: "dots" }>,
  area: Box,
  ink: Ink,
): readonly Mark[] {
  const paths = new Map<string, string[]>();
  const reach = size / 2;
  for (let i = 0; i < places.length / 2; i += 1) {
    const x = area.x + (places[2 * i] ?? 0) * area.width;
    const y = area.y + (1 - (places[2 * i + 1] ?? 0)) * area.height;
    const circle = `M${short(x - reach)} ${short(y)}a${reach} ${reach} 0 1 0 ${size} 0a${reach} ${reach} 0 1 0 ${-size} 0z`;
    const color = colorAt(i, ink);
    const known = paths.get(color);
    if (known) {
      known.push(circle);
    } else {
      paths.set(color, [circle]);
    }
  }
  return [...paths].map(([color, circles]) => filled(circles.join(""), color, 1));
}

/** The indices of points between gaps. */
function runsOf(x: ArrayLike<number>, y: ArrayLike<number>): readonly (readonly number[])[] {
  const runs: number[][] = [[]];
  for (let i = 0; i < x.length; i += 1) {
    if (Number.isFinite(y[i]) && Number.isFinite(x[i])) {
      runs.at(-1)?.push(i);
    } else {
      runs.push([]);
    }
  }
  return runs.filter(({ length }) => length > 0);
}

function polyline(run: readonly number[], at: (i: number) => readonly [x: number, y: number]): string {
  const places = run.map((i) => at(i).map(short).join(" "));
  // A point alone is a dot.
  return places.length === 1 ? `M${places[0]}h0` : `M${places.join("L")}`;
}

function outline(d: string, stroke: string, width: number): Mark {
  return { ...STILL, d, stroke, width, dash: [], fill: "none" };
}

function filled(d: string, fill: string, opacity: number): Mark {
  return { ...STILL, opacity, d, stroke: "none", width: 0, dash: [], fill };
}

function short(value: number): number {
  return Number(value.toFixed(2));
}
