/**
 * Canvases that images are drawn on, with their WebGL contexts. Making one waits for everything that the GPU was given
 * before: so where a file is opened as soon as there is a viewer, it is made before the first frame, when that is nothing.
 */
import type { Size } from "../camera/camera.ts";

const ATTRIBUTES: WebGLContextAttributes = { alpha: true, antialias: false, depth: false };

/** What was made before there was an image; null once that is taken, or another was made. */
let first: HTMLCanvasElement | null | undefined;

/** Makes the first one ahead, as large as this element. */
export function prepareCanvas(within: Element): void {
  if (first === undefined) {
    first = newCanvas(screenSize(within));
    contextOf(first);
  }
}

/** A canvas that nobody draws on. */
export function takeCanvas(size: Size): HTMLCanvasElement {
  const canvas = first ?? newCanvas(size);
  first = null;
  return canvas;
}

/** Nothing where WebGL2 is missing. */
export function contextOf(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
  return canvas.getContext("webgl2", ATTRIBUTES);
}

/** How many pixels of the screen an element has. */
export function screenSize({ clientWidth, clientHeight }: Element): Size {
  return {
    width: Math.max(1, Math.round(clientWidth * devicePixelRatio)),
    height: Math.max(1, Math.round(clientHeight * devicePixelRatio)),
  };
}

/** Sees to it that there is a pixel of the canvas for each of the screen's. */
export function makeRoom(canvas: HTMLCanvasElement, screen: Size): void {
  for (const side of ["width", "height"] as const) {
    if (canvas[side] < screen[side]) {
      canvas[side] = screen[side];
    }
    canvas.style[side] = `${canvas[side] / devicePixelRatio}px`;
  }
}

function newCanvas(size: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  // Before there is a context, whose memory would be made anew.
  makeRoom(canvas, size);
  return canvas;
}
