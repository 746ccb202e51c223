/** Values written into the pixels of an image where they are large enough. */
import { element, shortened } from "@asdf-wasm/science/format/format";
import type { Pane } from "./camera/camera.ts";
import { type Camera, type Rect, stepOnScreen, toScreen } from "./camera/camera.ts";
import { indexIn, type Patch } from "./model/neighbourhood.ts";

/** Lengths in CSS pixels. */
const TEXT = 11;
const CHARACTER = 0.62 * TEXT;
const PADDING = 4;
/** The fewest characters that must fit. */
const LEAST = 5;

/** The number of characters that fit in a pixel; 0 if too few. */
export function area({ zoom }: Camera, scale: number): number {
  const characters = Math.floor((zoom / scale - PADDING) / CHARACTER);
  return characters < LEAST ? 0 : characters;
}

/** Writes in white with a dark edge, readable on any colour. */
export function writeValues(
  context: CanvasRenderingContext2D,
  { camera, frame }: Pane,
  pixels: Rect,
  patch: Patch,
  scale: number,
): void {
  const most = area(camera, scale);
  const [across, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  const first = toScreen(camera, frame, { x: pixels.x + 0.5, y: pixels.y + 0.5 });
  context.font = `${TEXT * scale}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3 * scale;
  context.strokeStyle = "rgb(0 0 0 / 75%)";
  context.fillStyle = "#fff";
  for (let j = 0; j < pixels.height; j += 1) {
    for (let i = 0; i < pixels.width; i += 1) {
      const text = element(patch, indexIn(patch, pixels.x + i, pixels.y + j));
      const [x, y] = [first.x + i * across.x + j * up.x, first.y + i * across.y + j * up.y];
      for (const write of ["strokeText", "fillText"] as const) {
        context[write](shortened(text, most), x, y, camera.zoom);
      }
    }
  }
}
