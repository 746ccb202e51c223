/** The picture on its canvas: what is read, drawn and pointed at, held together. It draws only when something changed. */

import { effect, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../protocol/notices.ts";
import { middleOf, type Pane, type Point, toImage } from "../image/camera/camera.ts";
import { listen } from "../image/camera/gestures.ts";
import type { Look } from "../image/display/look.ts";
import { listenForTone } from "../image/display/toning.ts";
import { makeRoom, screenSize } from "../image/draw/canvas.ts";
import { drawnInTiles, type Picturable } from "../image/picture/raster.ts";
import { fromMiddle, type Layer } from "./sky/layer.ts";
import type { TangentPlane } from "./sky/plane.ts";
import { SkyCanvas, type SkyScene } from "./sky/skyCanvas.ts";
import type { TogetherModel } from "./togetherModel.ts";

/** How long a view has to stand still until it is drawn finely, in milliseconds. */
const REST = 120;

/** A pixel of an image under the pointer. */
export interface Hit {
  readonly layer: Layer;
  readonly x: number;
  readonly y: number;
}

/** What is read out: a position, and the pixels there, from the highest image to the lowest. */
interface Pointed {
  readonly sky: readonly [longitude: number, latitude: number];
  readonly hits: readonly Hit[];
}

export class LiveSky {
  readonly together: TogetherModel;
  readonly pointed = signal<Pointed | undefined>(undefined);
  readonly #pixels: HTMLElement;
  readonly #look: Look;
  readonly #canvas: SkyCanvas;
  readonly #listening = new AbortController();
  readonly #resizing: ResizeObserver;
  readonly #stop: () => void;
  #scene: SkyScene | undefined;
  #frame = 0;
  #moved = 0;
  #camera: unknown;

  /** `isTaken`: whether what is over the images takes a click at a point of the plane. */
  constructor(pixels: HTMLElement, together: TogetherModel, look: Look, isTaken: (at: Point) => boolean) {
    [this.#pixels, this.together, this.#look] = [pixels, together, look];
    this.#canvas = new SkyCanvas(screenSize(pixels), () => this.#request());
    pixels.append(this.#canvas.canvas);
    const { viewpoint, display } = together;
    const { signal } = this.#listening;
    for (const type of ["pointerdown", "wheel", "keydown"]) {
      pixels.addEventListener(type, () => together.leave(), { signal, passive: true });
    }
    const onHover = (at: Point | undefined) => this.#point(at);
    const onKey = () => this.#point(middleOf(viewpoint.screen.peek()));
    const onClick = (at: Point) => {
      this.#point(at);
      if (!isTaken(toImage(viewpoint.camera.peek(), viewpoint.screen.peek(), at))) {
        this.#openPointed();
      }
    };
    listen(pixels, viewpoint, { onHover, onKey, onClick }, signal);
    listenForTone(pixels, display, signal);
    const onEnter = ({ key }: KeyboardEvent): void => {
      if (key === "Enter") {
        onClick(middleOf(viewpoint.screen.peek()));
      }
    };
    pixels.addEventListener("keydown", onEnter, { signal });
    this.#resizing = new ResizeObserver(() => {
      const screen = screenSize(pixels);
      makeRoom(this.#canvas.canvas, screen);
      viewpoint.setScreen(screen);
      this.#draw();
    });
    this.#resizing.observe(pixels);
    this.#stop = effect(() => {
      const { come, flags, ordered, plane, overlaps, limits, values } = together;
      const { nan, shrinking } = display;
      void [come, plane, overlaps, limits.shown, limits.own, values.of, nan, shrinking].map(
        ({ value }) => value,
      );
      void [flags.over.value, flags.paints, flags.opacity.value];
      void [viewpoint.camera.value, look.levels.value, look.colors.value];
      for (const { isShown, limits, whole } of ordered.value) {
        void [isShown.value, limits.value, whole.value];
      }
      this.#request();
    });
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#stop();
    this.#resizing.disconnect();
    this.#listening.abort(ABORTED);
    this.together.reading.stop();
    this.#canvas.destroy();
  }

  /** What is seen now, for pictures. */
  drawn(): Picturable | undefined {
    const scene = this.#scene;
    return (
      scene && {
        ...{
          camera: scene.camera,
          screen: scene.screen,
          image: scene.plane.size,
          name: "together on the sky",
        },
        raster: async (scale, signal) => {
          const surface = new SkyCanvas(scene.screen, () => {});
          try {
            const draw = ({ frame, camera }: Pane) =>
              surface.draw({ ...scene, camera, screen: frame, isRough: false });
            return (await drawnInTiles(scene, scale, surface.canvas, signal, draw)).canvas;
          } finally {
            surface.destroy();
          }
        },
      }
    );
  }

  /** Opens the file of an image at a pixel. */
  async open({ layer, x, y }: Hit): Promise<void> {
    const { source } = layer;
    source.show();
    const { plane, viewpoint } = this.together;
    const { scale = 1 } = plane.peek() ?? {};
    const zoom = (viewpoint.camera.peek().zoom * (layer.place.peek()?.scale ?? scale)) / scale;
    await source.host.display("image", { pick: `${x},${y}`, zoom: `${Math.max(zoom, 1)}@${x},${y}` });
  }

  /** Opens the file of what is read out. */
  #openPointed(): void {
    const hit = this.pointed.peek()?.hits[0];
    if (hit) {
      void this.open(hit);
    }
  }

  #point(at: Point | undefined): void {
    const { plane, viewpoint, placed } = this.together;
    const on = plane.peek();
    const point = at && toImage(viewpoint.camera.peek(), viewpoint.screen.peek(), at);
    this.pointed.value = on &&
      point && {
        sky: on.skyAt(point),
        hits: placed
          .peek()
          .toReversed()
          .flatMap((layer) => hitOf(layer, on, point) ?? [])
          .sort((a, b) => (this.together.overlaps.peek() === "nearest" ? depthOf(a) - depthOf(b) : 0)),
      };
  }

  /** Draws in the next animation frame. */
  #request(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const { plane: where, viewpoint, display, flags, reading, overlaps } = this.together;
    const plane = where.peek();
    const limits = (layer: Layer) => this.together.limits.of(layer);
    if (!plane) {
      return;
    }
    const camera = viewpoint.camera.peek();
    const now = performance.now();
    if (this.#camera !== camera) {
      [this.#camera, this.#moved] = [camera, now];
    }
    const screen = viewpoint.screen.peek();
    const drawn = reading.look(plane, camera, screen);
    const isMoving = now - this.#moved < REST;
    const isRough = isMoving || reading.isBusy;
    this.#scene = {
      ...{ plane, drawn, camera, screen, limits, isRough },
      display: {
        levels: this.#look.levels.peek(),
        colors: this.#look.colors.peek(),
        nan: display.nan.peek(),
        shrinking: display.shrinking.peek(),
      },
      overlaps: overlaps.peek(),
      flags: flags.over.peek()
        ? { paints: untracked(() => flags.paints), opacity: flags.opacity.peek() }
        : undefined,
    };
    const isMore = this.#canvas.draw(this.#scene);
    this.#pixels.ariaBusy = String(isMore || isRough);
    if (isMore || isMoving) {
      this.#request();
    }
  }
}

function hitOf(layer: Layer, plane: TangentPlane, point: Point): Hit | undefined {
  const parts = [...layer.parts.values()].sort((a, b) => a.step - b.step);
  const mesh = layer.whole.peek()?.mesh ?? layer.place.peek()?.mesh;
  if (!layer.isShown.peek() || !mesh) {
    return undefined;
  }
  for (const each of [...parts.map(({ mesh }) => mesh), mesh]) {
    const pixel = each.on(plane).pixelAt(point);
    if (pixel) {
      const { rect } = each;
      const x = Math.min(Math.floor(pixel.x), rect.x + rect.width - 1);
      const y = Math.min(Math.floor(pixel.y), rect.y + rect.height - 1);
      return { layer, x, y };
    }
  }
  return undefined;
}

/** How far the pixel is from the middle of its image. */
function depthOf({ layer, x, y }: Hit): number {
  const { rect } = layer.place.peek() ?? {};
  return rect ? fromMiddle(rect, x + 0.5, y + 0.5) : Infinity;
}
