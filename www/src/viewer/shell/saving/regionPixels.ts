/** The pixels of an image that the bounding box of a region touches. */
import type { RegionShape } from "../../protocol/regions.ts";

const DEGREE = Math.PI / 180;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Pixels extends Size {
  readonly x: number;
  readonly y: number;
}

export function pixelsIn(shape: RegionShape, { width, height }: Size): Pixels {
  const [left, bottom, right, top] = boundsOf(shape);
  const [x, last] = span(left, right, width);
  const [y, highest] = span(bottom, top, height);
  return { x, y, width: last - x, height: highest - y };
}

/** Pixel `i` reaches from `i − ½` to `i + ½`; a region on the edge of one does not touch it. */
function span(least: number, greatest: number, length: number): [start: number, stop: number] {
  const start = Math.floor(least + 0.5);
  const stop = Math.max(Math.ceil(greatest + 0.5), start + 1);
  const inside = (at: number): number => Math.min(Math.max(at, 0), length);
  return [inside(start), inside(stop)];
}

type Bounds = readonly [left: number, bottom: number, right: number, top: number];

function boundsOf(shape: RegionShape): Bounds {
  switch (shape.kind) {
    case "point":
      return around(shape.x, shape.y, 0, 0);
    case "circle":
      return around(shape.x, shape.y, shape.radius, shape.radius);
    case "annulus":
      return around(shape.x, shape.y, shape.outer, shape.outer);
    case "box": {
      const [cos, sin] = [Math.abs(Math.cos(shape.angle * DEGREE)), Math.abs(Math.sin(shape.angle * DEGREE))];
      const across = (cos * shape.width + sin * shape.height) / 2;
      return around(shape.x, shape.y, across, (sin * shape.width + cos * shape.height) / 2);
    }
    case "ellipse": {
      const [cos, sin] = [Math.cos(shape.angle * DEGREE), Math.sin(shape.angle * DEGREE)];
      const across = Math.hypot(shape.a * cos, shape.b * sin);
      return around(shape.x, shape.y, across, Math.hypot(shape.a * sin, shape.b * cos));
    }
    default: {
      const [xs, ys] = [shape.points.map(({ x }) => x), shape.points.map(({ y }) => y)];
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    }
  }
}

function around(x: number, y: number, across: number, along: number): Bounds {
  return [x - across, y - along, x + across, y + along];
}
