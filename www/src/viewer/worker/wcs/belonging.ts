/**
 * Which WCS belong to an array, by their places in the tree: `roman/meta/wcs` belongs to the arrays in `roman` that are
 * as large as `roman/data`. Nothing is compiled for it.
 */
import { type AsdfFile, NdArray, tagOf } from "asdf-wasm";
import type { WcsChoice } from "../../protocol/wcs.ts";

/** Maps that hold what describes the arrays beside them. */
const ASIDE = /^(meta|metadata|header|headers|wcs)$/i;
/** Arrays for which a WCS beside them was made. */
const SCIENCE = ["data", "sci", "science"];

/** Those that may belong to an array, the likeliest first. */
export function wcsFor(file: AsdfFile, array: NdArray, path: string, paths: readonly string[]): WcsChoice[] {
  const candidates = paths
    .map((wcs) => ({ path: wcs, home: homeOf(wcs), isGwcs: /\/wcs-\d/.test(tagOf(file.get(wcs)) ?? "") }))
    // The tables of a WCS are arrays, too.
    .filter(({ path: wcs, home }) => !path.startsWith(`${wcs}/`) && fits(file, array, home));
  const isInside = (home: string): boolean => home === "" || path.startsWith(`${home}/`);
  const ranked = candidates.toSorted(
    (one, other) =>
      Number(isInside(other.home)) - Number(isInside(one.home)) ||
      shared(other.home, path) - shared(one.home, path) ||
      Number(other.isGwcs) - Number(one.isGwcs) ||
      one.path.length - other.path.length,
  );
  return ranked.map(({ path, home }, rank) => ({
    path,
    isBest: rank === 0 && (isInside(home) || ranked.length === 1),
  }));
}

/** The map whose arrays a WCS describes. */
function homeOf(path: string): string {
  const steps = path.split("/").slice(0, -1);
  while (ASIDE.test(steps.at(-1) ?? "")) {
    steps.pop();
  }
  return steps.join("/");
}

/** Whether an array has the last two axes of the science array for which the WCS was made, if there is one. */
function fits(file: AsdfFile, array: NdArray, home: string): boolean {
  const prefix = home === "" ? "" : `${home}/`;
  const science = SCIENCE.map((key) => file.get(`${prefix}${key}`)).find(
    (value): value is NdArray => value instanceof NdArray,
  );
  return !science || sizeOf(science) === sizeOf(array);
}

function sizeOf({ shape }: NdArray): string {
  return shape.slice(-2).join();
}

/** The number of steps that two paths begin with. */
function shared(one: string, other: string): number {
  const steps = other.split("/");
  const apart = one.split("/").findIndex((step, index) => step !== steps[index]);
  return apart < 0 ? one.split("/").length : apart;
}
