/** Which line of an array is shown, and in how many points. */
import type { LineRequest } from "../../protocol/lines.ts";
import type { SectionModel } from "../../state/section.ts";

/** The number of bins that long lines are thinned to: on a chart as wide as the screen, each pixel has a whole one. */
export function binsForScreen(): number {
  return Math.max(2048, 2 * Math.ceil(screen.width * devicePixelRatio));
}

export type LineChoice = Omit<LineRequest, "bins" | "window">;

/** Through a pixel picked in a cube, across its planes; otherwise along the last axis. */
export function usualAxis(shape: readonly number[], { picked, current }: SectionModel): number {
  const { axes } = current.value;
  const across = picked.value ? shape.findIndex((length, axis) => length > 1 && !axes.includes(axis)) : -1;
  return across < 0 ? shape.length - 1 : across;
}
