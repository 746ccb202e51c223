/**
 * The live image: canvas, camera, renderer and gestures held together. It draws
 * when something changed and never otherwise. Zoom and position stay while
 * planes of one size follow each other, as sections of a cube do.
 */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Plane } from "../../engine/protocol.ts";
import type { Session } from "../../session.ts";
import { type Camera, type Point, pan, type Size, toImage, wholeImage, zoomAt } from "./camera.ts";
import { canvasRenderer } from "./canvas2d.ts";
import { type Gestures, listen } from "./gestures.ts";
import type { Renderer } from "./renderer.ts";
import { webglRenderer } from "./webgl.ts";

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #session: Session;
  readonly #renderer: Renderer;
  readonly #zoom = signal(1);
  readonly #listening = new AbortController();
  readonly #resizing: ResizeObserver;
  readonly #stopEffects: () => void;
  #camera: Camera = { x: 0, y: 0, zoom: 1 };
  #plane: Plane | undefined;
  /** Whether the camera still follows the window's size. */
  #fitted = true;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, session: Session) {
    this.#canvas = canvas;
    this.#session = session;
    const redraw = () => this.#request();
    this.#renderer = webglRenderer(canvas, redraw) ?? canvasRenderer(canvas, redraw);
    listen(canvas, this.#gestures(), this.#listening.signal);
    this.#resizing = new ResizeObserver(() => this.#resize());
    this.#resizing.observe(canvas);
    this.#stopEffects = effect(() => this.#follow());
  }

  /** Device pixels an image pixel, for the zoom's label. */
  get zoom(): ReadonlySignal<number> {
    return this.#zoom;
  }

  fit(): void {
    if (this.#plane) {
      this.#fitted = true;
      this.#look(wholeImage(this.#plane, this.#screen));
    }
  }

  actualSize(): void {
    this.zoomBy(1 / this.#camera.zoom);
  }

  /** Zooms about a point of the canvas, or about its middle. */
  zoomBy(factor: number, at: Point = this.#middle): void {
    if (this.#plane) {
      this.#fitted = false;
      this.#look(zoomAt(this.#camera, this.#plane, this.#screen, at, factor));
    }
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopEffects();
    this.#resizing.disconnect();
    this.#listening.abort();
    this.#renderer.destroy();
  }

  get #screen(): Size {
    return { width: this.#canvas.width, height: this.#canvas.height };
  }

  get #middle(): Point {
    return { x: this.#canvas.width / 2, y: this.#canvas.height / 2 };
  }

  #gestures(): Gestures {
    return {
      onPan: (dx, dy) => {
        if (this.#plane) {
          this.#fitted = false;
          this.#look(pan(this.#camera, this.#plane, dx, dy));
        }
      },
      onZoom: (at, factor) => this.zoomBy(factor, at),
      onFit: () => this.fit(),
      onActualSize: () => this.actualSize(),
      onHover: (at) => {
        if (at) {
          this.#readOut(at, false);
        } else {
          this.#session.image.readout.value = undefined;
        }
      },
      onKey: () => this.#readOut(this.#middle, true),
    };
  }

  /** Keeps the renderer in step with the session. */
  #follow(): void {
    const { display, limits, plane, rows } = this.#session.image;
    if (!plane.value || !limits.value) {
      return;
    }
    if (plane.value !== this.#plane) {
      this.#setPlane(plane.value);
    }
    this.#renderer.setRows(rows.value);
    this.#renderer.setDisplay({
      limits: limits.value,
      levels: display.levels.value,
      colors: display.colors.value,
      nan: display.nan.value,
    });
    this.#request();
  }

  #setPlane(plane: Plane): void {
    const { look } = this.#session.image;
    this.#plane = plane;
    this.#renderer.setPlane(plane);
    this.#fitted = look?.width !== plane.width || look.height !== plane.height;
    if (look && !this.#fitted) {
      this.#look(look.camera);
    } else {
      this.fit();
    }
  }

  #look(camera: Camera): void {
    this.#camera = camera;
    if (this.#plane) {
      const { width, height } = this.#plane;
      this.#session.image.look = this.#fitted ? undefined : { camera, width, height };
    }
    this.#zoom.value = camera.zoom;
    this.#request();
  }

  #resize(): void {
    const scale = devicePixelRatio;
    this.#canvas.width = Math.max(1, Math.round(this.#canvas.clientWidth * scale));
    this.#canvas.height = Math.max(1, Math.round(this.#canvas.clientHeight * scale));
    if (this.#fitted) {
      this.fit();
    }
    this.#draw();
  }

  #readOut(at: Point, centre: boolean): void {
    const plane = this.#plane;
    const point = toImage(this.#camera, this.#screen, at);
    const x = Math.floor(point.x);
    const y = Math.floor(point.y);
    const inside = plane && x >= 0 && y >= 0 && x < plane.width && y < plane.height;
    this.#session.image.readout.value = inside ? { x, y, centre } : undefined;
  }

  #request(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    if (this.#renderer.draw(this.#camera)) {
      this.#request();
    }
  }
}
