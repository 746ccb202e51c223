/**
 * The canvas that an image is drawn on, with its renderer. Making one waits for everything that the GPU was given before,
 * and so does changing a canvas's size. So the first is made ahead, as large as the viewer; an image shows as much of it
 * as it has room for, and leaves it to the next one.
 */
import type { Size } from "./camera.ts";
import { canvasRenderer } from "./canvas2d.ts";
import type { Renderer } from "./renderer.ts";
import { webglRenderer } from "./webgl.ts";

/** What no image is drawn on at present; nothing where none was made yet. */
let kept: Renderer[] | undefined;

/** Makes the first one ahead, for images within this element. */
export function prepareSurface(within: Element): void {
  kept ??= [newSurface(screenSize(within))];
}

/** How many pixels of the screen an element has. */
export function screenSize({ clientWidth, clientHeight }: Element): Size {
  return {
    width: Math.max(1, Math.round(clientWidth * devicePixelRatio)),
    height: Math.max(1, Math.round(clientHeight * devicePixelRatio)),
  };
}

export function takeSurface(size: Size): Renderer {
  kept ??= [];
  return kept.pop() ?? newSurface(size);
}

/** Keeps one for the next image. */
export function leaveSurface(surface: Renderer): void {
  surface.canvas.remove();
  if (kept?.length === 0 && surface.clear()) {
    kept.push(surface);
  } else {
    surface.destroy();
  }
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

function newSurface(size: Size): Renderer {
  const canvas = document.createElement("canvas");
  // Before there is a context, whose memory would be made anew.
  makeRoom(canvas, size);
  return webglRenderer(canvas) ?? canvasRenderer(canvas);
}
