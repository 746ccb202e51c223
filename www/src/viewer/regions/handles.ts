/** Handles of a shape, and what dragging one makes of it. */

import {
  angleTo,
  apart,
  boundsOf,
  centreOf,
  cornersOf,
  fromLocal,
  toLocal,
  turn,
} from "@asdf-wasm/science/regions/geometry";
import type { Position, RegionShape } from "@asdf-wasm/science/regions/region";

/** Corners and edges of boxes, radii of round shapes, points of lines and polygons, and rotation. */
export interface Handle extends Position {
  readonly kind: "corner" | "edge" | "radius" | "inner" | "point" | "rotation";
  /** Which of that kind. */
  readonly index: number;
}

export interface DragOptions {
  /** Keeps the ratio of the sides, or rotates by steps. */
  readonly constrained: boolean;
  /** Coordinates that are worth showing at the zoom. */
  readonly snap: (value: number) => number;
}

/** The least length of a side and the least radius, in pixels. */
export const LEAST = 0.01;
/** From a shape to its handle for rotation; and the sizes below which it has no handles, or none on its edges. In CSS pixels. */
const REACH = 26;
const SMALL = 20;
const ROOMY = 44;
/** In degrees. */
const ROTATION_STEP = 15;
/** Where a shape can be taken, along its axes in parts of half its sides. */
const SIDES: readonly Position[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];
const CORNERS: readonly Position[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];

/** All handles. `reach` is how far outside the shape the handle for rotation is, in pixels of the image. */
export function handlesOf(shape: RegionShape, reach: number): readonly Handle[] {
  switch (shape.kind) {
    case "point":
      return [];
    case "circle":
      return onSides(shape, "radius", shape.radius, shape.radius, 0);
    case "annulus":
      return [
        ...onSides(shape, "radius", shape.outer, shape.outer, 0),
        ...onSides(shape, "inner", shape.inner, shape.inner, 0),
      ];
    case "ellipse":
      return [
        ...onSides(shape, "radius", shape.a, shape.b, shape.angle),
        { kind: "rotation", index: 0, ...fromLocal(shape, shape.angle, { x: shape.a + reach, y: 0 }) },
      ];
    case "box":
      return [
        ...cornersOf(shape).map((corner, index): Handle => ({ kind: "corner", index, ...corner })),
        ...onSides(shape, "edge", shape.width / 2, shape.height / 2, shape.angle),
        {
          kind: "rotation",
          index: 0,
          ...fromLocal(shape, shape.angle, { x: shape.width / 2 + reach, y: 0 }),
        },
      ];
    default:
      return shape.points.map((point, index): Handle => ({ kind: "point", index, ...point }));
  }
}

/** The handles that fit: fewer where a shape is small on the screen. `zoom` is in CSS pixels a pixel. */
export function shownHandles(shape: RegionShape, zoom: number): readonly Handle[] {
  const { left, right, bottom, top } = boundsOf(shape);
  const [least, most] = [Math.min(right - left, top - bottom), Math.max(right - left, top - bottom)];
  const all = handlesOf(shape, REACH / zoom);
  if ("points" in shape) {
    return all;
  }
  return most * zoom < SMALL ? [] : all.filter(({ kind }) => kind !== "edge" || least * zoom >= ROOMY);
}

/** The shape with a handle of it somewhere else. */
export function dragged(
  shape: RegionShape,
  handle: Pick<Handle, "kind" | "index">,
  to: Position,
  options: DragOptions,
): RegionShape {
  const { snap, constrained } = options;
  switch (shape.kind) {
    case "point":
      return shape;
    case "circle":
      return { ...shape, radius: length(apart(shape, to), snap) };
    case "annulus": {
      const radius = length(apart(shape, to), snap);
      return handle.kind === "inner"
        ? { ...shape, inner: Math.min(radius, shape.outer) }
        : { ...shape, outer: Math.max(radius, shape.inner) };
    }
    case "ellipse": {
      if (handle.kind === "rotation") {
        return { ...shape, angle: rotation(shape, to, constrained) };
      }
      const { x, y } = toLocal(shape, shape.angle, to);
      const [side, before] = handle.index % 2 === 0 ? [Math.abs(x), shape.a] : [Math.abs(y), shape.b];
      const now = length(side, snap);
      if (constrained) {
        return { ...shape, a: (shape.a * now) / before, b: (shape.b * now) / before };
      }
      return handle.index % 2 === 0 ? { ...shape, a: now } : { ...shape, b: now };
    }
    case "box":
      return handle.kind === "rotation"
        ? { ...shape, angle: rotation(shape, to, constrained) }
        : resized(shape, handle, to, options);
    case "line": {
      const [from, end] = shape.points;
      const fixed = handle.index === 0 ? end : from;
      const point = constrained ? along(fixed, to, snap) : snapped(to, snap);
      return { ...shape, points: handle.index === 0 ? [point, end] : [from, point] };
    }
    default: {
      const point = snapped(to, snap);
      return { ...shape, points: shape.points.map((other, i) => (i === handle.index ? point : other)) };
    }
  }
}

export function snapped({ x, y }: Position, snap: (value: number) => number): Position {
  return { x: snap(x), y: snap(y) };
}

/** The point nearest to another in one of the directions that are multiples of 15 degrees. */
export function along(from: Position, to: Position, snap: (value: number) => number): Position {
  const angle = Math.round(angleTo(from, to) / ROTATION_STEP) * ROTATION_STEP;
  const { x } = toLocal(from, angle, to);
  return fromLocal(from, angle, { x: snap(x), y: 0 });
}

/**
 * A box with a corner or an edge somewhere else; the opposite one stays. Sides of upright boxes lie along the edges of pixels,
 * so that it is plain which pixels are in them.
 */
function resized(
  box: RegionShape & { readonly kind: "box" },
  { kind, index }: Pick<Handle, "kind" | "index">,
  to: Position,
  { constrained, snap }: DragOptions,
): RegionShape {
  const side = (kind === "corner" ? CORNERS : SIDES)[index] ?? { x: 0, y: 0 };
  const isUpright = box.angle % 90 === 0;
  const pointer = isUpright ? { x: toEdge(to.x), y: toEdge(to.y) } : to;
  const at = toLocal(box, box.angle, pointer);
  const fixed = { x: (-side.x * box.width) / 2, y: (-side.y * box.height) / 2 };
  const rounded = (value: number): number => (isUpright ? value : length(value, snap));
  let width = side.x === 0 ? box.width : rounded(Math.max((at.x - fixed.x) * side.x, isUpright ? 1 : LEAST));
  let height =
    side.y === 0 ? box.height : rounded(Math.max((at.y - fixed.y) * side.y, isUpright ? 1 : LEAST));
  if (constrained) {
    const factor = Math.max(
      side.x === 0 ? 0 : width / box.width,
      side.y === 0 ? 0 : height / box.height,
      LEAST,
    );
    [width, height] = [box.width * factor, box.height * factor];
  }
  const centre = { x: fixed.x + (side.x * width) / 2, y: fixed.y + (side.y * height) / 2 };
  return { ...box, ...fromLocal(box, box.angle, centre), width, height };
}

/** The nearest edge between pixels, which have their centres at whole numbers. */
function toEdge(value: number): number {
  return Math.round(value + 0.5) - 0.5;
}

function rotation(shape: RegionShape, to: Position, constrained: boolean): number {
  const angle = angleTo(centreOf(shape), to);
  const step = constrained ? ROTATION_STEP : 1;
  return turn(Math.round(angle / step) * step);
}

function length(value: number, snap: (value: number) => number): number {
  return Math.max(snap(value), LEAST);
}

function onSides(
  centre: Position,
  kind: Handle["kind"],
  across: number,
  up: number,
  angle: number,
): readonly Handle[] {
  return SIDES.map((side, index) => ({
    ...{ kind, index },
    ...fromLocal(centre, angle, { x: side.x * across, y: side.y * up }),
  }));
}
