/** An image as tiles that every GPU accepts and that upload within a frame. */
import type { Plane } from "../../../protocol/plane.ts";
import type { Camera, Point, Rect } from "../camera/camera.ts";

/** The greatest side of a tile, in elements. */
export const SIDE = 1024;

/** A part of the image, and where the values of every `step`-th element are. */
export interface Tile extends Rect {
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array<ArrayBuffer>;
  /** The length of the rows in `values`, and the tile's position in them. */
  readonly stride: number;
  readonly left: number;
  readonly top: number;
}

/** A tile of some of a plane's elements. */
export function tileOf(plane: Plane, left: number, top: number, columns: number, rows: number): Tile {
  const { step, whole } = plane;
  return {
    ...{ x: left * step, y: top * step, step, columns, rows, left, top },
    width: Math.min(columns * step, whole.width - left * step),
    height: Math.min(rows * step, whole.height - top * step),
    values: plane.display,
    stride: plane.width,
  };
}

/** Tells the tiles of a plane apart. */
export function keyOf({ step, x, y }: Pick<Tile, "step" | "x" | "y">): string {
  return `${step}/${x}/${y}`;
}

export function tilesOf(plane: Plane): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 0; top < plane.height; top += SIDE) {
    for (let left = 0; left < plane.width; left += SIDE) {
      const [columns, rows] = [Math.min(SIDE, plane.width - left), Math.min(SIDE, plane.height - top)];
      tiles.push(tileOf(plane, left, top, columns, rows));
    }
  }
  return tiles;
}

/** The distance of a part's centre from a point. */
export function distance(part: Rect, { x, y }: Point): number {
  return Math.hypot(part.x + part.width / 2 - x, part.y + part.height / 2 - y);
}

/** Whether a tile of this step is not much finer than the screen. */
export function isWorthDrawing({ step }: Pick<Tile, "step">, { zoom }: Camera): boolean {
  return 2 * step * zoom >= 1;
}
