/**
 * The arrays of DKIST, whose elements are in FITS files: a `file_manager`, and its older name `array_container`, names them in a nested
 * list, with the HDU, the shape and the datatype of the array in each (https://docs.dkist.nso.edu). Values are those that
 * the files store: as in dkist, `BZERO`, `BSCALE` and `BLANK` are not applied.
 */
import type { Hdu, Warning } from "../api/blocks.ts";
import { datatypeNamed } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import { isLength, sizeOf } from "../api/shape.ts";
import { slice } from "../api/slice.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { type Axis, pythonAxis, wholeAxis } from "../grid/axes.ts";
import { type Grid, gridArray } from "../grid/grid.ts";
import { isScaled } from "./hdus.ts";

const TAG =
  /^(?:asdf:\/\/dkist\.nso\.edu\/tags\/file_manager-1\.|tag:dkist\.nso\.edu:dkist\/array_container-0\.)/;

/** The most axes of a nested list of files: it may contain itself. */
const MOST_AXES = 32;

/** The file with a file manager, which opens those that it names. */
export interface Managing {
  withExternal<T>(
    uri: string,
    signal: AbortSignal | undefined,
    work: (file: { hdus(): readonly Hdu[] }) => Promise<T>,
    asStored: true,
  ): Promise<T>;
  warn(warning: Warning, old?: Warning): Warning;
  /** The maximum size of the result of a read, in bytes. */
  readonly outputLimit: number;
}

/** Whether a node describes an array whose elements are in many files. */
export function isFileManager(node: TreeValue | undefined): node is TreeMap {
  return isTreeMap(node) && TAG.test(tagOf(node) ?? "");
}

/** The array that a file manager describes. */
export function managedArray(node: TreeMap, file: Managing): NdArray {
  const { target } = node;
  let said: Warning | undefined;
  let isScaleKnown = false;
  return gridArray(() => gridOf(node), {
    limit: file.outputLimit,
    use: (name, signal, work) => {
      const inHdu = (other: { hdus(): readonly Hdu[] }) => {
        const hdu = hduOf(other.hdus(), target, name);
        if (!isScaleKnown && isScaled(hdu)) {
          isScaleKnown = true;
          const message = `\`BSCALE\` and \`BZERO\` are not applied, as in dkist: values are as the files store them, such as \`${name}\``;
          file.warn({ code: "not-scaled", message });
        }
        return work(hdu.data);
      };
      return file.withExternal(name, signal, inHdu, true);
    },
    warn: (warning) => {
      said = file.warn(warning, said);
    },
  });
}

/** The HDU of a number or name, with its array. */
function hduOf(hdus: readonly Hdu[], target: TreeValue | undefined, name: string): Hdu & { data: NdArray } {
  const wanted = String(target).toUpperCase();
  const found =
    typeof target === "number" ? hdus.at(target) : hdus.find((hdu) => hdu.name !== "" && hdu.name === wanted);
  if (!found?.data) {
    const what = found ? "has no array" : "is not there";
    throw new AsdfError("bad-array", `the HDU ${String(target)} of \`${name}\` ${what}`);
  }
  return { ...found, data: found.data };
}

function gridOf(node: TreeMap): Grid {
  const { fileuris = null, shape: whole = null, datatype = null, subslice = null } = node;
  const names = namesIn(fileuris);
  const shape = shapeOf(fileuris);
  const fileShape = wholeNumbers(whole);
  if (names.length === 0 || names.length !== sizeOf(shape) || fileShape === undefined) {
    throw bad("`fileuris` is no list of files with rows of one length, or `shape` no list of lengths");
  }
  // What dkist does: a first axis of one element is dropped, and so are the axes of the list if there is one file.
  const own = fileShape[0] === 1 ? fileShape.slice(1) : fileShape;
  const gridShape = names.length === 1 ? [] : shape;
  const axes = [...gridShape, ...own].map(wholeAxis);
  for (const [i, entry] of (Array.isArray(subslice) ? subslice : []).entries()) {
    const at = shape.length + i;
    const axis = axes[at];
    if (!axis) {
      throw bad(`\`subslice\` has an entry for axis ${at}, and there are ${axes.length}`);
    }
    axes[at] = sliced(entry, axis.count);
  }
  const cut = gridShape.length;
  const dtype = typeof datatype === "string" ? datatypeNamed(datatype) : undefined;
  if (dtype === undefined || dtype === "ascii" || dtype === "ucs4") {
    throw bad(`\`datatype\` is ${String(datatype)}`);
  }
  return {
    names,
    leading: 0,
    shape: gridShape,
    fileShape,
    axes: { grid: axes.slice(0, cut), file: axes.slice(cut) },
    dtype,
    name: "the data set",
  };
}

const bad = (why: string) =>
  new AsdfError("bad-array", `this array of many files is described wrongly: ${why}`);

/** The lengths of the axes of a nested list of names; none of a single name. */
function shapeOf(list: TreeValue): number[] {
  const shape: number[] = [];
  let value = list;
  while (Array.isArray(value) && shape.length < MOST_AXES) {
    shape.push(value.length);
    value = value[0] ?? null;
  }
  return shape;
}

/** The names in a nested list, in order, each at the depth of the first one; empty if it is something else. */
function namesIn(list: TreeValue): string[] {
  const shape = shapeOf(list);
  let level: TreeValue[] = [list];
  for (const length of shape) {
    if (!level.every((row) => Array.isArray(row) && row.length === length)) {
      return [];
    }
    level = level.flat() as TreeValue[];
  }
  const names = level.filter((name) => typeof name === "string");
  return names.length === level.length ? names : [];
}

function wholeNumbers(value: TreeValue): number[] | undefined {
  return Array.isArray(value) && value.every(isLength) ? (value as number[]) : undefined;
}

/** What an entry of `subslice` takes of an axis: an index, or `[start, stop, step]`. */
function sliced(entry: TreeValue, length: number): Axis {
  if (typeof entry === "number") {
    return pythonAxis(entry, length);
  }
  const bounds = Array.isArray(entry) ? entry : [];
  const isBound = (bound: unknown): bound is number | null => bound === null || Number.isSafeInteger(bound);
  if (bounds.length === 0 || bounds.length > 3 || !bounds.every(isBound) || bounds[2] === 0) {
    throw bad("an entry of `subslice` is neither an index nor [start, stop, step]");
  }
  const [first = null, second = null, step = null] = bounds as (number | null)[];
  return pythonAxis(bounds.length === 1 ? slice(first) : { start: first, stop: second, step }, length);
}
