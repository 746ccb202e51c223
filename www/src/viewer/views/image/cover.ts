/** A picture that lies over the image and follows it, such as flags in their colours. */
import { type Size, stepOnScreen, toScreen } from "./camera.ts";
import type { Pane } from "./renderer.ts";

export interface Cover {
  /** Its first row is the image's; it may have fewer pixels than the image. */
  readonly bitmap: ImageBitmap;
  /** From 0 to 1. */
  readonly opacity: number;
}

/** Draws it where a pane shows the image. */
export function drawCover(
  context: CanvasRenderingContext2D,
  { bitmap, opacity }: Cover,
  { width, height }: Size,
  { frame, camera }: Pane,
): void {
  const corner = toScreen(camera, frame, { x: 0, y: 0 });
  const across = stepOnScreen(camera, { x: 1, y: 0 });
  const along = stepOnScreen(camera, { x: 0, y: 1 });
  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  context.setTransform(across.x, across.y, along.x, along.y, frame.x + corner.x, frame.y + corner.y);
  context.globalAlpha = opacity;
  context.imageSmoothingEnabled = camera.zoom < 1;
  context.drawImage(bitmap, 0, 0, width, height);
  context.restore();
}
