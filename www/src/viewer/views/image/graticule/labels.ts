/**
 * Where labels are on the screen: at an end of the visible part of their line, meridians below and parallels on the left
 * as far as possible, and never on each other. All lengths are in CSS pixels.
 */
import type { GraticuleLine } from "@asdf-wasm/science/graticule/request";
import type { Point, Rect, Size } from "../camera/camera.ts";
import { overlap } from "../camera/camera.ts";

export interface Label {
  /** What is the same for the same line. */
  readonly key: string;
  readonly text: string;
  /** The left end of its base line. */
  readonly at: Point;
  /** The point of the line that it is at. */
  readonly anchor: Point;
}

type Side = "left" | "right" | "top" | "bottom";

interface End {
  readonly at: Point;
  readonly side: Side;
  /** Where the line comes from. */
  readonly from: Point;
}

/** A point of a line; at an end of the line at the edge of the image, the side of that edge. */
interface Vertex extends Point {
  readonly side?: Side | undefined;
}

const SIDES: Readonly<Record<GraticuleLine["axis"], readonly Side[]>> = {
  longitude: ["bottom", "top", "left", "right"],
  latitude: ["left", "right", "bottom", "top"],
};
/** Of the text; its characters are at most so wide. */
const FONT_SIZE = 12;
const CHARACTER = 0.62 * FONT_SIZE;
/** Between a label, its line, and the edge; and between labels. */
const GAP = 4;
/** How near to the edge of the image a line ends there, as a part of the image's size. */
const BORDER = 1e-6;
/** Lines that rise by less than one part in this are labelled above themselves. */
const STEEP = 10;
/** Parts of lines shorter than this have no label. */
const SHORTEST = 48;

interface Area {
  readonly screen: Size;
  /** The size of the image in its pixels. */
  readonly image: Size;
  /** Places that must stay free. */
  readonly taken: readonly Rect[];
}

/** `place` says where points of the image are on the screen. */
export function placeLabels(
  lines: readonly GraticuleLine[],
  place: (x: number, y: number) => Point,
  { screen, image, taken }: Area,
): readonly Label[] {
  const occupied = [...taken];
  const labels: Label[] = [];
  for (const { axis, value, label: text, runs } of lines) {
    for (const [i, run] of runs.entries()) {
      const sides = SIDES[axis];
      const ends = visibleEnds(verticesOf(run, place, image), screen).sort(
        (a, b) => sides.indexOf(a.side) - sides.indexOf(b.side),
      );
      const fitting = ends
        .map((end) => ({ end, box: boxAt(end, text) }))
        .find(({ end, box }) => {
          const isHidden = taken.some((other) => contains(other, end.at));
          return !isHidden && isOn(screen, box) && !occupied.some((other) => overlap(box, other));
        });
      if (fitting) {
        const { box, end } = fitting;
        occupied.push({ ...box, x: box.x - GAP, width: box.width + 2 * GAP });
        const at = { x: box.x, y: box.y + FONT_SIZE };
        labels.push({ key: `${axis} ${value} ${i}`, text, at, anchor: end.at });
      }
    }
  }
  return labels;
}

/** The place of a label: inside of the edge, beside the line. */
function boxAt({ at, side, from }: End, text: string): Rect {
  const [width, height] = [text.length * CHARACTER, FONT_SIZE + GAP];
  const isAcross = side === "left" || side === "right";
  const isLeft = isAcross ? side === "right" : from.x > at.x;
  const isBelow = isAcross ? from.y < at.y - Math.abs(from.x - at.x) / STEEP : side === "top";
  return {
    x: isLeft ? at.x - GAP - width : at.x + GAP,
    y: isBelow ? at.y + GAP : at.y - GAP - height,
    ...{ width, height },
  };
}

function contains({ x, y, width, height }: Rect, at: Point): boolean {
  return at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;
}

function isOn({ width, height }: Size, box: Rect): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}

function verticesOf(run: Float64Array, place: (x: number, y: number) => Point, image: Size): Vertex[] {
  const vertices: Vertex[] = [];
  for (let i = 0; i < run.length; i += 2) {
    const [x, y] = [run[i] ?? 0, run[i + 1] ?? 0];
    const isEnd = i === 0 || i + 2 === run.length;
    vertices.push({ ...place(x, y), side: isEnd ? borderAt({ x, y }, place, image) : undefined });
  }
  return vertices;
}

/** The side of the screen to which the edge of the image looks that a point is on. */
function borderAt(
  { x, y }: Point,
  place: (x: number, y: number) => Point,
  { width, height }: Size,
): Side | undefined {
  const borders = [
    [x, -1, 0],
    [width - x, 1, 0],
    [y, 0, -1],
    [height - y, 0, 1],
  ] as const;
  const border = borders.find(([distance]) => Math.abs(distance) < BORDER * Math.max(width, height));
  if (!border) {
    return undefined;
  }
  const [, dx, dy] = border;
  return sideOf(place(x + dx, y + dy), place(x, y));
}

/** The ends of the visible parts of a polyline, and the left end of one that is closed. */
function visibleEnds(vertices: readonly Vertex[], screen: Size): End[] {
  return visibleParts(vertices, screen)
    .filter((part) => lengthOf(part) >= SHORTEST)
    .flatMap((part): End[] => {
      const [first, last] = [part[0], part.at(-1)];
      if (!first || !last) {
        return [];
      }
      if (Math.hypot(first.x - last.x, first.y - last.y) < 1) {
        const at = part.reduce((left, point) => (point.x < left.x ? point : left));
        return [{ at, side: "left", from: at }];
      }
      return [endAt(first, part[1] ?? last, screen), endAt(last, part.at(-2) ?? first, screen)];
    });
}

function endAt(at: Vertex, from: Point, screen: Size): End {
  return { at, from, side: edgeAt(at, screen) ?? at.side ?? sideOf(at, from) };
}

/** The edge of the screen that a point is on. */
function edgeAt({ x, y }: Point, { width, height }: Size): Side | undefined {
  const distances = [
    ["left", x],
    ["right", width - x],
    ["top", y],
    ["bottom", height - y],
  ] as const;
  return distances.find(([, distance]) => Math.abs(distance) < 0.5)?.[0];
}

/** The side on which a line ends that comes from a point. */
function sideOf(end: Point, from: Point): Side {
  const [dx, dy] = [end.x - from.x, end.y - from.y];
  if (Math.abs(dx) > Math.abs(dy)) {
    return dx < 0 ? "left" : "right";
  }
  return dy < 0 ? "top" : "bottom";
}

/** The parts of a polyline on the screen, cut off at its edges. */
function visibleParts(points: readonly Vertex[], screen: Size): Vertex[][] {
  const parts: Vertex[][] = [];
  let part: Vertex[] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    const seen = from && clipped(from, to, screen);
    if (!seen) {
      continue;
    }
    const [start, end] = seen;
    const before = part.at(-1);
    if (before?.x === start.x && before.y === start.y) {
      part.push(end);
    } else {
      part = [start, end];
      parts.push(part);
    }
  }
  return parts;
}

/** The part of a straight line on the screen (Liang–Barsky). */
function clipped(from: Vertex, to: Vertex, { width, height }: Size): [Vertex, Vertex] | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  for (const [slope, area] of [
    [-dx, from.x],
    [dx, width - from.x],
    [-dy, from.y],
    [dy, height - from.y],
  ] as const) {
    if (slope === 0 && area < 0) {
      return undefined;
    }
    if (slope < 0) {
      start = Math.max(start, area / slope);
    } else if (slope > 0) {
      end = Math.min(end, area / slope);
    }
  }
  const at = (part: number): Vertex => {
    return part === 0 ? from : part === 1 ? to : { x: from.x + part * dx, y: from.y + part * dy };
  };
  return start < end ? [at(start), at(end)] : undefined;
}

function lengthOf(points: readonly Point[]): number {
  return points.reduce((length, { x, y }, i) => {
    const before = points[i - 1];
    return length + (before ? Math.hypot(x - before.x, y - before.y) : 0);
  }, 0);
}
