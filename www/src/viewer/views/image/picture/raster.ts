/**
 * The image drawn at any size: by a renderer of its own, tile by tile, each as large as the canvas on the stage, so that
 * neither the size of a drawing buffer nor the time of one frame limits it. At its own size it equals the canvas.
 */
import type { Plane } from "../../../protocol/plane.ts";
import { type Camera, type Pane, type Rect, type Size, toImage, visiblePixels } from "../camera/camera.ts";
import { type Cover, drawCover } from "../draw/cover.ts";
import type { Display } from "../draw/renderer.ts";
import { newSurface } from "../draw/surface.ts";
import type { Tile } from "../draw/tiles.ts";
import type { Patch } from "../model/neighbourhood.ts";
import { area, writeValues } from "../pixelValues.ts";

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

/** What is seen, and how it is drawn at another size. */
export interface Picturable extends Pick<Drawn, "camera" | "screen" | "image"> {
  /** What it is called. */
  readonly name: string;
  readonly raster: (scale: number, signal: AbortSignal) => Promise<HTMLCanvasElement>;
}

export function picturable(drawn: Drawn | undefined): Picturable | undefined {
  return (
    drawn && {
      ...{ camera: drawn.camera, screen: drawn.screen, image: drawn.image, name: drawn.plane.path },
      raster: (scale, signal) => raster(drawn, scale, signal),
    }
  );
}

async function raster(drawn: Drawn, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const surface = newSurface(drawn.canvas);
  try {
    surface.setPlane(drawn.plane);
    surface.setRows(drawn.rows, false);
    surface.setDisplay(drawn.display);
    surface.setDetail(drawn.tiles);
    await surface.settled();
    const { canvas, context, whole } = await drawnInTiles(drawn, scale, surface.canvas, signal, (pane) =>
      surface.draw([pane]),
    );
    drawAbove(context, drawn, whole, scale);
    return canvas;
  } finally {
    surface.destroy();
  }
}

/**
 * A view at a scale, from what is drawn for its tiles on another canvas, each as large as the screen at most. `draw` returns whether more is to
 * come; that canvas keeps what is drawn until the task ends.
 */
export async function drawnInTiles(
  view: Pick<Drawn, "camera" | "screen">,
  scale: number,
  from: HTMLCanvasElement,
  signal: AbortSignal,
  draw: (pane: Pane) => boolean,
): Promise<{ canvas: HTMLCanvasElement; context: CanvasRenderingContext2D; whole: Pane }> {
  const size = sizeAt(view, scale);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context || !isPossible(size)) {
    throw new Error("a browser makes no picture of that size: choose a smaller one");
  }
  const camera = { ...view.camera, zoom: view.camera.zoom * scale };
  for (const tile of tilesOf(size, view.screen)) {
    const { x, y } = toImage(camera, size, { x: tile.x + tile.width / 2, y: tile.y + tile.height / 2 });
    const { width, height } = tile;
    while (draw({ frame: { x: 0, y: 0, width, height }, camera: { ...camera, x, y } })) {
      await new Promise((resolve) => setTimeout(resolve, 8));
      signal.throwIfAborted();
    }
    context.drawImage(from, 0, 0, width, height, tile.x, tile.y, width, height);
  }
  return { canvas, context, whole: { frame: { x: 0, y: 0, ...size }, camera } };
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
  const patch = area(pane.camera, ratio) > 0 ? patchAt?.(pixels) : undefined;
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
