/**
 * The renderer without WebGL2: the package renders arrived rows to pixels once per change of the display, and a 2-D
 * canvas moves them. A large plane is rendered in strips; until it is complete, single elements of it are drawn.
 */

import { limitsToFrame } from "@asdf-wasm/science/elements/frame";
import type { Frame } from "@asdf-wasm/science/elements/values";
import { init } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import type { Plane } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import { stepOnScreen, toScreen } from "../camera/camera.ts";
import { coarseTile } from "./coarse.ts";
import { type Painting, Pyramid } from "./pyramid.ts";
import { type Display, isSameDisplay, type Renderer } from "./renderer.ts";
import { isWorthDrawing, type Tile, tileOf } from "./tiles.ts";

/** Elements that are rendered without a pause: a few milliseconds. */
const STRIP = 2 ** 20;

export function canvasRenderer(canvas: HTMLCanvasElement): Renderer {
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser offers neither WebGL2 nor a 2-D canvas to draw on");
  }
  return new CanvasRenderer(canvas, context);
}

class CanvasRenderer implements Renderer {
  readonly canvas: HTMLCanvasElement;
  onChange = (): void => {};
  readonly #context: CanvasRenderingContext2D;
  #pixels = new Pyramid(1, 1);
  /** Tiles drawn over the plane, and those already rendered to pixels. */
  #detail: readonly Tile[] = [];
  #tiles = new Map<Tile, Pyramid>();
  #plane: Plane | undefined;
  /** Stands for a large plane that has arrived, while that is rendered; and whether it is rendered itself. */
  #coarse: Tile | undefined;
  #isCoarse = false;
  #display: Display | undefined;
  /** The number of rows that arrived, and of those rendered to pixels. */
  #rows = 0;
  #rendered = 0;
  #request = 0;
  #rendering = Promise.resolve();

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.canvas = canvas;
    this.#context = context;
  }

  setPlane(plane: Plane): void {
    this.#plane = plane;
    this.#rendered = 0;
    this.#display = undefined;
    this.#detail = [];
    this.#tiles.clear();
    this.#pixels = new Pyramid(plane.width, plane.height);
    this.#coarse = undefined;
    this.#isCoarse = false;
  }

  setRows(rows: number): void {
    this.#rows = rows;
  }

  setDisplay(display: Display): void {
    const before = this.#display;
    const same = before !== undefined && isSameDisplay(before, display);
    this.#display = display;
    if (!same) {
      this.#rendered = 0;
      this.#tiles.clear();
    }
    this.#request += 1;
    this.#rendering = this.#render(this.#request);
  }

  setDetail(tiles: readonly Tile[]): void {
    this.#detail = tiles;
    this.#tiles = new Map([...this.#tiles].filter(([tile]) => tile === this.#coarse || tiles.includes(tile)));
    this.#request += 1;
    this.#rendering = this.#render(this.#request);
  }

  async settled(): Promise<void> {
    await this.#rendering;
  }

  draw(panes: readonly Pane[]): boolean {
    for (const pane of panes) {
      this.#drawPane(pane);
    }
    return false;
  }

  /** Creating another costs nothing. */
  clear(): boolean {
    return false;
  }

  destroy(): void {
    this.#request += 1;
  }

  #drawPane(pane: Pane): void {
    const { x, y, width, height } = pane.frame;
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.clearRect(x, y, width, height);
    const coarse = this.#isCoarse ? this.#coarse : undefined;
    const stand = coarse && this.#tiles.get(coarse);
    if (coarse && stand) {
      this.#drawTile(pane, coarse, stand);
    } else if (this.#plane) {
      this.#drawTile(pane, tileOf(this.#plane, 0, 0, this.#plane.width, this.#plane.height), this.#pixels);
    }
    for (const tile of this.#detail) {
      const pixels = this.#tiles.get(tile);
      if (pixels && isWorthDrawing(tile, pane.camera)) {
        this.#drawTile(pane, tile, pixels);
      }
    }
    context.restore();
  }

  /** Canvas rows go down, image rows up. */
  #drawTile({ frame, camera }: Pane, tile: Tile, pixels: Pyramid): void {
    const context = this.#context;
    const { x, y, width, height, step } = tile;
    const corner = toScreen(camera, frame, { x, y: y + height });
    const across = stepOnScreen(camera, { x: width, y: 0 });
    const down = stepOnScreen(camera, { x: 0, y: -height });
    const [columns, shown] = [width / step, height / step];
    context.save();
    context.translate(frame.x + corner.x, frame.y + corner.y);
    context.transform(across.x, across.y, down.x, down.y, 0, 0);
    pixels.draw(context, columns, shown, camera.zoom * step);
    context.restore();
  }

  /** Renders new rows of the plane, and new tiles. */
  async #render(request: number): Promise<void> {
    await init();
    const plane = this.#plane;
    const display = this.#display;
    if (request !== this.#request || !plane || !display) {
      return;
    }
    const { width } = plane;
    const painting = paintingOf(display, plane);
    if (this.#rendered === 0) {
      this.#coarse ??= coarseTile(plane, this.#rows);
      this.#isCoarse = this.#coarse !== undefined;
    }
    for (const tile of this.#isCoarse && this.#coarse ? [this.#coarse, ...this.#detail] : this.#detail) {
      if (!this.#tiles.has(tile)) {
        const pixels = new Pyramid(tile.columns, tile.rows);
        pixels.put(tile.values, 0, tile.rows, painting);
        this.#tiles.set(tile, pixels);
      }
    }
    const strip = Math.max(1, Math.floor(STRIP / width));
    while (this.#rendered < this.#rows) {
      const [start, stop] = [this.#rendered, Math.min(this.#rendered + strip, this.#rows)];
      this.#pixels.put(plane.display, start, stop, painting);
      this.#rendered = stop;
      if (stop < this.#rows) {
        this.onChange();
        await pause();
        if (request !== this.#request) {
          return;
        }
      }
    }
    this.#isCoarse &&= this.#rows === 0;
    this.onChange();
  }
}

/** Lets the page draw and answer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

function paintingOf({ limits, levels, colors, nan, shrinking }: Display, frame: Frame): Painting {
  const options = {
    ...limitsToFrame(limits, frame),
    ...{ levels, colormap: colors, nan: [...nan, 255] as const },
  };
  return { shrinking, paint: (values) => render(values, options) };
}
