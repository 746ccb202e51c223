/**
 * The camera and the aids of the image view. The camera is kept between arrays of one shape, such as sections of a
 * cube, and between views; the orientation is kept for arrays of any shape.
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
  pixelAt,
  possibleZoom,
  type Size,
  toImage,
  turned,
  UPRIGHT,
  wholeImage,
  zoomAt,
} from "./camera.ts";

/** Sides, in pixels, of the square that the readout summarises; 1 is the pixel alone. */
export const SIDES = [1, 5, 11] as const;

/** Where a camera looks, and how closely: by its zoom, or by how many pixels of the image the window shows along its shorter side. */
export type Sight = ZoomedSight | (Point & { readonly across: number });
export type ZoomedSight = Pick<Camera, "x" | "y" | "zoom">;

const THINNEST = 4;

export class Viewpoint {
  /** Whether there is anything over the image. */
  readonly hasAids: boolean;
  readonly camera: Signal<Camera> = signal({ x: 0, y: 0, zoom: 1, ...UPRIGHT });
  /** Whether a pointer holds the image. */
  readonly held = signal(false);
  /** Whether values are written into large pixels. */
  readonly pixelValues = signal(true);
  readonly magnifier = signal(false);
  /** Whether line cuts are shown under the image. */
  readonly cuts = signal(false);
  /** Whether the overview is shown. */
  readonly overview = signal(true);
  /** Whether meridians and parallels are drawn over the image, and whether the compass and the scale bar are. */
  readonly grid = signal(false);
  readonly compass = signal(false);
  /** Turns north up, while it is known where north is. */
  readonly north: Signal<(() => void) | undefined> = signal(undefined);
  /** One of `SIDES`. */
  readonly side: Signal<number> = signal(5);
  /** The size of the image. */
  readonly image: Signal<Size | undefined> = signal(undefined);
  readonly screen: Signal<Size> = signal({ width: 1, height: 1 });
  /** The panes that show detail: the whole canvas, and the magnifier while it is shown. */
  readonly panes: Signal<readonly Pane[]> = signal([]);
  readonly #thinnest: number;
  /** What of the image the window keeps showing when its size changes: the whole, or so many pixels along its shorter side. */
  #kept: "whole" | { readonly across: number } | undefined = "whole";
  /** Where to look at the next image. */
  #next: { readonly sight: Sight | undefined } | undefined;

  /** `thinnest`: the least side of a fitted image, in device pixels. */
  constructor(hasAids = true, thinnest = THINNEST) {
    this.hasAids = hasAids;
    this.#thinnest = thinnest;
  }

  setImage({ width, height }: Size): void {
    const before = this.image.peek();
    const next = this.#next;
    this.#next = undefined;
    if (before?.width !== width || before.height !== height) {
      this.image.value = { width, height };
      this.fit();
    }
    if (next) {
      this.see(next.sight);
    }
  }

  /** Undefined while the whole image is fitted into the window. */
  get sight(): Sight | undefined {
    const { x, y, zoom } = this.camera.value;
    return this.image.value && this.#kept !== "whole" ? { x, y, ...(this.#kept ?? { zoom }) } : undefined;
  }

  /** The point in the middle of the window, and how many pixels of the image it shows along its shorter side. Reads signals. */
  get seen(): (Point & { readonly across: number }) | undefined {
    const [{ x, y, zoom }, screen] = [this.camera.value, this.screen.value];
    return (
      this.image.value && {
        x,
        y,
        across: shorterOf(screen) / zoom,
        ...(this.#kept !== "whole" && this.#kept),
      }
    );
  }

  /** The pixel at a point of the screen; undefined outside of the image. */
  pixelAt(at: Point): Point | undefined {
    const image = this.image.peek();
    return image && pixelAt(toImage(this.camera.peek(), this.screen.peek(), at), image);
  }

  /** Looks at a place of the image, or fits it. */
  see(sight: Sight | undefined): void {
    if (!sight) {
      this.fit();
      return;
    }
    const screen = this.screen.peek();
    const wished = "across" in sight ? shorterOf(screen) / sight.across : sight.zoom;
    this.#move((camera, image) => {
      const zoom = possibleZoom(wished, image, screen);
      return lookAt({ ...camera, zoom }, image, sight);
    });
    // What cannot be shown is not kept.
    if ("across" in sight && this.camera.peek().zoom === wished) {
      this.#kept = { across: sight.across };
    }
  }

  /** The same for the image that is set next. */
  seeNext(sight: Sight | undefined): void {
    this.#next = { sight };
  }

  setScreen(screen: Size): void {
    this.screen.value = screen;
    if (this.#kept === "whole") {
      this.fit();
    } else if (this.#kept) {
      this.see({ ...this.camera.peek(), ...this.#kept });
    }
  }

  /** Resets everything but the zoom aids. */
  forget(): void {
    this.#next = undefined;
    this.image.value = undefined;
    this.camera.value = { ...this.camera.peek(), ...UPRIGHT };
  }

  fit(): void {
    const image = this.image.peek();
    if (image) {
      this.#kept = "whole";
      const whole = wholeImage(image, this.screen.peek(), this.camera.peek());
      const thinnest = this.#thinnest / Math.min(image.width, image.height);
      this.camera.value = { ...whole, zoom: Math.max(whole.zoom, thinnest) };
    }
  }

  actualSize(): void {
    this.zoomBy(1 / this.camera.peek().zoom);
  }

  /** Zooms about a point of the screen, by default its middle. */
  zoomBy(factor: number, at: Point = middleOf(this.screen.peek())): void {
    this.#move((camera, image) => zoomAt(camera, image, this.screen.peek(), at, factor));
  }

  /** Pans by screen pixels. */
  panBy(dx: number, dy: number): void {
    this.#move((camera, image) => pan(camera, image, dx, dy));
  }

  /** Centres a point of the image. */
  lookAt(point: Point): void {
    this.#move((camera, image) => lookAt(camera, image, point));
  }

  /** Rotates the view clockwise, by degrees. */
  turn(degrees: number): void {
    this.orient(turned(this.camera.peek(), degrees));
  }

  flipAcross(): void {
    this.orient(flippedAcross(this.camera.peek()));
  }

  flipUpright(): void {
    this.orient(flippedUpright(this.camera.peek()));
  }

  upright(): void {
    this.orient(UPRIGHT);
  }

  /** Reorients about the middle of the screen; a fitted image stays fitted. */
  orient({ angle, mirrored }: Orientation): void {
    this.camera.value = { ...this.camera.peek(), angle, mirrored };
    if (this.#kept === "whole") {
      this.fit();
    }
  }

  #move(change: (camera: Camera, image: Size) => Camera): void {
    const image = this.image.peek();
    if (image) {
      this.#kept = undefined;
      this.camera.value = change(this.camera.peek(), image);
    }
  }
}

function shorterOf({ width, height }: Size): number {
  return Math.min(width, height);
}
