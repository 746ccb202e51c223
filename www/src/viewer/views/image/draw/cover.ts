/** Pictures that lie over the image and follow it, such as flags in their colours. */
import type { Excerpt } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import { stepOnScreen, toScreen } from "../camera/camera.ts";
import { isWorthDrawing } from "./tiles.ts";

/** Some of the image: its first row is the image's, its pixels are as large as the excerpt's step. */
export interface Picture {
  readonly bitmap: ImageBitmap;
  readonly excerpt: Excerpt;
}

export interface Cover {
  /** Of all of it, then closer ones: a later one takes the place of what it lies over. */
  readonly pictures: readonly Picture[];
  /** From 0 to 1. */
  readonly opacity: number;
}

/** Draws it where a pane shows the image. */
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
