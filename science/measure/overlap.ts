/**
 * How much of each pixel a region covers, exactly: what aperture photometry weighs pixels by (photutils' method "exact").
 * A pixel is the square of side 1 around its centre. A polygon that crosses itself counts by the even-odd rule.
 */
import type { Position, RegionShape } from "../regions/region.ts";
import { cornersOf, turn } from "./membership.ts";

/** Regions with an area. */
export type AreaShape = Exclude<RegionShape, { kind: "point" | "line" | "polyline" }>;

/** Fills in the covered shares of the pixels of a row, from column `x` on. */
export type Overlap = (y: number, x: number, shares: Float64Array) => void;

export function hasArea(shape: RegionShape): shape is AreaShape {
  return shape.kind !== "point" && shape.kind !== "line" && shape.kind !== "polyline";
}

export function overlapOf(shape: AreaShape): Overlap {
  switch (shape.kind) {
    case "circle":
      return overEllipse(shape, shape.radius, shape.radius, 0);
    case "ellipse":
      return overEllipse(shape, shape.a, shape.b, shape.angle);
    case "annulus": {
      const outer = overEllipse(shape, shape.outer, shape.outer, 0);
      const inner = overEllipse(shape, shape.inner, shape.inner, 0);
      return (y, x, shares) => {
        const hole = new Float64Array(shares.length);
        outer(y, x, shares);
        inner(y, x, hole);
        for (let i = 0; i < shares.length; i += 1) {
          shares[i] = (shares[i] ?? 0) - (hole[i] ?? 0);
        }
      };
    }
    case "box":
      return overPolygon(cornersOf(shape));
    case "polygon":
      return overPolygon(shape.points);
  }
}

/** The area of the whole region. */
export function areaOf(shape: AreaShape): number {
  switch (shape.kind) {
    case "circle":
      return Math.PI * shape.radius ** 2;
    case "ellipse":
      return Math.PI * shape.a * shape.b;
    case "annulus":
      return Math.PI * (shape.outer ** 2 - shape.inner ** 2);
    case "box":
      return shape.width * shape.height;
    case "polygon":
      return Math.abs(
        shape.points.reduce((sum, point, i, all) => sum + cross(all.at(i - 1) ?? point, point) / 2, 0),
      );
  }
}

/** Pixels become parallelograms over the unit disc. */
function overEllipse(centre: Position, a: number, b: number, angle: number): Overlap {
  const [cos, sin] = turn(angle);
  const toDisc = (x: number, y: number): Position => ({
    x: ((x - centre.x) * cos + (y - centre.y) * sin) / a,
    y: ((y - centre.y) * cos - (x - centre.x) * sin) / b,
  });
  /** How far a corner of a pixel is from its centre there, at most. */
  const reach = Math.SQRT1_2 / Math.min(a, b);
  return (y, left, shares) => {
    for (let i = 0; i < shares.length; i += 1) {
      const x = left + i;
      const middle = toDisc(x, y);
      const far = Math.hypot(middle.x, middle.y);
      if (!(a > 0 && b > 0) || far >= 1 + reach) {
        shares[i] = 0;
      } else if (far <= 1 - reach) {
        shares[i] = 1;
      } else {
        shares[i] = a * b * overDisc(toDisc, x, y);
      }
    }
  };
}

/** The area that a pixel's parallelogram shares with the unit disc. */
function overDisc(toDisc: (x: number, y: number) => Position, x: number, y: number): number {
  const corners = [
    toDisc(x - 0.5, y - 0.5),
    toDisc(x + 0.5, y - 0.5),
    toDisc(x + 0.5, y + 0.5),
    toDisc(x - 0.5, y + 0.5),
  ];
  let area = 0;
  let before = corners.at(-1);
  for (const corner of corners) {
    area += before ? discPart(before, corner) : 0;
    before = corner;
  }
  return Math.abs(area);
}

/** The signed area that the triangle from the middle of the unit disc to two points shares with the disc. */
function discPart(from: Position, to: Position): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  if (length === 0) {
    return 0;
  }
  // Where the line enters and leaves the disc, as parts of the way.
  const half = -(from.x * dx + from.y * dy) / length;
  const root = half * half - (from.x * from.x + from.y * from.y - 1) / length;
  const spread = root > 0 ? Math.sqrt(root) : 0;
  const enters = Math.min(Math.max(half - spread, 0), 1);
  const leaves = Math.min(Math.max(half + spread, 0), 1);
  if (!(enters < leaves)) {
    return sector(from, to);
  }
  const entry = { x: from.x + enters * dx, y: from.y + enters * dy };
  const exit = { x: from.x + leaves * dx, y: from.y + leaves * dy };
  return (
    (enters > 0 ? sector(from, entry) : 0) + cross(entry, exit) / 2 + (leaves < 1 ? sector(exit, to) : 0)
  );
}

function sector(from: Position, to: Position): number {
  return Math.atan2(cross(from, to), from.x * to.x + from.y * to.y) / 2;
}

function cross(one: Position, other: Position): number {
  return one.x * other.y - one.y * other.x;
}

/** Each edge adds what lies to its right; the running sum along a row is the covered share. */
function overPolygon(points: readonly Position[]): Overlap {
  return (y, left, shares) => {
    shares.fill(0);
    let before = points.at(-1);
    for (const point of points) {
      if (before) {
        addEdge(before, point, y - 0.5, left - 0.5, shares);
      }
      before = point;
    }
    let covered = 0;
    for (let i = 0; i < shares.length; i += 1) {
      covered += shares[i] ?? 0;
      // Windings of 0, 1, 2, 3 count as 0, 1, 0, 1.
      shares[i] = 1 - Math.abs(1 - (Math.abs(covered) % 2));
    }
  };
}

/** `bottom` and `left` are the edges of the row and of its first pixel. */
function addEdge(from: Position, to: Position, bottom: number, left: number, shares: Float64Array): void {
  const clip = (y: number) => Math.min(Math.max(y, bottom), bottom + 1);
  const [low, high] = [clip(from.y), clip(to.y)];
  const rise = high - low;
  if (rise === 0) {
    return;
  }
  const slope = (to.x - from.x) / (to.y - from.y);
  const start = from.x + (low - from.y) * slope - left;
  const end = from.x + (high - from.y) * slope - left;
  const [least, most] = [Math.min(start, end), Math.max(start, end)];
  const add = (x: number, share: number): void => {
    if (x < shares.length) {
      const pixel = Math.max(x, 0);
      shares[pixel] = (shares[pixel] ?? 0) + share;
    }
  };
  let x = least;
  while (x <= most) {
    const pixel = Math.floor(x);
    const stop = Math.min(pixel + 1, most);
    const part = most > least ? (rise * (stop - x)) / (most - least) : rise;
    const inside = (x + stop) / 2 - pixel;
    add(pixel, part * (1 - inside));
    add(pixel + 1, part * inside);
    if (stop >= most) {
      break;
    }
    x = stop;
  }
}
