/** The matrix of a FITS header from pixels to the intermediate world coordinates ("Representations of world coordinates in FITS"). */
import type { Header } from "./header.ts";

export type Matrix = readonly (readonly number[])[];

/** `CDi_j`, or `CDELTi · PCi_j`, or `CDELTi` and `CROTAi`. `pair`: the axes that `CROTA` rotates, the latitude last. */
export function matrixOf(header: Header, pair: readonly [number, number]): Matrix {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis + 1);
  if (header.hasAny(/^CD\d+_\d+$/)) {
    return axes.map((i) => axes.map((j) => header.number(`CD${i}_${j}`, 0)));
  }
  const scales = axes.map((i) => header.number(`CDELT${i}`, 1));
  const hasMatrix = header.hasAny(/^PC\d+_\d+$/);
  const matrix = axes.map((i) => axes.map((j) => header.number(`PC${i}_${j}`, i === j ? 1 : 0)));
  const [first, second] = pair;
  const angle = (header.number(`CROTA${second + 1}`, 0) * Math.PI) / 180;
  if (!hasMatrix && angle !== 0) {
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
