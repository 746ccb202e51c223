/**
 * Where the person looks and with what aids: kept while arrays of one shape
 * follow each other, as sections of a cube do, and while other views are shown.
 * How the image is turned is kept for arrays of any shape.
 */
import { type Signal, signal } from "@preact/signals";
import type { Pane } from "./camera.ts";
import {
  type Camera,
  flippedAcross,
  flippedUpright,
  lookAt,
  middleOf,
  type Orientation,
  type Point,
  pan,
  type Size,
  turned,
  UPRIGHT,
  wholeImage,
  zoomAt,
} from "./camera.ts";

/** How many pixels a side the square may have whose values are summed up: 1 is none but the pixel itself. */
export const SIDES = [1, 5, 11] as const;

/** Device pixels: an image that is all in view is at least as thick, or it is not all in view. */
const THINNEST = 4;

export class Viewpoint {
  readonly camera: Signal<Camera> = signal({ x: 0, y: 0, zoom: 1, ...UPRIGHT });
  /** Whether values stand in pixels that are large enough. */
  readonly pixelValues = signal(true);
  readonly magnifier = signal(false);
  /** Whether the row and the column through a pixel stand under the image as lines. */
  readonly cuts = signal(false);
  /** Whether a small picture of all says where the visible part is. */
  readonly overview = signal(true);
  /** One of `SIDES`. */
  readonly side: Signal<number> = signal(5);
  /** The size of what is looked at. */
  readonly image: Signal<Size | undefined> = signal(undefined);
  readonly screen: Signal<Size> = signal({ width: 1, height: 1 });
  /** Where it is looked at: on the whole canvas, and in the magnifier while there is one. */
  readonly panes: Signal<readonly Pane[]> = signal([]);
  /** Whether the camera still follows the window's size. */
  #fitted = true;

  setImage({ width, height }: Size): void {
    const before = this.image.peek();
    if (before?.width !== width || before.height !== height) {
      this.image.value = { width, height };
      this.fit();
    }
  }

  setScreen(screen: Size): void {
    this.screen.value = screen;
    if (this.#fitted) {
      this.fit();
    }
  }

  /** As if nothing had been looked at. */
  forget(): void {
    this.image.value = undefined;
    this.camera.value = { ...this.camera.peek(), ...UPRIGHT };
  }

  fit(): void {
    const image = this.image.peek();
    if (image) {
      this.#fitted = true;
      const whole = wholeImage(image, this.screen.peek(), this.camera.peek());
      const thinnest = THINNEST / Math.min(image.width, image.height);
      this.camera.value = { ...whole, zoom: Math.max(whole.zoom, thinnest) };
    }
  }

  actualSize(): void {
    this.zoomBy(1 / this.camera.peek().zoom);
  }

  /** Zooms about a point of the screen, or about its middle. */
  zoomBy(factor: number, at: Point = middleOf(this.screen.peek())): void {
    this.#move((camera, image) => zoomAt(camera, image, this.screen.peek(), at, factor));
  }

  /** Moves the image by pixels of the screen. */
  panBy(dx: number, dy: number): void {
    this.#move((camera, image) => pan(camera, image, dx, dy));
  }

  /** Puts a point of the image in the middle. */
  lookAt(point: Point): void {
    this.#move((camera, image) => lookAt(camera, image, point));
  }

  /** Turns what is seen clockwise, by degrees. */
  turn(degrees: number): void {
    this.#orient(turned(this.camera.peek(), degrees));
  }

  flipAcross(): void {
    this.#orient(flippedAcross(this.camera.peek()));
  }

  flipUpright(): void {
    this.#orient(flippedUpright(this.camera.peek()));
  }

  upright(): void {
    this.#orient(UPRIGHT);
  }

  #move(change: (camera: Camera, image: Size) => Camera): void {
    const image = this.image.peek();
    if (image) {
      this.#fitted = false;
      this.camera.value = change(this.camera.peek(), image);
    }
  }

  /** Turns about the middle of the screen; the whole image stays in view if it was. */
  #orient({ angle, mirrored }: Orientation): void {
    this.camera.value = { ...this.camera.peek(), angle, mirrored };
    if (this.#fitted) {
      this.fit();
    }
  }
}
