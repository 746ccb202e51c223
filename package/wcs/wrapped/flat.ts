/** A WCS as one transform between two frames, with what a wrapper has to know of it. */
import { AsdfError } from "../../api/error.ts";
import type { WorkOptions } from "../../api/options.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../../api/tree.ts";
import { release } from "../../wasm/failure.ts";
import { compileWcs } from "../compile.ts";
import { beside, chained, gwcs, map, remapped, transform } from "../fits/nodes.ts";
import { limitsOf } from "../frames.ts";
import { joined, type Placed } from "./frames.ts";

export type Signal = Pick<WorkOptions, "signal">;
/** What the pixels of an axis are within. */
export type Interval = readonly [least: number, greatest: number];

export interface Flat {
  readonly transform: TreeMap;
  readonly pixels: TreeValue;
  readonly world: TreeValue;
  readonly pixelAxes: number;
  readonly worldAxes: number;
  readonly box: readonly (Interval | null)[];
  /** Whether a world coordinate depends on a pixel coordinate. */
  readonly depends: (world: number, pixel: number) => boolean;
  /** The world coordinates of a pixel. */
  readonly at: (pixel: readonly number[]) => readonly number[];
}

/** Calls `use` with the parts of a gwcs; what it is given may be evaluated until it returns. */
export async function withFlat<T>(
  wcs: TreeMap,
  path: string,
  options: Signal,
  use: (flat: Flat) => T,
): Promise<T> {
  const steps = Array.isArray(wcs["steps"]) ? wcs["steps"].filter(isTreeMap) : [];
  const transforms = steps.map((step) => step["transform"]).filter((node) => isTreeMap(node ?? null));
  const [first] = transforms;
  const box = isTreeMap(first ?? null) ? (first as TreeMap)["bounding_box"] : undefined;
  if (isTreeMap(box ?? null) && (box as TreeMap)["cbbox"] !== undefined) {
    const message = "this WCS wraps one whose bounding box differs from case to case: that is not supported";
    throw new AsdfError("unsupported-transform", message, { path });
  }
  const compiled = await compileWcs(wcs, path, options);
  try {
    const { pixelAxes, worldAxes } = compiled;
    const depends = compiled.dependencies();
    return use({
      transform: chained(transforms as TreeMap[]),
      pixels: steps[0]?.["frame"] ?? null,
      world: steps.at(-1)?.["frame"] ?? null,
      pixelAxes,
      worldAxes,
      box: limitsOf(compiled.boundingBox()),
      depends: (world, pixel) => depends[world * pixelAxes + pixel] === 1,
      at: (pixel) => [...compiled.toWorld(Float64Array.from(pixel), true)],
    });
  } finally {
    release(compiled);
  }
}

/** The gwcs of a transform between frames. */
export function gwcsOfFlat(
  parts: readonly TreeMap[],
  pixels: readonly Placed[],
  world: readonly Placed[],
  box: readonly (Interval | null)[],
): TreeMap {
  const names = box.map((_, axis) => `x${axis}`);
  const intervals: [string, TreeValue][] = names.flatMap((name, axis) => {
    const interval = box[axis];
    return interval ? [[name, [...interval]]] : [];
  });
  const limited =
    intervals.length > 0 ? { bounding_box: map({ intervals: map(Object.fromEntries(intervals)) }) } : {};
  const whole = Object.assign(transform("compose", { inputs: names, ...limited }), {
    forward: [transform("identity", { n_dims: names.length }), chained(parts)],
  });
  const steps = [
    { frame: joined(pixels), transform: whole },
    { frame: joined(world), transform: null },
  ];
  return gwcs("wcs", { name: "", steps: steps.map((step) => gwcs("step", step)) });
}

/** Coordinates of which `kept` come out; on the way back the others have these values. */
export function selected(kept: readonly number[], values: readonly number[]): TreeMap {
  const forward = remapped(kept, values.length);
  forward["inverse"] = completed(kept, values);
  return forward;
}

/** The inverse of `selected`. */
export function completed(kept: readonly number[], values: readonly number[]): TreeMap {
  const places = values.map((_, axis) => kept.indexOf(axis));
  const each = places.map((place, axis) =>
    place < 0
      ? transform("constant", { value: values[axis] ?? 0, dimensions: 1 })
      : transform("identity", { n_dims: 1 }),
  );
  const mapping = places.map((place) => Math.max(place, 0));
  const whole = chained([remapped(mapping, kept.length), beside(each)]);
  whole["inverse"] = remapped(kept, values.length);
  return whole;
}
