/**
 * The image drawn at any size: by a renderer of its own, tile by tile, each as large as the canvas on the stage, so that
 * neither the size of a drawing buffer nor the time of one frame limits it. At its own size it equals the canvas.
 */
import type { Plane } from "../../../protocol/plane.ts";
import { type Camera, type Pane, type Rect, type Size, toImage, visiblePixels } from "../camera/camera.ts";
import { type Cover, drawCover } from "../draw/cover.ts";
import type { Display, Renderer } from "../draw/renderer.ts";
import { newSurface } from "../draw/surface.ts";
import type { Tile } from "../draw/tiles.ts";
import type { Patch } from "../model/neighbourhood.ts";
import { room, writeValues } from "../pixelValues.ts";

/** What a canvas shows. */
export interface Drawn {
  readonly plane: Plane;
  readonly rows: number;
  readonly display: Display;
  readonly tiles: readonly Tile[];
  readonly camera: Camera;
  readonly screen: Size;
  /** Of which the screen is the upper left part. One as large rounds the edges of pixels the same way. */
  readonly canvas: Size;
  readonly image: Size;
  readonly cover: Cover | undefined;
  /** The elements written into pixels, if they are. */
  readonly patchAt: ((rect: Rect) => Patch | undefined) | undefined;
}

/** The largest canvas that browsers make. */
const LONGEST = 16_384;
const MOST = 2 ** 28;

/** The size of a picture at a scale. */
export function sizeAt({ screen }: Pick<Drawn, "screen">, scale: number): Size {
  return { width: Math.round(screen.width * scale), height: Math.round(screen.height * scale) };
}

export function isPossible({ width, height }: Size): boolean {
  return Math.max(width, height) <= LONGEST && width * height <= MOST && Math.min(width, height) >= 1;
}

export async function raster(drawn: Drawn, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const size = sizeAt(drawn, scale);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context || !isPossible(size)) {
    throw new Error("a browser makes no picture of that size: choose a smaller one");
  }
  const camera = { ...drawn.camera, zoom: drawn.camera.zoom * scale };
  const surface = newSurface(drawn.canvas);
  try {
    surface.setPlane(drawn.plane);
    surface.setRows(drawn.rows, false);
    surface.setDisplay(drawn.display);
    surface.setDetail(drawn.tiles);
    await surface.settled();
    for (const tile of tilesOf(size, drawn.screen)) {
      const { x, y } = toImage(camera, size, { x: tile.x + tile.width / 2, y: tile.y + tile.height / 2 });
      const { width, height } = tile;
      const pane: Pane = { frame: { x: 0, y: 0, width, height }, camera: { ...camera, x, y } };
      await drawWhole(surface, pane, signal);
      context.drawImage(surface.canvas, 0, 0, width, height, tile.x, tile.y, width, height);
    }
  } finally {
    surface.destroy();
  }
  drawAbove(context, drawn, { frame: { x: 0, y: 0, ...size }, camera }, scale);
  return canvas;
}

/** Draws until nothing more is to come; the canvas keeps it until the task ends. */
async function drawWhole(surface: Renderer, pane: Pane, signal: AbortSignal): Promise<void> {
  while (surface.draw([pane])) {
    await new Promise((resolve) => setTimeout(resolve, 8));
    signal.throwIfAborted();
  }
}

function* tilesOf({ width, height }: Size, most: Size): Generator<Rect> {
  for (let y = 0; y < height; y += most.height) {
    for (let x = 0; x < width; x += most.width) {
      yield {
        ...{ x, y },
        width: Math.min(most.width, width - x),
        height: Math.min(most.height, height - y),
      };
    }
  }
}

/** Covers and values in pixels, which are drawn on a canvas of their own. */
function drawAbove(
  context: CanvasRenderingContext2D,
  { cover, patchAt, image }: Drawn,
  pane: Pane,
  scale: number,
): void {
  const ratio = devicePixelRatio * scale;
  const pixels = visiblePixels(pane.camera, image, pane.frame);
  const patch = room(pane.camera, ratio) > 0 ? patchAt?.(pixels) : undefined;
  if (!cover && !patch) {
    return;
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: pane.frame.width, height: pane.frame.height });
  const above = canvas.getContext("2d");
  if (above && cover) {
    drawCover(above, cover, pane);
  }
  if (above && patch) {
    writeValues(above, pane, pixels, patch, ratio);
  }
  context.drawImage(canvas, 0, 0);
}
