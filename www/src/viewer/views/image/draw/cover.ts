/** Pictures over the image that move with it, such as flags in their colours. */
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import type { Camera, Pane, Size } from "../camera/camera.ts";
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
  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  context.setTransform(1, 0, 0, 1, frame.x, frame.y);
  const drawn = pictures.filter(({ excerpt }, i) => i === 0 || isWorthDrawing(excerpt, camera));
  for (const picture of drawn) {
    drawPicture(context, picture, camera, frame, opacity, true);
  }
  context.restore();
}

/** Draws a picture on a canvas that may be moved already. `replaces`: in place of what is there. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  { bitmap, excerpt }: CoverPicture,
  camera: Camera,
  screen: Size,
  opacity: number,
  replaces = false,
): void {
  const { width, height, step } = excerpt;
  const [across, along] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  const corner = toScreen(camera, screen, excerpt);
  context.save();
  context.globalAlpha = opacity;
  context.transform(across.x, across.y, along.x, along.y, corner.x, corner.y);
  context.imageSmoothingEnabled = camera.zoom * step < 1;
  if (replaces) {
    context.clearRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0, width / step, height / step, 0, 0, width, height);
  context.restore();
}
