/** The matrix of a FITS header from pixels to the intermediate world coordinates ("Representations of world coordinates in FITS"). */
import type { Header } from "../header/header.ts";
import type { CelestialAxes } from "./pole.ts";

export type Matrix = readonly (readonly number[])[];

/** `CDELTi · PCi_j`, or `CDi_j`, or `CDELTi` and `CROTAi`. Numbers of axes that are not celestial may be wrong. */
export function matrixOf(header: Header, celestial: CelestialAxes | undefined): Matrix {
  const axes = Array.from({ length: header.axes }, (_, axis) => axis + 1);
  const needed = celestial ? [celestial.longitude + 1, celestial.latitude + 1] : [];
  const number = (keyword: string, axis: number, otherwise: number) =>
    needed.includes(axis) ? header.number(keyword, otherwise) : header.lenient(keyword, otherwise);
  const hasMatrix = header.hasAny(/^PC\d+_\d+$/);
  if (!hasMatrix && header.hasAny(/^CD\d+_\d+$/)) {
    const missing = axes.filter((i) => !header.hasAny(new RegExp(`^CD(?:${i}_\\d+|\\d+_${i})$`)));
    for (const i of missing.filter((axis) => header.has(`CDELT${axis}`))) {
      header.warn(`CDELT${i} does not count beside CDi_j, and CD${i}_${i} is missing: 1 is taken`);
    }
    return axes.map((i) => axes.map((j) => number(`CD${i}_${j}`, i, i === j && missing.includes(i) ? 1 : 0)));
  }
  const matrix = axes.map((i) => axes.map((j) => number(`PC${i}_${j}`, i, i === j ? 1 : 0)));
  for (const [i, j, value] of celestial ? rotationOf(header, celestial) : []) {
    matrix[i - 1]?.splice(j - 1, 1, value);
  }
  return matrix.map((row, i) => {
    const scale = number(`CDELT${i + 1}`, i + 1, 1);
    return row.map((value) => value * scale);
  });
}

/**
 * The elements `PCi_j` that `CROTAi` of the latitude stands for ("Representations of celestial coordinates in FITS", Calabretta and Greisen
 * 2002, §6.1). None if the header has no such angle, or a matrix, beside which the angle does not count.
 */
export function rotationOf(
  header: Header,
  { longitude, latitude }: CelestialAxes,
): readonly (readonly [i: number, j: number, value: number])[] {
  const [first, second] = [longitude + 1, latitude + 1];
  const angle = (header.lenient(`CROTA${second}`, 0) * Math.PI) / 180;
  if (angle === 0 || header.hasAny(/^(?:PC|CD)\d+_\d+$/)) {
    return [];
  }
  const ratio = header.number(`CDELT${second}`, 1) / header.number(`CDELT${first}`, 1);
  return [
    [first, first, Math.cos(angle)],
    [first, second, -Math.sin(angle) * ratio],
    [second, first, Math.sin(angle) / ratio],
    [second, second, Math.cos(angle)],
  ];
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
