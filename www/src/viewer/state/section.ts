/**
 * A section of an array in a word, as links have it: an index for each axis, but `y` and `x` for those that lie along
 * rows and columns. `3,y,x` is the fourth plane of a cube.
 */
import type { Slice } from "../protocol/protocol.ts";

const NAMES = ["y", "x"];

export function sectionText({ axes, index }: Slice): string {
  return index.map((at, axis) => NAMES[axes.indexOf(axis)] ?? at).join(",");
}

/** Undefined when an array of the shape has no such section. */
export function sectionOf(text: string, shape: readonly number[]): Slice | undefined {
  const words = text.split(",");
  const axes = NAMES.map((name) => words.indexOf(name)).filter((axis) => axis >= 0);
  const index = words.map((word) => (NAMES.includes(word) ? 0 : Number(word)));
  const isInside = (at: number, axis: number) => Number.isInteger(at) && at >= 0 && at < (shape[axis] ?? 0);
  const fits = words.length === shape.length && axes.length === Math.min(2, shape.length);
  return fits && index.every(isInside) ? { axes, index } : undefined;
}
