/**
 * Canvases for images, with their WebGL contexts. Creating one waits for all earlier work of the GPU. If a file
 * opens with the viewer, it is therefore created before the first frame, when there is no such work.
 */
import type { Size } from "../camera/camera.ts";

/** The canvas prepared ahead; null once it is taken, or another was created. */
let first: HTMLCanvasElement | null | undefined;

/** Creates the first canvas ahead, as large as this element. */
export function prepareCanvas(within: Element): void {
  if (first === undefined) {
    first = newCanvas(screenSize(within));
    contextOf(first);
  }
}

/** An unused canvas. */
export function takeCanvas(size: Size): HTMLCanvasElement {
  const canvas = first ?? newCanvas(size);
  first = null;
  return canvas;
}

/** Null without WebGL2. `depth`: whether what is nearer can hide what is farther away. */
export function contextOf(canvas: HTMLCanvasElement, depth = false): WebGL2RenderingContext | null {
  return canvas.getContext("webgl2", { alpha: true, antialias: false, depth });
}

/** The size of an element in device pixels. */
export function screenSize({ clientWidth, clientHeight }: Element): Size {
  return {
    width: Math.max(1, Math.round(clientWidth * devicePixelRatio)),
    height: Math.max(1, Math.round(clientHeight * devicePixelRatio)),
  };
}

/** Grows a canvas to at least one pixel per device pixel. */
export function makeRoom(canvas: HTMLCanvasElement, screen: Size): void {
  for (const side of ["width", "height"] as const) {
    if (canvas[side] < screen[side]) {
      canvas[side] = screen[side];
    }
    canvas.style[side] = `${canvas[side] / devicePixelRatio}px`;
  }
}

export function newCanvas(size: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  // Before the context exists: resizing would allocate its memory again.
  makeRoom(canvas, size);
  return canvas;
}
