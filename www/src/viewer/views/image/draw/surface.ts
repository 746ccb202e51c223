/**
 * The canvas that an image is drawn on, with its renderer. Making one waits for everything that the GPU was given before,
 * and so does changing a canvas's size. So the first is made ahead, as large as the viewer; an image shows as much of it
 * as it has room for, and leaves it to the next one.
 */
import type { Size } from "../camera/camera.ts";
import { screenSize, takeCanvas } from "./canvas.ts";
import { canvasRenderer } from "./canvas2d.ts";
import type { Renderer } from "./renderer.ts";
import { webglRenderer } from "./webgl.ts";

/** What no image is drawn on at present; nothing where none was made yet. */
let kept: Renderer[] | undefined;

/** Makes the first one ahead, for images within this element. */
export function prepareSurface(within: Element): void {
  kept ??= [newSurface(screenSize(within))];
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

function newSurface(size: Size): Renderer {
  const canvas = takeCanvas(size);
  return webglRenderer(canvas) ?? canvasRenderer(canvas);
}
