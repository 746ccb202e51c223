/** The image on its canvas: renderer, overlay and gestures held together. It draws only when something changed. */

import { computed, effect, type ReadonlySignal, untracked } from "@preact/signals";
import { ABORTED } from "../../protocol/notices.ts";
import type { Plane } from "../../protocol/plane.ts";
import { AboveCanvas } from "./aboveCanvas.ts";
import type { Pane } from "./camera/camera.ts";
import { middleOf, type Point, type Rect } from "./camera/camera.ts";
import { listen } from "./camera/gestures.ts";
import { magnifierPane, overviewPane } from "./camera/insets.ts";
import type { Viewpoint } from "./camera/viewpoint.ts";
import type { Look } from "./display/look.ts";
import { listenForTone } from "./display/toning.ts";
import { makeRoom, screenSize } from "./draw/canvas.ts";
import { DetailTiles } from "./draw/detailTiles.ts";
import type { Display, Renderer } from "./draw/renderer.ts";
import { leaveSurface, takeSurface } from "./draw/surface.ts";
import type { Tile } from "./draw/tiles.ts";
import type { ImageModel } from "./model/imageModel.ts";
import type { Patch } from "./model/neighbourhood.ts";
import type { Drawn } from "./picture/raster.ts";

export class LiveImage {
  readonly #pixels: HTMLElement;
  readonly #image: ImageModel;
  readonly #look: Look;
  readonly viewpoint: Viewpoint;
  readonly #renderer: Renderer;
  readonly #above: AboveCanvas;
  readonly #listening = new AbortController();
  readonly #resizing: ResizeObserver;
  readonly #stopEffects: readonly (() => void)[];
  /** The pane of the overview, while it is shown. */
  readonly overview: ReadonlySignal<Pane | undefined>;
  #plane: Plane | undefined;
  #display: Display | undefined;
  #tiles: readonly Tile[] = [];
  #detail: DetailTiles | undefined;
  #pointer: Point | undefined;
  #frame = 0;

  constructor(pixels: HTMLElement, above: HTMLCanvasElement, image: ImageModel, look: Look) {
    this.#pixels = pixels;
    this.#image = image;
    this.#look = look;
    this.viewpoint = image.viewpoint;
    this.#above = new AboveCanvas(above);
    this.#renderer = takeSurface(screenSize(pixels));
    this.#renderer.onChange = () => this.#request();
    pixels.append(this.#renderer.canvas);
    const { camera, image: whole, screen, overview, pixelValues, magnifier, cuts } = this.viewpoint;
    const { cover } = image;
    this.overview = computed(() =>
      overview.value && whole.value
        ? overviewPane(camera.value, whole.value, screen.value, devicePixelRatio)
        : undefined,
    );
    const onHover = (at: Point | undefined) => this.#point(at, "pointer");
    const onKey = () => this.#point(middleOf(screen.value), "keys");
    listen(pixels, this.viewpoint, { onHover, onKey }, this.#listening.signal);
    listenForTone(pixels, image.display, this.#listening.signal);
    this.#resizing = new ResizeObserver(() => this.#resize());
    this.#resizing.observe(pixels);
    this.#stopEffects = [
      effect(() => this.#follow()),
      // A change of any of these redraws the image.
      effect(() =>
        this.#request(camera.value, this.overview.value, pixelValues.value, magnifier.value, cover.value),
      ),
      effect(() => this.#request(image.patches.value?.come.value)),
      // Both show a pixel: without a pointer, the one in the middle.
      effect(() => {
        if ((magnifier.value || cuts.value) && whole.value && !this.#pointer) {
          untracked(onKey);
        }
      }),
    ];
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stopEffects) {
      stop();
    }
    this.#resizing.disconnect();
    this.#listening.abort(ABORTED);
    this.#detail?.end();
    leaveSurface(this.#renderer);
  }

  /** What the canvas shows, for a picture of it. */
  drawn(): Drawn | undefined {
    const { camera, image, screen, pixelValues } = this.viewpoint;
    const [plane, display] = [this.#plane, this.#display];
    const { width, height } = this.#renderer.canvas;
    const rows = this.#image.rows.value;
    // Until rows come, the plane may be drawn coarsely: that is no picture of it.
    if (!(plane && display && image.value && rows > 0)) {
      return undefined;
    }
    return {
      ...{ plane, display, rows, tiles: this.#tiles },
      ...{ camera: camera.value, screen: screen.value, image: image.value },
      canvas: { width, height },
      cover: this.#image.cover.value,
      patchAt: pixelValues.value ? this.#patchAt : undefined,
    };
  }

  /** Keeps the renderer in step with the model. */
  #follow(): void {
    const { display, limits, plane, rows, shortfall } = this.#image;
    if (!plane.value || !limits.value) {
      return;
    }
    if (plane.value !== this.#plane) {
      this.#plane = plane.value;
      this.#renderer.setPlane(plane.value);
      this.viewpoint.setImage(plane.value.whole);
      this.#detail?.end();
      this.#tiles = [];
      this.#detail = plane.value.step > 1 ? this.#detailOf(plane.value) : undefined;
    }
    this.#renderer.setRows(rows.value, rows.value < plane.value.height && !shortfall.value);
    this.#display = {
      // Without finite values, at least the infinities can be told apart.
      limits: Number.isNaN(limits.value.min) ? { ...limits.value, min: 0, max: 0 } : limits.value,
      levels: this.#look.levels.value,
      colors: this.#look.colors.value,
      nan: display.nan.value,
      shrinking: display.shrinking.value,
    };
    this.#renderer.setDisplay(this.#display);
    this.#request();
  }

  /** Reads detail tiles of a plane that was read with a step. */
  #detailOf(plane: Plane): DetailTiles {
    const model = this.#image;
    return new DetailTiles(
      plane,
      async (excerpt, signal) => (await model.excerpt(plane, excerpt, signal)).display,
      {
        onTiles: (tiles) => {
          this.#tiles = tiles;
          this.#renderer.setDetail(tiles);
          this.#request();
        },
        onFailure: (notice) => {
          model.shortfall.value = notice;
        },
      },
    );
  }

  #resize(): void {
    const screen = screenSize(this.#pixels);
    makeRoom(this.#renderer.canvas, screen);
    this.#above.resize(screen);
    this.viewpoint.setScreen(screen);
    this.#draw();
  }

  /** Reads out the pixel under a point of the screen. */
  #point(at: Point | undefined, by: "pointer" | "keys"): void {
    this.#pointer = at;
    const pixel = at && this.viewpoint.pixelAt(at);
    this.#image.readout.value = pixel && { ...pixel, by };
    if (this.viewpoint.magnifier.value) {
      this.#request();
    }
  }

  /** Draws in the next animation frame. */
  #request(..._changes: readonly unknown[]): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const { camera, image, screen, magnifier, pixelValues } = this.viewpoint;
    const main: Pane = { frame: { x: 0, y: 0, ...screen.value }, camera: camera.value };
    const scale = devicePixelRatio;
    const magnified =
      magnifier.value && this.#pointer
        ? magnifierPane(camera.value, this.#pointer, screen.value, scale, this.overview.value?.frame)
        : undefined;
    const insets = [this.overview.value, magnified].filter((pane) => pane !== undefined);
    const panes = magnified ? [main, magnified] : [main];
    this.viewpoint.panes.value = panes;
    this.#detail?.look(panes);
    const isMore = this.#renderer.draw([main, ...insets]);
    this.#pixels.ariaBusy = String(isMore);
    if (isMore) {
      this.#request();
    }
    this.#above.draw({
      ...{ main, insets, scale, magnifier: magnified },
      image: image.value ?? { width: 0, height: 0 },
      cover: this.#image.cover.value,
      patchAt: pixelValues.value ? this.#patchAt : undefined,
    });
  }

  readonly #patchAt = (rect: Rect): Patch | undefined => {
    const { patches, rows } = this.#image;
    return patches.value?.at(rect, rows.value);
  };
}
