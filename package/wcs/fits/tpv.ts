/**
 * The distortion TPV of FITS: a TAN whose `PVi_0` to `PVi_39` are coefficients of a polynomial of the intermediate world coordinates, in
 * degrees (https://fits.gsfc.nasa.gov/registry/tpvwcs.html). Files by SCAMP have it with the name TAN.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { beside, chained, remapped, transform } from "./nodes.ts";
import type { CelestialAxes } from "./pole.ts";

/** The terms by their numbers: powers of the axis' own coordinate and of the other one, or of their distance to the reference point. */
const TERMS: readonly (readonly [own: number, other: number] | readonly [radius: number])[] = (() => {
  const terms: (readonly [number, number] | readonly [number])[] = [[0, 0]];
  for (let degree = 1; degree <= 7; degree++) {
    for (let other = 0; other <= degree; other++) {
      terms.push([degree - other, other]);
    }
    if (degree % 2 === 1) {
      terms.push([degree]);
    }
  }
  return terms;
})();
const SIZE = 8;

/** Whether a header has the distortion: then SIP does not count, unless the name of the projection says it (astropy). */
export function hasTpv(header: Header, axes: CelestialAxes): boolean {
  const isOfScamp = axes.code === "TAN" && !/-SIP$/.test(header.text(`CTYPE${axes.longitude + 1}`));
  return axes.code === "TPV" || (isOfScamp && hasPolynomial(header, axes));
}

/** Whether a header has so many coefficients that they belong to a polynomial: other projections have fewer. */
export function hasPolynomial(header: Header, { longitude, latitude }: CelestialAxes): boolean {
  return header.hasAny(new RegExp(`^PV(?:${longitude + 1}|${latitude + 1})_(?:[5-9]|\\d\\d+)$`));
}

/** The distortion of the two celestial coordinates, longitude first; the inverse is searched. */
export function tpv(header: Header, longitude: number, latitude: number): TreeMap {
  if (header.hasAny(/^PV\d+_(?:[4-9]\d|\d{3,})$/)) {
    throw header.unsupported("TPV has no coefficients above PVi_39");
  }
  const copies = remapped([0, 1, 0, 1], 2);
  return chained([copies, beside([bent(header, longitude, false), bent(header, latitude, true)])]);
}

/** One coordinate; `isSecond`: the second one, the latitude. */
function bent(header: Header, axis: number, isSecond: boolean): TreeMap {
  const plane = Array.from({ length: SIZE }, () => new Array<number>(SIZE).fill(0));
  const radial = new Array<number>(SIZE).fill(0);
  for (const [number, [own, other]] of TERMS.entries()) {
    const value = header.number(`PV${axis + 1}_${number}`, number === 1 ? 1 : 0);
    const row = other === undefined ? radial : plane[isSecond ? other : own];
    const place = other !== undefined && !isSecond ? other : own;
    if (row) {
      row[place] = value;
    }
  }
  const smooth = transform("polynomial", { coefficients: plane });
  if (radial.every((value) => value === 0)) {
    return smooth;
  }
  const radius = transform("math_functions", { func_name: "hypot" });
  const around = chained([radius, transform("polynomial", { coefficients: radial })]);
  return transform("add", { forward: [smooth, around] });
}
