/**
 * Where WebGL2 is missing: the package renders the rows that have come to pixels
 * once for each change of the display, and a 2-D canvas moves them about.
 */
import { init } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import type { Plane } from "../../engine/protocol.ts";
import { stepOnScreen, toScreen } from "./camera.ts";
import type { Display, Pane, Renderer } from "./renderer.ts";

export function canvasRenderer(canvas: HTMLCanvasElement, onChange: () => void): Renderer {
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser offers neither WebGL2 nor a 2-D canvas to draw on");
  }
  return new CanvasRenderer(context, onChange);
}

class CanvasRenderer implements Renderer {
  readonly #context: CanvasRenderingContext2D;
  readonly #onChange: () => void;
  readonly #pixels = document.createElement("canvas");
  #plane: Plane | undefined;
  #display: Display | undefined;
  /** How many rows have come, and how many of them are in the pixels. */
  #rows = 0;
  #rendered = 0;
  #request = 0;

  constructor(context: CanvasRenderingContext2D, onChange: () => void) {
    this.#context = context;
    this.#onChange = onChange;
  }

  setPlane(plane: Plane): void {
    this.#plane = plane;
    this.#rendered = 0;
    this.#display = undefined;
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
    this.#rendered = same ? this.#rendered : 0;
    if (this.#plane) {
      this.#request += 1;
      void this.#render(this.#plane, display, this.#request);
    }
  }

  draw(panes: readonly Pane[]): boolean {
    for (const pane of panes) {
      this.#drawPane(pane);
    }
    return false;
  }

  destroy(): void {
    this.#request += 1;
  }

  #drawPane({ frame, camera }: Pane): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(frame.x, frame.y, frame.width, frame.height);
    context.clip();
    context.clearRect(frame.x, frame.y, frame.width, frame.height);
    if (this.#plane) {
      // Rows of the pixels go down, those of the image up.
      const corner = toScreen(camera, frame, { x: 0, y: this.#plane.height });
      const across = stepOnScreen(camera, { x: 1, y: 0 });
      const down = stepOnScreen(camera, { x: 0, y: -1 });
      context.imageSmoothingEnabled = false;
      context.translate(frame.x + corner.x, frame.y + corner.y);
      context.transform(across.x, across.y, down.x, down.y, 0, 0);
      context.drawImage(this.#pixels, 0, 0);
    }
    context.restore();
  }

  async #render(plane: Plane, display: Display, request: number): Promise<void> {
    await init();
    if (request !== this.#request) {
      return;
    }
    const { width, height } = plane;
    const [start, stop] = [this.#rendered, this.#rows];
    if (start === stop) {
      return;
    }
    const data = plane.display.subarray(start * width, stop * width);
    const inDisplay = (value: number): number => (value - plane.reference) / plane.unit;
    const pixels = render(
      { data, shape: [stop - start, width], stride: [width, 1] },
      {
        min: inDisplay(display.limits.min),
        max: inDisplay(display.limits.max),
        levels: display.levels,
        colormap: display.colors,
        nan: [...display.nan, 255],
      },
    );
    this.#rendered = stop;
    this.#pixels.getContext("2d")?.putImageData(pixels, 0, height - stop);
    this.#onChange();
  }
}

function isSame(one: Display, other: Display): boolean {
  return (
    one.limits === other.limits &&
    one.levels === other.levels &&
    one.colors === other.colors &&
    one.nan === other.nan
  );
}
