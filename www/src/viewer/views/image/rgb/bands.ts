/** Which of several arrays or planes become red, green and blue by default, from their names and from what was read of them. */

import { isCompanion } from "@asdf-wasm/science/tree/kinds";
import type { TreeNode } from "../../../protocol/facts.ts";

/** Names of bands and of colours, from the shortest wavelength to the longest. */
const BANDS = ["u", "b", "blue", "g", "green", "v", "r", "red", "i", "z", "y", "j", "h", "k", "ks"];

/**
 * Three arrays, the longest wavelength first if the names are names of filters; none that holds errors or weights, and none
 * that is blank. An array without others of its kind is all three.
 */
export function firstArrays(
  arrays: readonly TreeNode[],
  isBlank: (array: TreeNode) => boolean = () => false,
): TreeNode[] {
  const [own] = arrays;
  if (!own) {
    return [];
  }
  // Of bands in maps of their own, `g/data` and `r/data`, only `data` are bands.
  const named = own.key.includes("/") ? arrays.filter(({ key }) => key.includes("/")) : arrays;
  const bands = isCompanion(own) ? [] : named.filter((array) => !isCompanion(array) && !isBlank(array));
  const isKnown = bands.every(({ key }) => wavelengthOf(key) !== undefined);
  const sorted = isKnown
    ? bands.toSorted((one, other) => (wavelengthOf(other.key) ?? 0) - (wavelengthOf(one.key) ?? 0))
    : bands.slice(0, 3);
  const last = sorted.length - 1;
  const chosen = last < 2 ? [sorted[0], sorted[1], sorted[0]] : [0, last >> 1, last].map((i) => sorted[i]);
  return chosen.map((array) => array ?? own);
}

/** Parts of a cube in which a plane that is not blank is looked for: each costs reading a plane. */
const PARTS = 16;

/**
 * Three planes of a cube, from its end to its start: at the ends, or as near to them as planes are not blank. Of at most four
 * planes, as photographs have them, the first three.
 */
export function firstPlanes(length: number, isBlank: (plane: number) => boolean = () => false): number[] {
  const last = length - 1;
  const nearest = (usual: number, inwards: number): number => {
    const tried = Array.from({ length: PARTS / 2 }, (_, i) =>
      Math.round(usual + (inwards * i * last) / PARTS),
    );
    return tried.find((plane) => !isBlank(plane)) ?? usual;
  };
  return length <= 4
    ? [0, 1, 2].map((plane) => Math.min(plane, last))
    : [nearest(last, -1), nearest(Math.round(last / 2), 0.5), nearest(0, 1)];
}

/** A number that grows with the wavelength of a filter such as `f158`, `F444W`, `r` or `r/data`. */
function wavelengthOf(key: string): number | undefined {
  const [name = ""] = key.split("/");
  const digits = /(?:^|_)[a-z](\d{3})[a-z]*\d?$/i.exec(name)?.[1];
  const band = BANDS.indexOf(name.toLowerCase());
  return digits ? Number(digits) : band < 0 ? undefined : band;
}
