/** Shapes that are larger by the same distance on all sides: where the background around a region is measured. */
import type { RegionShape } from "./region.ts";

/** Undefined for shapes that do not grow: polygons and lines. An annulus becomes a circle around it. */
export function grown(shape: RegionShape, by: number): RegionShape | undefined {
  switch (shape.kind) {
    case "circle":
      return { ...shape, radius: shape.radius + by };
    case "annulus":
      return { kind: "circle", x: shape.x, y: shape.y, radius: shape.outer + by };
    case "ellipse":
      return { ...shape, a: shape.a + by, b: shape.b + by };
    case "box":
      return { ...shape, width: shape.width + 2 * by, height: shape.height + 2 * by };
    default:
      return undefined;
  }
}
