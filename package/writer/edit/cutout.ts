/** Cutting arrays of an opened file, and what of its tree counts their elements: the WCS (gwcs, FITS keywords). */

import { checkWork, type OptionNames } from "../../api/arguments/checks.ts";
import type { Selection } from "../../api/arrays.ts";
import { AsdfError } from "../../api/error.ts";
import { NdArray } from "../../api/ndarray.ts";
import { entriesOf, keysOf, keyText, pathOf, type Visit } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import type { CutoutOptions, Written } from "../../api/writing.ts";
import type { AsdfFile } from "../../file/file.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import { imageOf, shiftWcs } from "../../wcs/part/part.ts";
import { keywordsOf, wcsIn } from "../../wcs/paths.ts";
import { NewArray } from "../input/array.ts";
import { type AxisRange, axesOf, isSame, isWhole } from "../input/axes.ts";
import { WRITE } from "../input/settings.ts";
import { writeFile } from "../output/write.ts";
import { copyOf, optionsFor } from "./edit.ts";
import { besideImage, cutHeaders } from "./headers.ts";
import { moveTables } from "./tables.ts";

const CUTOUT: OptionNames<CutoutOptions> = { alike: true, ...WRITE };

/** The part of an array to write, and the path by which the caller named the array. */
interface Cut {
  readonly path: string;
  readonly axes: readonly AxisRange[];
}

type Cuts = ReadonlyMap<NdArray, Cut>;

/** Writes a file with parts of some arrays instead of the whole arrays. */
export async function cutoutFile<As extends keyof Written = "blob">(
  file: AsdfFile,
  selections: { readonly [path: string]: Selection },
  given: CutoutOptions<As> = {},
): Promise<Written[As]> {
  checkWork(given, CUTOUT, "cutout()");
  const { alike = false, ...options } = given;
  const paths = new Map(Array.from(file.arrays(), ([path, array]) => [array, path]));
  const cuts = cutsOf(file, selections, paths, alike);
  const changed = [...cuts].filter(([array, { axes }]) => !isWhole(axes, array.shape));
  const tree = copyOf(
    file.nodes,
    changed.map(([array, { axes }]) => [array, new NewArray(array, {}, axes)]),
  );
  const parts = new Map(changed);
  const headers = cutHeaders(file, tree, (array) => parts.get(array)?.axes);
  // All nodes are collected first: the walk would continue into nodes that a change adds.
  const all = [...wcsIn(tree, true)].map((visit) => {
    const { value: node } = visit;
    const axes = headers.has(node) ? headers.get(node)?.axes : shiftFor(visit, paths, cuts);
    return { path: pathOf(visit), node, axes };
  });
  const [[array] = []] = changed;
  const warn = (path: string, message: string) =>
    array && OpenedFile.of(array).warn({ code: "not-copied", message, path });
  for (const { path, problem } of headers.values()) {
    problem && warn(path, `the WCS is left out of the part: ${problem}`);
  }
  for (const [path, table] of moveTables(tree, all)) {
    const reason = `its table (${table}) counts pixels of the whole image`;
    warn(path, `the distortion of this WCS is left out of the part: ${reason}`);
  }
  return writeFile(tree, optionsFor(file, options), file);
}

/** The part of each array. Invalid selections are rejected with their path. */
function cutsOf(
  file: AsdfFile,
  selections: { readonly [path: string]: Selection },
  paths: ReadonlyMap<NdArray, string>,
  alike: boolean,
): Cuts {
  const cuts = new Map<NdArray, Cut>();
  for (const [path, selection] of Object.entries(selections)) {
    const array = file.get(path);
    if (!(array instanceof NdArray) || !paths.has(array)) {
      throw refused(array === undefined ? "there is no such array" : "this is no array of the tree", path);
    }
    if (array.error) {
      throw refused(array.error.message, path);
    }
    const cut = { path, axes: axesAt(path, selection, array.shape) };
    const before = cuts.get(array) ?? cut;
    if (!isSame(before.axes, cut.axes)) {
      throw refused(`this is the same array as \`${before.path}\`, which is cut otherwise`, path);
    }
    cuts.set(array, before);
  }
  // An array with several cut siblings follows the first of them.
  for (const [array, { path, axes }] of alike ? [...cuts] : []) {
    const keys = keysOf(path).slice(0, -1);
    const beside = new Set(besideImage(file, array).map(({ index }) => index));
    const siblings: (readonly [TreeValue, string])[] = [
      ...[...entriesOf(file.get(keys) ?? null)].map(
        ([key, sibling]) => [sibling, [...keys, key].map(keyText).join("/")] as const,
      ),
      ...[...paths].filter(([{ hdu }]) => hdu !== undefined && beside.has(hdu)),
    ];
    for (const [sibling, siblingPath] of siblings) {
      const siblingAxes =
        sibling instanceof NdArray && !cuts.has(sibling) ? alikeAxes(sibling, array, axes) : undefined;
      if (sibling instanceof NdArray && siblingAxes) {
        cuts.set(sibling, { path: siblingPath, axes: siblingAxes });
      }
    }
  }
  return cuts;
}

function axesAt(path: string, selection: Selection, shape: readonly number[]): readonly AxisRange[] {
  try {
    return axesOf(selection, shape);
  } catch (thrown) {
    throw thrown instanceof AsdfError ? refused(thrown.message, path) : thrown;
  }
}

/** The part of a sibling: the same ranges of the last two axes, or of the only one, if they have the same lengths. */
function alikeAxes(
  sibling: NdArray,
  array: NdArray,
  axes: readonly AxisRange[],
): readonly AxisRange[] | undefined {
  const shared = Math.min(2, array.ndim);
  const ends = ({ shape }: NdArray) => JSON.stringify(shape.slice(shape.length - shared));
  if (shared === 0 || sibling.ndim < shared || ends(sibling) !== ends(array)) {
    return undefined;
  }
  if (sibling.shape.join() === array.shape.join()) {
    return axes;
  }
  return [...axesOf([], sibling.shape.slice(0, -shared)), ...axes.slice(-shared)];
}

/** Shifts a WCS to the part of the image that it belongs to. Returns the part. */
function shiftFor(
  visit: Visit,
  paths: ReadonlyMap<NdArray, string>,
  cuts: Cuts,
): readonly AxisRange[] | undefined {
  const path = pathOf(visit);
  const image = imageOf(visit.value, path);
  if (image === undefined) {
    return undefined;
  }
  const { shape } = image;
  const within = (keys: readonly TreeValue[], other: readonly TreeValue[]) => {
    const apart = keys.findIndex((key, i) => key !== other[i]);
    return apart < 0 ? keys.length : apart;
  };
  const own = keysOf(path);
  const near = [...paths]
    .map(([array, first]) => {
      const keys = keysOf(cuts.get(array)?.path ?? first);
      const above = keys.slice(0, -1);
      const common = within(above, own);
      // Arrays in a collection that contains the WCS are nearer than those in its sibling collections.
      const nearness = common === above.length ? common + 1 : common - own.length;
      return { array, nearness, isInside: within(own, keys) === own.length };
    })
    .filter(({ isInside }) => !isInside);
  // Keywords may describe more axes than there are pixels along: the others are one pixel long.
  const deepest = near.reduce((most, { array }) => Math.max(most, array.ndim), 1);
  const inputs = keywordsOf(visit.value) ? Math.min(image.inputs, deepest) : image.inputs;
  const deep = near.filter(({ array }) => array.ndim >= inputs);
  const fitting = deep.filter(({ array }) => array.shape.slice(-inputs).join() === shape?.join());
  const candidates = fitting.length > 0 ? fitting : deep;
  const nearest = candidates.reduce((most, { nearness }) => Math.max(most, nearness), -Infinity);
  const governing = candidates
    .filter(({ nearness }) => nearness === nearest)
    .flatMap(({ array }) => cuts.get(array) ?? []);
  const [first, ...others] = governing;
  if (first === undefined) {
    return undefined;
  }
  const axes = first.axes.slice(-inputs);
  const other = others.find((cut) => !isSame(cut.axes.slice(-inputs), axes));
  if (other) {
    throw refused(`\`${first.path}\` and \`${other.path}\`, whose WCS this is, are cut differently`, path);
  }
  if (axes.some(({ dropped }) => dropped)) {
    const instead = "take a range of one, slice(i, i + 1)";
    throw refused(`an index drops an axis of \`${first.path}\` that this WCS has: ${instead}`, path);
  }
  // The first input of a WCS runs along the last axis of the array.
  shiftWcs(visit.value, axes.toReversed(), path);
  return axes;
}

function refused(message: string, path: string): AsdfError {
  return new AsdfError("bad-selection", message, { path });
}
