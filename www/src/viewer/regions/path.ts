/** Shapes as paths of SVG. Points have none: they are marks of one size at every zoom. */

import { cornersOf, fromLocal } from "@asdf-wasm/science/regions/geometry";
import type { Position, RegionShape } from "@asdf-wasm/science/regions/region";

export function pathOf(shape: RegionShape): string {
  switch (shape.kind) {
    case "point":
      return "";
    case "circle":
      return round(shape, shape.radius, shape.radius, 0);
    case "annulus":
      return [shape.inner, shape.outer].map((radius) => round(shape, radius, radius, 0)).join("");
    case "ellipse":
      return round(shape, shape.a, shape.b, shape.angle);
    case "box":
      return `${through(cornersOf(shape))}Z`;
    case "polygon":
      return `${through(shape.points)}Z`;
    default:
      return through(shape.points);
  }
}

function through(points: readonly Position[]): string {
  return points.map((point, i) => `${i === 0 ? "M" : "L"}${pair(point)}`).join("");
}

function round(centre: Position, a: number, b: number, angle: number): string {
  const [from, to] = [a, -a].map((x) => pair(fromLocal(centre, angle, { x, y: 0 })));
  const arc = `A${short(a)} ${short(b)} ${short(angle)} 0 1`;
  return `M${from}${arc} ${to}${arc} ${from}Z`;
}

function pair({ x, y }: Position): string {
  return `${short(x)} ${short(y)}`;
}

function short(value: number): string {
  return String(Number(value.toFixed(4)));
}
