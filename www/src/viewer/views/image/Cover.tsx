/** A picture that lies over the image and follows it, such as flags in their colours. */
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../../session.ts";
import { stepOnScreen, toScreen } from "./camera.ts";

export interface CoverPicture {
  /** Its first row is the image's; it may have fewer pixels than the image. */
  readonly bitmap: ImageBitmap;
  readonly opacity: number;
}

export function Cover({ session }: { session: Session }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => effect(() => draw(canvas.current, session)), [session]);
  return <canvas ref={canvas} class="above" />;
}

function draw(canvas: HTMLCanvasElement | null, { image }: Session): void {
  const cover = image.cover.value;
  const { camera, screen } = image.viewpoint;
  const { width, height } = image.viewpoint.image.value ?? { width: 0, height: 0 };
  const context = canvas?.getContext("2d");
  if (!canvas || !context) {
    return;
  }
  // Setting the size clears the canvas.
  Object.assign(canvas, screen.value);
  if (cover) {
    const corner = toScreen(camera.value, screen.value, { x: 0, y: 0 });
    const across = stepOnScreen(camera.value, { x: 1, y: 0 });
    const along = stepOnScreen(camera.value, { x: 0, y: 1 });
    context.setTransform(across.x, across.y, along.x, along.y, corner.x, corner.y);
    context.globalAlpha = cover.opacity;
    context.imageSmoothingEnabled = camera.value.zoom < 1;
    context.drawImage(cover.bitmap, 0, 0, width, height);
  }
}
