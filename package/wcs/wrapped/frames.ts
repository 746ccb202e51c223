/** The frame of a WCS (`gwcs/frame` and its kinds) with some of its axes, in another order. */
import { copyMarks } from "../../api/marks/marks.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../../api/tree.ts";
import { gwcs } from "../fits/nodes.ts";

/** How deep composite frames may nest. */
const DEPTH = 8;

/** A frame, and which of its axes are where in the new one. */
export interface Placed {
  readonly frame: TreeValue;
  readonly placeOf: (axis: number) => number | undefined;
}

/** One frame of the axes of several, each at its new place. */
export function joined(frames: readonly Placed[]): TreeValue {
  const parts = frames.flatMap(({ frame, placeOf }) => movedParts(frame, placeOf, 0));
  return gwcs("composite_frame", { name: nameOf(frames), frames: parts });
}

function nameOf(frames: readonly Placed[]): string {
  const names = frames.map(({ frame }) => (isTreeMap(frame) ? frame["name"] : frame));
  return names.filter((name) => typeof name === "string").join(" ");
}

function movedParts(frame: TreeValue, placeOf: Placed["placeOf"], depth: number): TreeMap[] {
  if (!isTreeMap(frame) || depth > DEPTH) {
    return [];
  }
  const { frames, axes_order: order } = frame;
  if (Array.isArray(frames)) {
    return frames.flatMap((part) => movedParts(part, placeOf, depth + 1));
  }
  const axes = Array.isArray(order) ? order.map(Number) : [0];
  const places = axes.map(placeOf);
  const kept = [...places.keys()].filter((i) => places[i] !== undefined);
  if (kept.length === 0) {
    return [];
  }
  const moved: TreeMap = Object.assign(Object.create(null), frame, {
    axes_order: kept.map((i) => places[i] ?? 0),
  });
  for (const key of ["axes_names", "unit", "axis_physical_types"]) {
    const list = frame[key];
    if (Array.isArray(list)) {
      moved[key] = kept.map((i) => list[i] ?? null);
    }
  }
  return [copyMarks(frame, moved)];
}
