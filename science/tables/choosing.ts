/** Which rows a choice has: each part of it adds rows or takes some away. */
import type { OutlinedRows } from "./choice.ts";

/** Sets or clears the marks of the rows in an outline. `rows`: those that pass its filters; undefined for all. */
export function markOutlined(
  marks: Uint8Array,
  { kind, outline, logX, logY, isWithout }: OutlinedRows,
  x: Float64Array,
  y: Float64Array,
  rows: Uint32Array | undefined,
): void {
  const corners = outline.map((value, i) => ((i % 2 === 0 ? logX : logY) ? Math.log10(value) : value));
  const [xs, ys] = [0, 1].map((axis) => corners.filter((_, i) => i % 2 === axis));
  const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))];
  const [bottom, top] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))];
  const mark = isWithout ? 0 : 1;
  const count = rows?.length ?? marks.length;
  for (let i = 0; i < count; i += 1) {
    const row = rows?.[i] ?? i;
    const u = logX ? Math.log10(x[row] ?? Number.NaN) : (x[row] ?? Number.NaN);
    const v = logY ? Math.log10(y[row] ?? Number.NaN) : (y[row] ?? Number.NaN);
    const isNear = u >= left && u <= right && v >= bottom && v <= top;
    if (isNear && (kind === "box" || isInside(xs ?? [], ys ?? [], u, v))) {
      marks[row] = mark;
    }
  }
}

/** By the number of edges to the right of the point (even-odd rule). */
function isInside(xs: readonly number[], ys: readonly number[], u: number, v: number): boolean {
  let inside = false;
  let before = xs.length - 1;
  for (let i = 0; i < xs.length; i += 1) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [xs[before], ys[before], xs[i], ys[i]];
    if (y1 > v !== y0 > v && u < ((x0 - x1) * (v - y1)) / (y0 - y1) + x1) {
      inside = !inside;
    }
    before = i;
  }
  return inside;
}

/** The numbers of the marked rows. */
export function markedRows(marks: Uint8Array): Uint32Array<ArrayBuffer> {
  const count = marks.reduce((sum, mark) => sum + mark, 0);
  const rows = new Uint32Array(count);
  let next = 0;
  for (let row = 0; row < marks.length; row += 1) {
    if (marks[row] === 1) {
      rows[next] = row;
      next += 1;
    }
  }
  return rows;
}
