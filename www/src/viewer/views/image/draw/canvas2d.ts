/**
 * The renderer without WebGL2: the package renders arrived rows to pixels once per change of the display, and a 2-D
 * canvas moves them.
 */
import { init } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import { limitsToFrame } from "../../../elements/frame.ts";
import type { Frame, Plane } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import { stepOnScreen, toScreen } from "../camera/camera.ts";
import type { Display, Renderer } from "./renderer.ts";
import { isWorthDrawing, type Tile, tileOf } from "./tiles.ts";

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
  readonly #pixels = document.createElement("canvas");
  /** Tiles drawn over the plane, and those already rendered to pixels. */
  #detail: readonly Tile[] = [];
  #tiles = new Map<Tile, HTMLCanvasElement>();
  #plane: Plane | undefined;
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
    this.#pixels.width = plane.width;
    this.#pixels.height = plane.height;
  }

  setRows(rows: number): void {
    this.#rows = rows;
  }

  setDisplay(display: Display): void {
    const before = this.#display;
    const same = before !== undefined && isSame(before, display);
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
    this.#tiles = new Map([...this.#tiles].filter(([tile]) => tiles.includes(tile)));
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
    context.imageSmoothingEnabled = false;
    if (this.#plane) {
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
  #drawTile({ frame, camera }: Pane, tile: Tile, pixels: HTMLCanvasElement): void {
    const context = this.#context;
    const { x, y, width, height, step, rows } = tile;
    const corner = toScreen(camera, frame, { x, y: y + height });
    const across = stepOnScreen(camera, { x: 1, y: 0 });
    const down = stepOnScreen(camera, { x: 0, y: -1 });
    const [columns, shown] = [width / step, height / step];
    context.save();
    context.translate(frame.x + corner.x, frame.y + corner.y);
    context.transform(across.x, across.y, down.x, down.y, 0, 0);
    context.drawImage(pixels, 0, rows - shown, columns, shown, 0, 0, width, height);
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
    const { width, height } = plane;
    const [start, stop] = [this.#rendered, this.#rows];
    if (start < stop) {
      const rows = plane.display.subarray(start * width, stop * width);
      this.#rendered = stop;
      this.#pixels.getContext("2d")?.putImageData(renderedBy(display, plane, rows, width), 0, height - stop);
    }
    for (const tile of this.#detail) {
      if (!this.#tiles.has(tile)) {
        const pixels = document.createElement("canvas");
        Object.assign(pixels, { width: tile.columns, height: tile.rows });
        pixels.getContext("2d")?.putImageData(renderedBy(display, plane, tile.values, tile.columns), 0, 0);
        this.#tiles.set(tile, pixels);
      }
    }
    this.onChange();
  }
}

function renderedBy(
  { limits, levels, colors, nan }: Display,
  frame: Frame,
  data: Float32Array<ArrayBuffer>,
  width: number,
): ImageData {
  return render(
    { data, shape: [data.length / width, width], stride: [width, 1] },
    {
      ...limitsToFrame(limits, frame),
      ...{ levels, colormap: colors, nan: [...nan, 255] },
    },
  );
}

function isSame(one: Display, other: Display): boolean {
  return (
    one.limits === other.limits &&
    one.levels === other.levels &&
    one.colors === other.colors &&
    one.nan === other.nan
  );
}
