/**
 * The other image of a comparison on a canvas of its own, which follows the camera of the first. Both stay on the GPU: taking turns
 * uploads nothing and draws nothing.
 */

import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { effect } from "@preact/signals";
import type { Plane, PlaneLimits } from "../../../protocol/plane.ts";
import { AboveCanvas } from "../aboveCanvas.ts";
import type { Pane, Rect } from "../camera/camera.ts";
import type { Look } from "../display/look.ts";
import { makeRoom, screenSize } from "../draw/canvas.ts";
import type { Cover } from "../draw/cover.ts";
import { DetailTiles } from "../draw/detailTiles.ts";
import type { Renderer } from "../draw/renderer.ts";
import { leaveSurface, takeSurface } from "../draw/surface.ts";
import type { ImageModel } from "../model/imageModel.ts";
import type { Patch } from "../model/neighbourhood.ts";
import { Patches } from "../model/patches.ts";
import type { OtherImage } from "./other.ts";

interface OtherLiveParts {
  readonly pixels: HTMLElement;
  readonly above: HTMLCanvasElement;
  readonly image: ImageModel;
  readonly look: Look;
  readonly other: OtherImage;
  /** The limits to draw with. */
  readonly limits: () => PlaneLimits | undefined;
  /** The overview of the first image, where it covers the same. */
  readonly overview: () => Pane | undefined;
  /** What covers the first image, where it belongs to this one as well. */
  readonly cover: () => Cover | undefined;
}

export class OtherLive {
  readonly #parts: OtherLiveParts;
  readonly #renderer: Renderer;
  readonly #above: AboveCanvas;
  readonly #resizing: ResizeObserver;
  readonly #stopEffects: readonly (() => void)[];
  #plane: Plane | undefined;
  #detail: DetailTiles | undefined;
  #patches: Patches | undefined;
  #stopPatches = () => {};
  #frame = 0;

  constructor(parts: OtherLiveParts) {
    this.#parts = parts;
    const { pixels, above, image, other, overview, cover } = parts;
    this.#above = new AboveCanvas(above);
    this.#renderer = takeSurface(screenSize(pixels));
    this.#renderer.onChange = () => this.#request();
    pixels.append(this.#renderer.canvas);
    this.#resizing = new ResizeObserver(() => {
      const screen = screenSize(pixels);
      makeRoom(this.#renderer.canvas, screen);
      this.#above.resize(screen);
      this.#draw();
    });
    this.#resizing.observe(pixels);
    const { camera, pixelValues } = image.viewpoint;
    this.#stopEffects = [
      effect(() => this.#follow()),
      effect(() => this.#request(camera.value, other.camera.value, pixelValues.value, overview(), cover())),
    ];
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#resizing.disconnect();
    this.#stopPatches();
    for (const stop of this.#stopEffects) {
      stop();
    }
    this.#detail?.end();
    leaveSurface(this.#renderer);
  }

  /** Keeps the renderer in step with the models. */
  #follow(): void {
    const { image, look, other, limits } = this.#parts;
    const [plane, rows, shown] = [other.plane.value, other.rows.value, limits()];
    if (!plane || !shown) {
      return;
    }
    if (plane !== this.#plane) {
      this.#plane = plane;
      this.#renderer.setPlane(plane);
      this.#readDetail(plane);
    }
    this.#renderer.setRows(rows, rows < plane.height && other.problem.value === "");
    this.#renderer.setDisplay({
      limits: Number.isNaN(shown.min) ? { ...shown, min: 0, max: 0 } : shown,
      levels: look.levels.value,
      colors: look.colors.value,
      nan: image.display.nan.value,
      shrinking: image.display.shrinking.value,
    });
    this.#request();
  }

  #readDetail(plane: Plane): void {
    const { other } = this.#parts;
    this.#detail?.end();
    this.#stopPatches();
    const patches = new Patches(plane, (excerpt, signal) => other.excerpt(plane, excerpt, signal));
    this.#patches = patches;
    this.#stopPatches = effect(() => this.#request(patches.come.value));
    const onTiles = (tiles: Parameters<Renderer["setDetail"]>[0]): void => {
      this.#renderer.setDetail(tiles);
      this.#request();
    };
    const onFailure = ({ message }: { readonly message: string }): void => {
      other.problem.value = message;
    };
    const read = async (...[excerpt, signal]: [Excerpt, AbortSignal]) =>
      (await other.excerpt(plane, excerpt, signal)).display;
    this.#detail = plane.step > 1 ? new DetailTiles(plane, read, { onTiles, onFailure }) : undefined;
  }

  /** Draws in the next animation frame. */
  #request(..._changes: readonly unknown[]): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const { pixels, image, other, overview, cover } = this.#parts;
    const { camera, pixelValues } = image.viewpoint;
    const screen = screenSize(pixels);
    const main: Pane = { frame: { x: 0, y: 0, ...screen }, camera: other.camera.value ?? camera.value };
    const inset = overview();
    const insets = inset ? [inset] : [];
    this.#detail?.look([main]);
    const isMore = this.#renderer.draw([main, ...insets]);
    const height = this.#plane?.height ?? Number.POSITIVE_INFINITY;
    const isArriving = other.rows.peek() < height && other.problem.peek() === "";
    pixels.ariaBusy = String(isMore || isArriving);
    if (isMore) {
      this.#request();
    }
    this.#above.draw({
      ...{ main, insets, scale: devicePixelRatio, magnifier: undefined, cover: cover() },
      image: this.#plane?.whole ?? { width: 0, height: 0 },
      patchAt: pixelValues.value ? this.#patchAt : undefined,
    });
  }

  readonly #patchAt = (rect: Rect): Patch | undefined =>
    this.#patches?.at(rect, this.#parts.other.rows.value);
}
