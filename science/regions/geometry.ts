/** Geometry of regions: where they are, what a point hits, how they move. */
import type { Position, RegionShape } from "./region.ts";

export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const RADIANS = Math.PI / 180;
/** Steps towards the nearest point of an ellipse: each at least halves the error. */
const STEPS = 6;

/** The middle of its extent. */
export function centreOf(shape: RegionShape): Position {
  if ("x" in shape) {
    return { x: shape.x, y: shape.y };
  }
  const { left, right, bottom, top } = boundsOf(shape);
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}

/** The upright rectangle around a shape. */
export function boundsOf(shape: RegionShape): Bounds {
  switch (shape.kind) {
    case "point":
      return around(shape, 0, 0);
    case "circle":
      return around(shape, shape.radius, shape.radius);
    case "annulus":
      return around(shape, shape.outer, shape.outer);
    case "ellipse": {
      const { x, y } = direction(shape.angle);
      return around(shape, Math.hypot(shape.a * x, shape.b * y), Math.hypot(shape.a * y, shape.b * x));
    }
    case "box":
      return boundsOfPoints(cornersOf(shape));
    default:
      return boundsOfPoints(shape.points);
  }
}

/** The corners of a box: against the x and y axes of the box, and then around it towards its x axis. */
export function cornersOf(box: RegionShape & { readonly kind: "box" }): readonly Position[] {
  const [w, h] = [box.width / 2, box.height / 2];
  return [
    { x: -w, y: -h },
    { x: w, y: -h },
    { x: w, y: h },
    { x: -w, y: h },
  ].map((corner) => fromLocal(box, box.angle, corner));
}

/** A point given along the axes of a shape that is rotated about its centre. */
export function fromLocal(centre: Position, angle: number, { x, y }: Position): Position {
  const { x: cos, y: sin } = direction(angle);
  return { x: centre.x + cos * x - sin * y, y: centre.y + sin * x + cos * y };
}

/** The same backwards. */
export function toLocal(centre: Position, angle: number, at: Position): Position {
  const { x: cos, y: sin } = direction(angle);
  const [x, y] = [at.x - centre.x, at.y - centre.y];
  return { x: cos * x + sin * y, y: cos * y - sin * x };
}

/** The unit vector of an angle in degrees, exact for right angles. */
export function direction(angle: number): Position {
  const quarter = (((angle % 360) + 360) % 360) / 90;
  if (Number.isInteger(quarter)) {
    return { x: [1, 0, -1, 0][quarter] ?? 1, y: [0, 1, 0, -1][quarter] ?? 0 };
  }
  return { x: Math.cos(angle * RADIANS), y: Math.sin(angle * RADIANS) };
}

/** From the x axis towards the y axis, in degrees from 0 up to 360. */
export function angleTo(from: Position, to: Position): number {
  return turn(Math.atan2(to.y - from.y, to.x - from.x) / RADIANS);
}

/** An angle from 0 up to 360. */
export function turn(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

export function apart(one: Position, other: Position): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function movedBy<S extends RegionShape>(shape: S, step: Position): S;
export function movedBy(shape: RegionShape, { x, y }: Position): RegionShape {
  switch (shape.kind) {
    case "line": {
      const [from, to] = shape.points;
      return { ...shape, points: [moved(from, x, y), moved(to, x, y)] };
    }
    case "polyline":
    case "polygon":
      return { ...shape, points: shape.points.map((point) => moved(point, x, y)) };
    default:
      return { ...shape, x: shape.x + x, y: shape.y + y };
  }
}

/** Whether a point is in the area of a shape. Points and lines have none; of an annulus, the hole belongs to it too. */
export function isInside(shape: RegionShape, at: Position): boolean {
  switch (shape.kind) {
    case "circle":
      return apart(shape, at) <= shape.radius;
    case "annulus":
      return apart(shape, at) <= shape.outer;
    case "ellipse": {
      const { x, y } = toLocal(shape, shape.angle, at);
      return Math.hypot(x / shape.a, y / shape.b) <= 1;
    }
    case "box": {
      const { x, y } = toLocal(shape, shape.angle, at);
      return Math.abs(x) <= shape.width / 2 && Math.abs(y) <= shape.height / 2;
    }
    case "polygon":
      return isInPolygon(shape.points, at);
    default:
      return false;
  }
}

/** How far a point is from the outline. */
export function distanceTo(shape: RegionShape, at: Position): number {
  switch (shape.kind) {
    case "point":
      return apart(shape, at);
    case "circle":
      return Math.abs(apart(shape, at) - shape.radius);
    case "annulus": {
      const distance = apart(shape, at);
      return Math.min(Math.abs(distance - shape.inner), Math.abs(distance - shape.outer));
    }
    case "ellipse":
      return toEllipse(shape.a, shape.b, toLocal(shape, shape.angle, at));
    case "box":
      return toSegments(cornersOf(shape), at, true);
    default:
      return toSegments(shape.points, at, shape.kind === "polygon");
  }
}

/** The area in pixels; none of points and lines. */
export function areaOf(shape: RegionShape): number {
  switch (shape.kind) {
    case "circle":
      return Math.PI * shape.radius ** 2;
    case "annulus":
      return Math.PI * (shape.outer ** 2 - shape.inner ** 2);
    case "ellipse":
      return Math.PI * shape.a * shape.b;
    case "box":
      return shape.width * shape.height;
    case "polygon":
      return Math.abs(sum(shape.points, (one, next) => one.x * next.y - next.x * one.y) / 2);
    default:
      return 0;
  }
}

/** The length of lines, or of the outline of a polygon. */
export function lengthOf(points: readonly Position[], isClosed: boolean): number {
  const last = isClosed ? 0 : apart(points[0] ?? ORIGIN, points.at(-1) ?? ORIGIN);
  return sum(points, apart) - last;
}

/** The segment of a line or polygon that is nearest to a point: the index of its first end. */
export function nearestSegment(points: readonly Position[], at: Position, isClosed: boolean): number {
  const ends = isClosed ? [...points, ...points.slice(0, 1)] : points;
  const distances = ends.slice(1).map((end, i) => toSegment(points[i] ?? end, end, at));
  return distances.indexOf(Math.min(...distances));
}

const ORIGIN: Position = { x: 0, y: 0 };

function moved(point: Position, x: number, y: number): Position {
  return { x: point.x + x, y: point.y + y };
}

function around({ x, y }: Position, across: number, up: number): Bounds {
  return { left: x - across, right: x + across, bottom: y - up, top: y + up };
}

function boundsOfPoints(points: readonly Position[]): Bounds {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return { left, right, bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** Over each point and the next, the first after the last. */
function sum(points: readonly Position[], of: (one: Position, next: Position) => number): number {
  return points.reduce((total, one, i) => total + of(one, points[(i + 1) % points.length] ?? one), 0);
}

/** By the even-odd rule. */
function isInPolygon(points: readonly Position[], { x, y }: Position): boolean {
  let inside = false;
  for (const [i, one] of points.entries()) {
    const next = points[(i + 1) % points.length] ?? one;
    const crosses = one.y > y !== next.y > y;
    if (crosses && x < one.x + ((y - one.y) / (next.y - one.y)) * (next.x - one.x)) {
      inside = !inside;
    }
  }
  return inside;
}

function toSegments(points: readonly Position[], at: Position, isClosed: boolean): number {
  const last = isClosed ? points.length : points.length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < last; i += 1) {
    const [one, next] = [points[i], points[(i + 1) % points.length]];
    least = one && next ? Math.min(least, toSegment(one, next, at)) : least;
  }
  return least;
}

function toSegment(one: Position, other: Position, at: Position): number {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const along = ((at.x - one.x) * x + (at.y - one.y) * y) / (x * x + y * y || 1);
  const part = Math.min(Math.max(along, 0), 1);
  return apart({ x: one.x + part * x, y: one.y + part * y }, at);
}

/** From a point, seen along the axes of an ellipse, to it: iterates over centres of curvature. */
function toEllipse(a: number, b: number, at: Position): number {
  const [px, py] = [Math.abs(at.x), Math.abs(at.y)];
  let [x, y] = [Math.SQRT1_2, Math.SQRT1_2];
  for (let step = 0; step < STEPS; step += 1) {
    const [ex, ey] = [((a * a - b * b) / a) * x ** 3, ((b * b - a * a) / b) * y ** 3];
    const radius = Math.hypot(a * x - ex, b * y - ey);
    const distance = Math.hypot(px - ex, py - ey) || 1;
    x = Math.min(Math.max((((px - ex) * radius) / distance + ex) / a, 0), 1);
    y = Math.min(Math.max((((py - ey) * radius) / distance + ey) / b, 0), 1);
    const length = Math.hypot(x, y) || 1;
    [x, y] = [x / length, y / length];
  }
  return Math.hypot(a * x - px, b * y - py);
}
