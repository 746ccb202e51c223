/**
 * Plates of the Digitized Sky Survey: polynomials `AMDXn`, `AMDYn` from millimetres on the plate to the tangent plane of its centre (guide of the
 * survey, "Plate solutions"). They are more exact than the other keywords of such a header.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { beside, chained, remapped, transform } from "./nodes.ts";

const NEEDED = ["AMDX1", "AMDY1", "PPO3", "PPO6", "XPIXELSZ", "YPIXELSZ", "PLTRAH", "PLTDECD"];

/** Powers of x and y of the terms 1 to 13 of x; the terms of y are the same with x and y exchanged. */
const TERMS: readonly (readonly (readonly [x: number, y: number, factor?: number])[])[] = [
  [[1, 0]],
  [[0, 1]],
  [[0, 0]],
  [[2, 0]],
  [[1, 1]],
  [[0, 2]],
  [
    [2, 0],
    [0, 2],
  ],
  [[3, 0]],
  [[2, 1]],
  [[1, 2]],
  [[0, 3]],
  [
    [3, 0],
    [1, 2],
  ],
  [
    [5, 0],
    [3, 2, 2],
    [1, 4],
  ],
];
const SIZE = 6;

/** Whether a header belongs to a plate of the survey. */
export function isPlate(header: Header): boolean {
  return header.axes === 2 && NEEDED.every((keyword) => header.has(keyword));
}

/** From pixels that are counted from 0 to the tangent plane, in degrees. */
export function plate(header: Header): TreeMap {
  const [sizeX, sizeY] = [header.number("XPIXELSZ", 0), header.number("YPIXELSZ", 0)];
  // The survey counts from the corner of the first pixel.
  const x = header.number("PPO3", 0) - sizeX * (header.number("CNPIX1", 0) + 0.5);
  const y = sizeY * (header.number("CNPIX2", 0) + 0.5) - header.number("PPO6", 0);
  const millimetres = beside([
    transform("linear1d", { slope: -sizeX / 1000, intercept: x / 1000 }),
    transform("linear1d", { slope: sizeY / 1000, intercept: y / 1000 }),
  ]);
  return chained([
    millimetres,
    remapped([0, 1, 0, 1], 2),
    beside([polynomial(header, "AMDX", false), polynomial(header, "AMDY", true)]),
  ]);
}

/** The centre of the plate in degrees. */
export function centreOf(header: Header): readonly [longitude: number, latitude: number] {
  const of = (first: string, second: string, third: string) =>
    header.number(first, 0) + header.number(second, 0) / 60 + header.number(third, 0) / 3600;
  const sign = header.text("PLTDECSN") === "-" ? -1 : 1;
  return [15 * of("PLTRAH", "PLTRAM", "PLTRAS"), sign * of("PLTDECD", "PLTDECM", "PLTDECS")];
}

function polynomial(header: Header, name: string, isExchanged: boolean): TreeMap {
  const coefficients = Array.from({ length: SIZE }, () => new Array<number>(SIZE).fill(0));
  for (const [i, powers] of TERMS.entries()) {
    const value = header.number(`${name}${i + 1}`, 0) / 3600;
    for (const [x, y, factor = 1] of powers) {
      const row = coefficients[isExchanged ? y : x];
      const column = isExchanged ? x : y;
      if (row) {
        row[column] = (row[column] ?? 0) + factor * value;
      }
    }
  }
  return transform("polynomial", { coefficients });
}
