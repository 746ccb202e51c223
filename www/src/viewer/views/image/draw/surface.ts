/**
 * The renderer of an image, with its canvas. Creating a canvas, or resizing it, waits for all earlier work of the
 * GPU. So the first is created ahead, as large as the viewer; an image shows as much of it as it needs, and leaves
 * it to the next one.
 */
import type { Size } from "../camera/camera.ts";
import { screenSize, takeCanvas } from "./canvas.ts";
import { canvasRenderer } from "./canvas2d.ts";
import type { Renderer } from "./renderer.ts";
import { webglRenderer } from "./webgl.ts";

/** Renderers not in use; undefined before the first was created. */
let kept: Renderer[] | undefined;

/** Creates the first one ahead, for images inside this element. */
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

/** One that is not kept. */
export function newSurface(size: Size): Renderer {
  const canvas = takeCanvas(size);
  return webglRenderer(canvas) ?? canvasRenderer(canvas);
}
