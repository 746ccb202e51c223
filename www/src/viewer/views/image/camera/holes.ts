/** The small panes over the image, where what is drawn over it must not be seen. */
import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Pane, Rect, Size } from "./camera.ts";
import type { Viewpoint } from "./viewpoint.ts";

/** The image on its canvas, with the small panes over it. */
export interface LiveView {
  readonly viewpoint: Viewpoint;
  readonly overview: ReadonlySignal<Pane | undefined>;
}

/** The frames of the small panes in CSS pixels. They are new with each picture, but seldom others. */
export function useHoles({ viewpoint, overview }: LiveView): readonly Rect[] {
  const text = useComputed(() => {
    const insets = [overview.value, viewpoint.panes.value[1]].filter((pane) => pane !== undefined);
    return JSON.stringify(insets.map(({ frame }) => inCss(frame, devicePixelRatio)));
  });
  return useMemo((): readonly Rect[] => JSON.parse(text.value), [text.value]);
}

/** The screen without some rectangles, as a clipping path. */
export function clipWithout({ width, height }: Size, holes: readonly Rect[]): string {
  const rectangle = (x: number, y: number, width: number, height: number): string =>
    `M${x} ${y}h${width}v${height}h${-width}z`;
  const parts = holes.map(({ x, y, width, height }) => rectangle(x, y, width, height));
  return `path(evenodd, "${rectangle(0, 0, width, height)}${parts.join("")}")`;
}

function inCss({ x, y, width, height }: Rect, scale: number): Rect {
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}
