/** Pictures over the image that move with it, such as flags in their colours. */
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import type { Pane } from "../camera/camera.ts";
import { stepOnScreen, toScreen } from "../camera/camera.ts";
import { isWorthDrawing } from "./tiles.ts";

/** A picture of an excerpt, first row first; one pixel per step of the excerpt. */
export interface CoverPicture {
  readonly bitmap: ImageBitmap;
  readonly excerpt: Excerpt;
}

export interface Cover {
  /** One of the whole image, then finer ones: a later picture replaces what it covers. */
  readonly pictures: readonly CoverPicture[];
  /** From 0 to 1. */
  readonly opacity: number;
}

/** Draws a cover into a pane. */
export function drawCover(
  context: CanvasRenderingContext2D,
  { pictures, opacity }: Cover,
  { frame, camera }: Pane,
): void {
  const across = stepOnScreen(camera, { x: 1, y: 0 });
  const along = stepOnScreen(camera, { x: 0, y: 1 });
  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  context.globalAlpha = opacity;
  const drawn = pictures.filter(({ excerpt }, i) => i === 0 || isWorthDrawing(excerpt, camera));
  for (const { bitmap, excerpt } of drawn) {
    const { width, height, step } = excerpt;
    const corner = toScreen(camera, frame, excerpt);
    context.setTransform(across.x, across.y, along.x, along.y, frame.x + corner.x, frame.y + corner.y);
    context.imageSmoothingEnabled = camera.zoom * step < 1;
    context.clearRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width / step, height / step, 0, 0, width, height);
  }
  context.restore();
}
