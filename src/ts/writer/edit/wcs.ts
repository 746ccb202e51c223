/**
 * The WCS of an image of which a part is cut out (gwcs/wcs of asdf-wcs-schemas, transform/* and transform/property/* of
 * asdf-transform-schemas): before its first transform is put where the pixels of the part lie in the whole.
 *
 * Inputs are in the order of gwcs: the first goes along the last axis of an array.
 */
import { AsdfError } from "../../api/error.ts";
import { walk } from "../../api/path.ts";
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import { isTreeMap } from "../../api/tree.ts";
import { copyMarks, setFloat, tagOf, withTag } from "../../api/values.ts";
import type { Axis } from "../input/part.ts";

const TRANSFORM = "tag:stsci.edu:asdf/transform/";
/** What of these transforms the tags of one version go together. */
const KINDS = ["compose", "concatenate", "shift", "scale"] as const;
/** That version, where a WCS has none of them. */
const VERSION = "1.2.0";

/** Makes the node of a transform. */
type Maker = (kind: (typeof KINDS)[number], properties: { readonly [key: string]: TreeValue }) => TreeMap;

interface First {
  readonly step: TreeMap;
  readonly transform: TreeMap;
  readonly others: readonly TreeValue[];
  /** What its inputs are called, in their order. */
  readonly names: readonly string[] | undefined;
}

/** Whether a node is a WCS. */
export function isWcs(value: TreeValue): value is TreeMap {
  return isTreeMap(value) && /^tag:stsci\.edu:gwcs\/wcs-/.test(tagOf(value) ?? "");
}

/**
 * How many inputs a WCS has, and how long the axes of its image are, in the order of an array's, where it says that.
 * Undefined: it has no transform.
 */
export function imageOf(wcs: TreeMap): { inputs: number; shape: readonly number[] | undefined } | undefined {
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
  // From the edge of the first pixel to that of the last.
  const lengths = intervals.map((interval) => {
    const [low, high] = interval?.map(numberOf) ?? [];
    return low === -0.5 && high !== undefined ? high + 0.5 : undefined;
  });
  const known = lengths.filter((length) => length !== undefined);
  return { inputs, shape: known.length === inputs ? known.reverse() : undefined };
}

/** Makes a WCS that of a part of its image: of what `axes` take along each of its inputs. */
export function shiftWcs(wcs: TreeMap, axes: readonly Axis[], path: string): void {
  const first = firstOf(wcs);
  if (first === undefined) {
    return;
  }
  const { step, transform, others, names } = first;
  const { bounding_box: box, ...own } = transform;
  const inner = copyMarks(transform, map(own));
  const place = placeOf(axes, wcs);
  const outer = place ? makerOf(wcs)("compose", { forward: [place, inner] }) : inner;
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

/** The transform from the pixels of the part to those of the whole; undefined where they are the same. */
function placeOf(axes: readonly Axis[], wcs: TreeMap): TreeMap | undefined {
  const make = makerOf(wcs);
  const pixels = pixelsOf(wcs);
  const along = (kind: "shift" | "scale", key: string, of: (axis: Axis) => TreeValue) =>
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

/** Makes nodes in the versions that the WCS has. */
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

/** Numbers of pixels as the transforms take them: quantities, where the first shift of all is one. */
function pixelsOf(wcs: TreeMap): (value: number) => TreeValue {
  for (const { value } of walk(wcs["steps"] ?? null)) {
    if (isTreeMap(value) && tagOf(value)?.startsWith(`${TRANSFORM}shift-`)) {
      const { offset = null } = value;
      return (pixels) => changed(offset, pixels);
    }
  }
  return (pixels) => pixels;
}

/** A bounding box in the pixels of the part. */
function movedBox(box: TreeValue, names: readonly string[] | undefined, axes: readonly Axis[]): TreeValue {
  if (Array.isArray(box)) {
    // As in numpy, the last input comes first; of a single one, the interval stands alone.
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

/** An interval along an input, no longer than the part, unless it lies beside that. */
function movedInterval(interval: TreeValue | undefined, axis: Axis | undefined): TreeValue {
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

/** Another number, or another of the same unit. */
function changed(value: TreeValue, number: number): TreeValue {
  return isTreeMap(value) ? float(copyMarks(value, map({ ...value, value: number })), "value") : number;
}

function unknownBox(): never {
  throw new AsdfError("bad-tree", "the bounding box of this WCS is in no form that could be moved");
}

/** The same collection, of which the number under a key is written as a float. */
function float<T extends object>(collection: T, key: string | number): T {
  setFloat(collection, key);
  return collection;
}

function map(properties: { readonly [key: string]: TreeValue }): TreeMap {
  return Object.assign(Object.create(null), properties);
}
