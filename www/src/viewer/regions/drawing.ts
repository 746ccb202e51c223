/** Shapes as they are drawn: by dragging from one point to another, point by point, or in a usual size. */

import { apart } from "@asdf-wasm/science/regions/geometry";
import type { Position, RegionKind, RegionShape } from "@asdf-wasm/science/regions/region";
import { along, type DragOptions, LEAST, snapped } from "./handles.ts";

/** In the order in which they are offered. */
export const KINDS: readonly (readonly [kind: RegionKind, label: string])[] = [
  ["point", "Point"],
  ["line", "Line"],
  ["polyline", "Polyline"],
  ["box", "Box"],
  ["circle", "Circle"],
  ["ellipse", "Ellipse"],
  ["annulus", "Annulus"],
  ["polygon", "Polygon"],
];

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(KINDS);

export function labelOf(kind: RegionKind): string {
  return LABELS[kind] ?? kind;
}

/** The inner radius of an annulus in parts of the outer one. */
const INNER = 0.5;
/** How narrow ellipses of the usual size are. */
const NARROW = 0.6;

/** Whether a shape is drawn point by point. */
export function hasManyPoints(kind: RegionKind): kind is "polyline" | "polygon" {
  return kind === "polyline" || kind === "polygon";
}

/** The least number of points. */
export function leastPoints(kind: RegionKind): number {
  return kind === "polygon" ? 3 : 2;
}

/** What a drag makes: boxes from corner to corner, round shapes from their centre. */
export function drawn(
  kind: RegionKind,
  from: Position,
  to: Position,
  { snap, constrained }: DragOptions,
): RegionShape {
  const centre = snapped(from, snap);
  const [across, up] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const radius = Math.max(snap(apart(centre, to)), LEAST);
  switch (kind) {
    case "point":
      return { kind, ...snapped(to, snap) };
    case "box":
      return boxBetween(from, to, constrained);
    case "circle":
      return { kind, ...centre, radius };
    case "annulus":
      return { kind, ...centre, inner: Math.max(snap(INNER * radius), LEAST), outer: radius };
    case "ellipse": {
      const [a, b] = [Math.max(snap(across), LEAST), Math.max(snap(up), LEAST)];
      const both = Math.max(a, b);
      return { kind, ...centre, ...(constrained ? { a: both, b: both } : { a, b }), angle: 0 };
    }
    case "line":
      return { kind, points: [centre, constrained ? along(centre, to, snap) : snapped(to, snap)] };
    default:
      return { kind, points: [centre, snapped(to, snap)] };
  }
}

/** A shape of a usual size about a point. */
export function placed(kind: RegionKind, at: Position, size: number, snap: DragOptions["snap"]): RegionShape {
  const options = { snap, constrained: false };
  const [west, east] = [at.x - size, at.x + size];
  switch (kind) {
    case "point":
      return { kind, ...snapped(at, snap) };
    case "box":
      return drawn(kind, { x: west, y: at.y - size }, { x: east, y: at.y + size }, options);
    case "line":
      return drawn(kind, { x: west, y: at.y }, { x: east, y: at.y }, options);
    case "polyline":
      return {
        kind,
        points: [
          { x: west, y: at.y - NARROW * size },
          { x: at.x, y: at.y + NARROW * size },
          { x: east, y: at.y - NARROW * size },
        ].map((point) => snapped(point, snap)),
      };
    case "polygon":
      return {
        kind,
        points: [
          { x: west, y: at.y - NARROW * size },
          { x: east, y: at.y - NARROW * size },
          { x: at.x, y: at.y + size },
        ].map((point) => snapped(point, snap)),
      };
    default:
      return drawn(kind, at, { x: east, y: at.y + NARROW * size }, options);
  }
}

/** The upright box of the pixels from the one at a point to that at another. */
function boxBetween(from: Position, to: Position, isSquare: boolean): RegionShape {
  const start = snapped(from, Math.round);
  let { x, y } = snapped(to, Math.round);
  if (isSquare) {
    const longest = Math.max(Math.abs(x - start.x), Math.abs(y - start.y));
    x = start.x + (x < start.x ? -longest : longest);
    y = start.y + (y < start.y ? -longest : longest);
  }
  return {
    kind: "box",
    ...{ x: (start.x + x) / 2, y: (start.y + y) / 2 },
    ...{ width: Math.abs(x - start.x) + 1, height: Math.abs(y - start.y) + 1, angle: 0 },
  };
}
