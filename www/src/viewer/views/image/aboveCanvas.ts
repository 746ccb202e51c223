/** The canvas over the image: covers, pixel values, and the frame of the magnifier with the pixel in its middle. */

import type { Pane } from "./camera/camera.ts";
import { type Point, type Rect, type Size, stepOnScreen, visiblePixels } from "./camera/camera.ts";
import { type Cover, drawCover } from "./draw/cover.ts";
import type { Patch } from "./model/neighbourhood.ts";
import { area, writeValues } from "./pixelValues.ts";

export interface Aids {
  /** The panes, and the size of the image. */
  readonly main: Pane;
  readonly image: Size;
  readonly insets: readonly Pane[];
  readonly magnifier: Pane | undefined;
  /** The elements to write into pixels. */
  readonly patchAt: ((rect: Rect) => Patch | undefined) | undefined;
  readonly cover: Cover | undefined;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
}

/** Of a pixel, seen from its centre. */
const CORNERS: readonly Point[] = [
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
];

export class AboveCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  /** Whether something is drawn that must be cleared. */
  #used = false;
  /** What was drawn last, but for pixel values. */
  #cover: Cover | undefined;
  #drawn = "";

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    canvas.addEventListener("contextrestored", () => {
      this.#drawn = "";
    });
  }

  resize({ width, height }: Size): void {
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#used = false;
    this.#drawn = "";
  }

  draw({ main, image, insets, magnifier, patchAt, cover, scale }: Aids): void {
    const context = this.#context;
    if (!context) {
      return;
    }
    const pixels = visiblePixels(main.camera, image, main.frame);
    const patch = area(main.camera, scale) > 0 ? patchAt?.(pixels) : undefined;
    const drawn = patch ? "" : JSON.stringify([main, image, insets, magnifier, scale]);
    // While the image is uploaded, in many frames: a cover costs the GPU more than that.
    if (drawn !== "" && drawn === this.#drawn && cover === this.#cover) {
      return;
    }
    [this.#drawn, this.#cover] = [drawn, cover];
    if (this.#used) {
      context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    }
    this.#used = patch !== undefined || magnifier !== undefined || cover !== undefined;
    if (cover) {
      drawCover(context, cover, main);
    }
    if (patch) {
      writeValues(context, main, pixels, patch, scale);
    }
    for (const inset of insets) {
      const { frame } = inset;
      context.clearRect(frame.x, frame.y, frame.width, frame.height);
      if (cover) {
        drawCover(context, cover, inset);
      }
    }
    if (magnifier) {
      frameMagnifier(context, magnifier, scale);
    }
  }
}

/** Its edge and the pixel in its middle, in lines visible on any colour: white on dark. */
function frameMagnifier(context: CanvasRenderingContext2D, { frame, camera }: Pane, scale: number): void {
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  context.beginPath();
  context.rect(frame.x + 0.5, frame.y + 0.5, frame.width - 1, frame.height - 1);
  for (const [i, corner] of CORNERS.entries()) {
    const { x, y } = stepOnScreen(camera, corner);
    context[i === 0 ? "moveTo" : "lineTo"](middle.x + x, middle.y + y);
  }
  context.closePath();
  for (const [color, width] of [
    ["rgb(0 0 0 / 80%)", 3],
    ["#fff", 1],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width * scale;
    context.stroke();
  }
}
