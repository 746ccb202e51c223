/** The matrix of a FITS header from pixels to the intermediate world coordinates ("Representations of world coordinates in FITS"). */
import type { Header } from "../header/header.ts";

export type Matrix = readonly (readonly number[])[];

/**
 * `CDELTi · PCi_j`, or `CDi_j`, or `CDELTi` and `CROTAi`. `pair`: the axes that `CROTA` rotates, the latitude last. Numbers of axes that
 * are not `needed` may be wrong.
 */
export function matrixOf(header: Header, pair: readonly [number, number], needed: readonly number[]): Matrix {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis + 1);
  const number = (keyword: string, axis: number, otherwise: number) =>
    needed.includes(axis - 1) ? header.number(keyword, otherwise) : header.lenient(keyword, otherwise);
  const hasMatrix = header.hasAny(/^PC\d+_\d+$/);
  if (!hasMatrix && header.hasAny(/^CD\d+_\d+$/)) {
    const missing = axes.filter((i) => !header.hasAny(new RegExp(`^CD(?:${i}_\\d+|\\d+_${i})$`)));
    for (const i of missing.filter((axis) => header.has(`CDELT${axis}`))) {
      header.warn(`CDELT${i} does not count beside CDi_j, and CD${i}_${i} is missing: 1 is taken`);
    }
    return axes.map((i) => axes.map((j) => number(`CD${i}_${j}`, i, i === j && missing.includes(i) ? 1 : 0)));
  }
  const scales = axes.map((i) => number(`CDELT${i}`, i, 1));
  const matrix = axes.map((i) => axes.map((j) => number(`PC${i}_${j}`, i, i === j ? 1 : 0)));
  const [first, second] = pair;
  const angle = (header.lenient(`CROTA${second + 1}`, 0) * Math.PI) / 180;
  if (!hasMatrix && angle !== 0 && header.axes > 1) {
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const ratio = (scales[second] ?? 1) / (scales[first] ?? 1);
    const set = (row: number, column: number, value: number) => matrix[row]?.splice(column, 1, value);
    set(first, first, cosine);
    set(first, second, -sine * ratio);
    set(second, first, sine / ratio);
    set(second, second, cosine);
  }
  return matrix.map((row, i) => row.map((value) => value * (scales[i] ?? 1)));
}

/** The inverse of a matrix, by elimination with the greatest pivot; undefined if it has none. */
export function inverseOf(matrix: Matrix): Matrix | undefined {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    const rest = rows.splice(column);
    rest.sort((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    rows.push(...rest);
    const pivot = rows[column]?.[column] ?? 0;
    if (pivot === 0) {
      return undefined;
    }
    const scaled = (rows[column] ?? []).map((value) => value / pivot);
    for (const [i, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      rows[i] = i === column ? scaled : row.map((value, j) => value - factor * (scaled[j] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
