/**
 * Moves the gwcs of an image to a part of the image (gwcs/wcs of asdf-wcs-schemas, transform/* and transform/property/* of
 * asdf-transform-schemas): a transform from the pixels of the part to the pixels of the whole is prepended to its first transform.
 *
 * Inputs are in the order of gwcs: the first one runs along the last axis of an array.
 */
import { AsdfError } from "../../api/error.ts";
import { copyMarks } from "../../api/marks/marks.ts";
import { walk } from "../../api/path.ts";
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import { isTreeMap } from "../../api/tree.ts";
import { setFloat, tagOf, withTag } from "../../api/values.ts";
import { map } from "../fits/nodes.ts";

const TRANSFORM = "tag:stsci.edu:asdf/transform/";
/** The transforms that are added. Their tags of one version belong together. */
const KINDS = ["compose", "concatenate", "shift", "scale"] as const;
/** The version for a WCS that contains none of them. */
const VERSION = "1.2.0";

/** Makes the node of a transform. */
type Maker = (kind: (typeof KINDS)[number], properties: { readonly [key: string]: TreeValue }) => TreeMap;

/** The pixels of a part along an axis of the whole: `length` of them, from `start` on, `step` apart. */
export interface PixelRange {
  readonly start: number;
  readonly step: number;
  readonly length: number;
}

interface First {
  readonly step: TreeMap;
  readonly transform: TreeMap;
  readonly others: readonly TreeValue[];
  /** The names of its inputs, in order. */
  readonly names: readonly string[] | undefined;
}

/**
 * The number of inputs of a WCS, and the shape of its image, if the WCS tells it. Undefined if the WCS has no transform.
 */
export function imageOfGwcs(
  wcs: TreeMap,
): { inputs: number; shape: readonly number[] | undefined } | undefined {
  const first = firstOf(wcs);
  if (first === undefined) {
    return undefined;
  }
  const { step, transform, names } = first;
  const { frame } = step;
  const order = isTreeMap(frame) ? frame["axes_order"] : undefined;
  const inputs = names?.length ?? (Array.isArray(order) ? order.length : 2);
  const pixels = wcs["pixel_shape"];
  if (Array.isArray(pixels)) {
    return { inputs, shape: pixels.map(Number).reverse() };
  }
  const intervals = intervalsOf(transform["bounding_box"], names, inputs);
  // The interval reaches from the edge of the first pixel to the edge of the last.
  const lengths = intervals.map((interval) => {
    const [low, high] = interval?.map(numberOf) ?? [];
    return low === -0.5 && high !== undefined ? high + 0.5 : undefined;
  });
  const known = lengths.filter((length) => length !== undefined);
  return { inputs, shape: known.length === inputs ? known.reverse() : undefined };
}

/** Changes the WCS of an image into the WCS of a part, of which `axes` are the ranges along each input. */
export function shiftGwcs(wcs: TreeMap, axes: readonly PixelRange[], path: string): void {
  const first = firstOf(wcs);
  if (first === undefined) {
    return;
  }
  const { step, transform, others, names } = first;
  const { bounding_box: box, ...own } = transform;
  const inner = copyMarks(transform, map(own));
  const toWhole = partToWhole(axes, wcs);
  const outer = toWhole ? makerOf(wcs)("compose", { forward: [toWhole, inner] }) : inner;
  for (const key of ["inputs", "outputs"]) {
    const its = transform[key];
    if (its !== undefined) {
      outer[key] = its;
    }
  }
  if (box !== undefined && box !== null) {
    try {
      outer["bounding_box"] = movedBox(box, names, axes);
    } catch (thrown) {
      throw thrown instanceof AsdfError ? new AsdfError(thrown.code, thrown.message, { path }) : thrown;
    }
  }
  wcs["steps"] = [copyMarks(step, map({ ...step, transform: outer })), ...others];
  if (Array.isArray(wcs["pixel_shape"])) {
    wcs["pixel_shape"] = axes.map(({ length }) => length);
  }
}

function firstOf({ steps }: TreeMap): First | undefined {
  const [step, ...others] = Array.isArray(steps) ? steps : [];
  const transform = isTreeMap(step) ? step["transform"] : undefined;
  if (!isTreeMap(step) || !isTreeMap(transform)) {
    return undefined;
  }
  const { inputs } = transform;
  const names = Array.isArray(inputs) ? inputs.map(String) : undefined;
  return { step, transform, others, names };
}

/** The transform from the pixels of the part to the pixels of the whole; undefined if they are the same. */
function partToWhole(axes: readonly PixelRange[], wcs: TreeMap): TreeMap | undefined {
  const make = makerOf(wcs);
  const pixels = pixelsOf(wcs);
  const along = (kind: "shift" | "scale", key: string, of: (axis: PixelRange) => TreeValue) =>
    axes
      .map((axis) => float(make(kind, { [key]: of(axis) }), key))
      .reduce((before, next) => make("concatenate", { forward: [before, next] }));
  const shift = axes.some(({ start }) => start !== 0)
    ? along("shift", "offset", ({ start }) => pixels(start))
    : undefined;
  const scale = axes.some(({ step }) => step !== 1)
    ? along("scale", "factor", ({ step }) => step)
    : undefined;
  return shift && scale ? make("compose", { forward: [scale, shift] }) : (shift ?? scale);
}

/** Returns a function that makes transforms in the versions that the WCS uses. */
function makerOf(wcs: TreeMap): Maker {
  const versions = new Map<string, string>();
  for (const { value } of walk(wcs)) {
    const [, kind, version] =
      /^tag:stsci\.edu:asdf\/transform\/(\w+)-([\d.]+)$/.exec(tagOf(value) ?? "") ?? [];
    if (kind !== undefined && version !== undefined) {
      versions.set(kind, version);
    }
  }
  const version = KINDS.map((kind) => versions.get(kind)).find((known) => known !== undefined) ?? VERSION;
  return (kind, properties) =>
    withTag(map(properties), `${TRANSFORM}${kind}-${versions.get(kind) ?? version}`);
}

/** Returns a function that makes pixel offsets: quantities, if the first shift of the WCS has one. */
function pixelsOf(wcs: TreeMap): (value: number) => TreeValue {
  for (const { value } of walk(wcs["steps"] ?? null)) {
    if (isTreeMap(value) && tagOf(value)?.startsWith(`${TRANSFORM}shift-`)) {
      const { offset = null } = value;
      return (pixels) => changed(offset, pixels);
    }
  }
  return (pixels) => pixels;
}

/** The bounding box in the pixels of the part. */
function movedBox(
  box: TreeValue,
  names: readonly string[] | undefined,
  axes: readonly PixelRange[],
): TreeValue {
  if (Array.isArray(box)) {
    // As in numpy, the last input comes first; a single input has an interval instead of a list.
    const [axis] = axes;
    return axes.length === 1 && axis !== undefined
      ? movedInterval(box, axis)
      : box.map((interval, i) => movedInterval(interval, axes.at(-1 - i)));
  }
  if (isTreeMap(box) && isTreeMap(box["intervals"])) {
    const { intervals } = box;
    const order = names ?? keysIn(box, intervals);
    const moved = Object.entries(intervals).map(([name, interval]) => {
      return [name, movedInterval(interval, axes[order.indexOf(name)])] as const;
    });
    return copyMarks(box, map({ ...box, intervals: copyMarks(intervals, map(Object.fromEntries(moved))) }));
  }
  if (isTreeMap(box) && Array.isArray(box["cbbox"])) {
    const entries = box["cbbox"].map((entry) =>
      isTreeMap(entry)
        ? copyMarks(entry, map({ ...entry, bbox: movedBox(entry["bbox"] ?? null, names, axes) }))
        : unknownBox(),
    );
    return copyMarks(box, map({ ...box, cbbox: entries }));
  }
  return unknownBox();
}

/** The intervals of a bounding box in the order of the inputs. */
function intervalsOf(
  box: TreeValue | undefined,
  names: readonly string[] | undefined,
  inputs: number,
): (TreeValue[] | undefined)[] {
  const lists = Array.isArray(box) && inputs > 1 ? box.toReversed() : [box];
  if (isTreeMap(box) && isTreeMap(box["intervals"])) {
    const { intervals } = box;
    lists.splice(0, 1, ...(names ?? keysIn(box, intervals)).map((name) => intervals[name]));
  }
  return lists.map((interval) => (Array.isArray(interval) ? interval : undefined));
}

function keysIn({ order }: TreeMap, intervals: TreeMap): string[] {
  const keys = Object.keys(intervals);
  return order === "C" ? keys.reverse() : keys;
}

/** An interval in the pixels of the part, clipped to it unless it lies outside. */
function movedInterval(interval: TreeValue | undefined, axis: PixelRange | undefined): TreeValue {
  if (!Array.isArray(interval) || interval.length !== 2 || axis === undefined) {
    return unknownBox();
  }
  const { start, step, length } = axis;
  const ends = interval.map((end) => (numberOf(end) - start) / step);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const [first, last] = [Math.max(low, -0.5), Math.min(high, length - 0.5)];
  const moved = (first <= last ? [first, last] : [low, high]).map((end, i) =>
    changed(interval[i] ?? null, end),
  );
  return float(float(copyMarks(interval, moved), 0), 1);
}

function numberOf(value: TreeValue): number {
  const number = isTreeMap(value) ? value["value"] : value;
  return typeof number === "number" || typeof number === "bigint" ? Number(number) : unknownBox();
}

/** A new value: a number, or a quantity with the same unit. */
function changed(value: TreeValue, number: number): TreeValue {
  return isTreeMap(value) ? float(copyMarks(value, map({ ...value, value: number })), "value") : number;
}

function unknownBox(): never {
  throw new AsdfError("bad-tree", "the bounding box of this WCS is in no form that could be moved");
}

/** Marks a number of a collection as a float, and returns the collection. */
function float<T extends object>(collection: T, key: string | number): T {
  setFloat(collection, key);
  return collection;
}
