/**
 * The pixels of a region: those whose centres are inside, as photutils' method "center" and DS9 have it. A centre on the edge of a
 * box, a circle or an ellipse is outside; of an annulus it counts on the inner edge. A point is the pixel it lies in; a line
 * has the pixels that are sampled along it.
 */
import type { Position, RegionShape } from "../regions/region.ts";
import { samplesAlong } from "./path.ts";

/** Columns of a row: pairs of the first and the one after the last, from left to right. */
export type Spans = readonly number[];
/** The spans of any row. */
export type Membership = (y: number) => Spans;

/** A rectangle of pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const NOTHING = [] as const;

export function membershipOf(shape: RegionShape): Membership {
  switch (shape.kind) {
    case "point":
      return pixelsOf([shape]);
    case "line":
    case "polyline":
      return pixelsOf(samplesAlong(shape.points));
    case "polygon":
      return insidePolygon(shape.points);
    case "annulus": {
      const [outer, inner] = [shape.outer, shape.inner].map((radius) =>
        insideEllipse(shape, radius, radius, 0),
      );
      return outer && inner ? without(outer, inner) : () => NOTHING;
    }
    case "circle":
      return insideEllipse(shape, shape.radius, shape.radius, 0);
    case "ellipse":
      return insideEllipse(shape, shape.a, shape.b, shape.angle);
    case "box":
      return insideBox(shape);
  }
}

/** The pixels of one that are not of the other. */
export function without(outer: Membership, inner: Membership): Membership {
  return (y) => {
    const left: number[] = [];
    const taken = inner(y);
    for (const [first, end] of pairs(outer(y))) {
      let from = first;
      for (const [start, stop] of pairs(taken)) {
        if (stop > from && start < end) {
          left.push(from, Math.max(from, start));
          from = stop;
        }
      }
      left.push(from, Math.max(from, end));
    }
    return left;
  };
}

export function* pairs(spans: Spans): Generator<readonly [from: number, to: number]> {
  for (let i = 0; i + 1 < spans.length; i += 2) {
    yield [spans[i] ?? 0, spans[i + 1] ?? 0];
  }
}

/** All pixels that a region touches; empty ones have no width. */
export function boundsOf(shape: RegionShape): Bounds {
  const [left, right, low, high] = extentOf(shape);
  const [x, y] = [Math.floor(left + 0.5), Math.floor(low + 0.5)];
  return { x, y, width: Math.floor(right + 0.5) + 1 - x, height: Math.floor(high + 0.5) + 1 - y };
}

/** What two rectangles share. */
export function shared(one: Bounds, other: Bounds): Bounds {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return { x, y, width: Math.max(width, 0), height: Math.max(height, 0) };
}

/** Cosine and sine of an angle in degrees, exact for right angles. */
export function turn(angle: number): readonly [cos: number, sin: number] {
  const exact = (value: number) => (Math.abs(value) < 1e-15 ? 0 : value);
  const radians = (angle * Math.PI) / 180;
  return [exact(Math.cos(radians)), exact(Math.sin(radians))];
}

/** The corners of a box, in order. */
export function cornersOf({ x, y, width, height, angle }: Extract<RegionShape, { kind: "box" }>): Position[] {
  const [cos, sin] = turn(angle);
  return [
    [-width, -height],
    [width, -height],
    [width, height],
    [-width, height],
  ].map(([w = 0, h = 0]) => ({ x: x + (w * cos - h * sin) / 2, y: y + (w * sin + h * cos) / 2 }));
}

function extentOf(shape: RegionShape): readonly [left: number, right: number, low: number, high: number] {
  if ("points" in shape) {
    const xs = shape.points.map(({ x }) => x);
    const ys = shape.points.map(({ y }) => y);
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  }
  const [across, up] = reachOf(shape);
  return [shape.x - across, shape.x + across, shape.y - up, shape.y + up];
}

/** How far a shape reaches from its centre. */
function reachOf(shape: Exclude<RegionShape, { points: unknown }>): readonly [x: number, y: number] {
  switch (shape.kind) {
    case "point":
      return [0, 0];
    case "circle":
      return [shape.radius, shape.radius];
    case "annulus":
      return [shape.outer, shape.outer];
    case "ellipse": {
      const [cos, sin] = turn(shape.angle);
      return [Math.hypot(shape.a * cos, shape.b * sin), Math.hypot(shape.a * sin, shape.b * cos)];
    }
    case "box": {
      const [cos, sin] = turn(shape.angle).map(Math.abs);
      const [c = 1, s = 0] = [cos, sin];
      return [(shape.width * c + shape.height * s) / 2, (shape.width * s + shape.height * c) / 2];
    }
  }
}

function insideEllipse(centre: Position, a: number, b: number, angle: number): Membership {
  const [cos, sin] = turn(angle);
  return (y) => {
    const up = y - centre.y;
    const inside = (x: number): boolean => {
      const across = x - centre.x;
      return a === b
        ? across * across + up * up < a * a
        : ((across * cos + up * sin) / a) ** 2 + ((up * cos - across * sin) / b) ** 2 < 1;
    };
    // A dx² + 2 B dx + C = 0 at the ends of the row's chord.
    const A = (cos / a) ** 2 + (sin / b) ** 2;
    const B = up * cos * sin * (1 / a ** 2 - 1 / b ** 2);
    const C = up * up * ((sin / a) ** 2 + (cos / b) ** 2) - 1;
    const root = Math.sqrt(B * B - A * C);
    return chord(inside, centre.x + (-B - root) / A, centre.x + (-B + root) / A);
  };
}

function insideBox({
  x: cx,
  y: cy,
  width,
  height,
  angle,
}: Extract<RegionShape, { kind: "box" }>): Membership {
  const [cos, sin] = turn(angle);
  return (y) => {
    const up = y - cy;
    const inside = (x: number): boolean =>
      Math.abs((x - cx) * cos + up * sin) < width / 2 && Math.abs(up * cos - (x - cx) * sin) < height / 2;
    const [left, right] = within(cos, up * sin, width / 2);
    const [low, high] = within(-sin, up * cos, height / 2);
    return chord(inside, cx + Math.max(left, low), cx + Math.min(right, high));
  };
}

/** Where |k·x + m| < limit. */
function within(k: number, m: number, limit: number): readonly [low: number, high: number] {
  if (k === 0) {
    return Math.abs(m) < limit ? [-Infinity, Infinity] : [Infinity, -Infinity];
  }
  const [one, other] = [(-limit - m) / k, (limit - m) / k];
  return [Math.min(one, other), Math.max(one, other)];
}

/** The columns between two ends, the outermost of them tested. */
function chord(inside: (x: number) => boolean, low: number, high: number): Spans {
  if (!(low <= high)) {
    return NOTHING;
  }
  let from = Math.ceil(low) - 1;
  let to = Math.floor(high) + 2;
  while (from < to && !inside(from)) {
    from += 1;
  }
  while (from < to && !inside(to - 1)) {
    to -= 1;
  }
  return [from, to];
}

/** Even-odd, as in matplotlib and DS9: a centre on a left or lower edge is inside. */
function insidePolygon(points: readonly Position[]): Membership {
  return (y) => {
    const crossings: number[] = [];
    let before = points.at(-1);
    for (const point of points) {
      if (before && before.y > y !== point.y > y) {
        crossings.push(before.x + ((y - before.y) * (point.x - before.x)) / (point.y - before.y));
      }
      before = point;
    }
    return crossings.sort((a, b) => a - b).map(Math.ceil);
  };
}

/** The pixels that points lie in, each once. */
function pixelsOf(points: readonly Position[]): Membership {
  const rows = new Map<number, Set<number>>();
  for (const { x, y } of points) {
    const [column, row] = [Math.floor(x + 0.5), Math.floor(y + 0.5)];
    const columns = rows.get(row) ?? new Set();
    rows.set(row, columns.add(column));
  }
  return (y) => [...(rows.get(y) ?? [])].sort((a, b) => a - b).flatMap((x) => [x, x + 1]);
}
