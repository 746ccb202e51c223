/**
 * Which WCS belong to an array, by their places in the tree: `roman/meta/wcs` belongs to the arrays in `roman` that are
 * as large as `roman/data`. Nothing is compiled for it.
 */
import type { Hdu } from "../api/blocks.ts";
import { arrayOf } from "../api/described.ts";
import { AsdfError } from "../api/error.ts";
import { originalOf } from "../api/marks/originals.ts";
import { NdArray } from "../api/ndarray.ts";
import { keysOf, nodeAt, pathOf, walk } from "../api/path.ts";
import type { TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { wcsPathsIn } from "../wcs/paths.ts";
import { alternatesFor, headerFor, type WcsChoice } from "./headers.ts";

/** Maps that hold what describes the arrays beside them. */
const ASIDE = /^(meta|metadata|header|headers|wcs)$/i;
/** Arrays for which a WCS beside them was made. */
const SCIENCE = ["data", "sci", "science"];

/**
 * Those that may belong to an array, the likeliest first. Its `path` is looked up unless given; an array of an HDU that is not in
 * the tree has none.
 */
export function wcsOfArray(
  root: TreeValue,
  hdus: readonly Hdu[],
  array: NdArray,
  path = pathOfArray(root, array),
): WcsChoice[] {
  if (path === undefined && !hdus.some(({ data }) => data && isSame(data, array))) {
    const message =
      "this array is not in this file: `wcsOf()` takes arrays of `get()`, `images()` and `hdus`";
    throw new AsdfError("bad-array", message);
  }
  const found = array.ndim === 0 || path === undefined ? [] : wcsFor(root, array, path);
  if (array.ndim === 0) {
    return found;
  }
  return found.length > 0 ? [...found, ...alternatesFor(hdus, array)] : headerFor(hdus, array);
}

/** Those of the tree. */
function wcsFor(root: TreeValue, array: NdArray, path: string): WcsChoice[] {
  const candidates = wcsPathsIn(root)
    .map((wcs) => ({ path: wcs, home: homeOf(wcs), isGwcs: /\/wcs-\d/.test(tagOf(at(root, wcs)) ?? "") }))
    // The tables of a WCS are arrays, too.
    .filter(({ path: wcs, home }) => !path.startsWith(`${wcs}/`) && fits(root, array, home));
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
function fits(root: TreeValue, array: NdArray, home: string): boolean {
  const prefix = home === "" ? "" : `${home}/`;
  const [science] = SCIENCE.flatMap((key) => arrayOf(at(root, `${prefix}${key}`)) ?? []);
  return !science || sizeOf(science) === sizeOf(array);
}

function at(root: TreeValue, path: string): TreeValue | undefined {
  return nodeAt(root, keysOf(path)).value;
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

function isSame(one: NdArray, other: NdArray): boolean {
  return originalOf(one) === originalOf(other) || (one.hdu !== undefined && one.hdu === other.hdu);
}

/** The first path of an array; undefined if the tree has none. */
function pathOfArray(root: TreeValue, array: NdArray): string | undefined {
  if (root instanceof NdArray && isSame(root, array)) {
    return "";
  }
  for (const visit of walk(root)) {
    const own = arrayOf(visit.value);
    if (own && isSame(own, array)) {
      return pathOf(visit);
    }
  }
  return undefined;
}
