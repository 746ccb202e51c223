/** Points on the screen: which are in view, which is nearest to a place, and one for each of many that fall together. */
import { type Camera, type Size, stepOnScreen, toScreen } from "../../camera/camera.ts";

/** Points that are nearer to each other than this on the screen, in device pixels, are drawn once. */
export const TOGETHER = 3;

/**
 * Calls back with each row that is in view and its place on the screen, and with its place in the order of rows; of rows that fall together,
 * with the first in that order. `together` is called for the others, with the number of the call for the first.
 */
export function eachInView(
  points: Float64Array,
  camera: Camera,
  screen: Size,
  margin: number,
  take: (row: number, x: number, y: number, i: number) => void,
  order?: ArrayLike<number>,
  together?: (call: number, i: number) => void,
): void {
  const origin = toScreen(camera, screen, { x: 0, y: 0 });
  const [across, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  // Whole cells, which begin at the corner of the screen: whatever the margin, the same points fall together.
  const beyond = Math.ceil(margin / TOGETHER);
  const columns = Math.ceil(screen.width / TOGETHER) + 2 * beyond;
  const lines = Math.ceil(screen.height / TOGETHER) + 2 * beyond;
  const taken = new Uint32Array(columns * lines);
  const count = order?.length ?? points.length / 2;
  let calls = 0;
  for (let i = 0; i < count; i += 1) {
    const row = order?.[i] ?? i;
    const [px, py] = [points[2 * row] ?? Number.NaN, points[2 * row + 1] ?? Number.NaN];
    const x = origin.x + across.x * px + up.x * py;
    const y = origin.y + across.y * px + up.y * py;
    const [column, line] = [Math.floor(x / TOGETHER) + beyond, Math.floor(y / TOGETHER) + beyond];
    if (column >= 0 && line >= 0 && column < columns && line < lines) {
      const cell = line * columns + column;
      const call = taken[cell] ?? 0;
      if (call === 0) {
        calls += 1;
        taken[cell] = calls;
        take(row, x, y, i);
      } else {
        together?.(call - 1, i);
      }
    }
  }
}

/** Whether a point is on the screen, or no further outside of it than a margin. */
export function isWithin({ width, height }: Size, margin: number, x: number, y: number): boolean {
  return x > -margin && y > -margin && x < width + margin && y < height + margin;
}

/** The row nearest to a point of the image, within a distance. */
export function nearest(
  points: Float64Array,
  at: { readonly x: number; readonly y: number },
  within: number,
): number | undefined {
  let found: number | undefined;
  let least = within ** 2;
  for (let row = 0; row < points.length / 2; row += 1) {
    const distance = ((points[2 * row] ?? Number.NaN) - at.x) ** 2 + ((points[2 * row + 1] ?? 0) - at.y) ** 2;
    if (distance <= least) {
      least = distance;
      found = row;
    }
  }
  return found;
}

/** How many of the pairs are none. */
export function countLost(pairs: Float64Array): number {
  let count = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    count += Number.isFinite(pairs[i]) && Number.isFinite(pairs[i + 1]) ? 0 : 1;
  }
  return count;
}

/** How many points lie in the image. */
export function countInside(points: Float64Array, { width, height }: Size): number {
  let count = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? Number.NaN, points[i + 1] ?? Number.NaN];
    count += x >= 0 && y >= 0 && x <= width && y <= height ? 1 : 0;
  }
  return count;
}
