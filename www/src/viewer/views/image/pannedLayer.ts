/**
 * A canvas over the image that reaches beyond the screen on each side. While the camera pans, the canvas is moved by whole pixels. It is
 * painted again where it ends, and once the camera rests.
 */
import { type Camera, type Size, stepOnScreen } from "./camera/camera.ts";
import type { Painter } from "./picture/pictureModel.ts";

/** How far it reaches beyond the screen, in CSS pixels. */
const REACH = 240;
/** How long the camera rests before all is painted as it is, in milliseconds. */
const REST = 150;

/** What is shown; another object with each change. */
interface Shown {
  readonly camera: Camera;
  readonly screen: Size;
  readonly scale: number;
  /** Whether a pointer holds the image, which then does not rest. */
  readonly isHeld: boolean;
}

export class PannedLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #painter: Painter;
  readonly #onPainted: (() => void) | undefined;
  #shown: Shown | undefined;
  /** The camera that it was painted for, and how far beyond the screen. */
  #painted: { readonly camera: Camera; readonly reach: number } | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, painter: Painter, onPainted?: () => void) {
    [this.#canvas, this.#painter, this.#onPainted] = [canvas, painter, onPainted];
  }

  show(shown: Shown): void {
    const before = this.#shown;
    this.#shown = shown;
    if (!before || !isAlike(before, shown)) {
      this.#paint(0);
    } else if (!this.#move()) {
      this.#paint(REACH);
    }
    clearTimeout(this.#rest);
    if (!shown.isHeld) {
      this.#rest = setTimeout(() => this.#paintAtRest(), REST);
    }
  }

  dispose(): void {
    clearTimeout(this.#rest);
  }

  /** Ahead of the next pan, and where the camera is between two pixels. */
  #paintAtRest(): void {
    const { camera, reach } = this.#painted ?? {};
    if (reach !== REACH || camera !== this.#shown?.camera) {
      this.#paint(REACH);
    }
  }

  /** Returns whether what is painted covers the screen. */
  #move(): boolean {
    const [shown, painted] = [this.#shown, this.#painted];
    if (!shown || !painted) {
      return false;
    }
    const { camera, scale } = shown;
    const step = stepOnScreen(camera, { x: painted.camera.x - camera.x, y: painted.camera.y - camera.y });
    const [x, y] = [Math.round(step.x), Math.round(step.y)];
    if (Math.max(Math.abs(x), Math.abs(y)) > painted.reach * scale) {
      return false;
    }
    this.#canvas.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
    return true;
  }

  #paint(reach: number): void {
    const context = this.#canvas.getContext("2d");
    if (!context || !this.#shown) {
      return;
    }
    const { camera, screen, scale } = this.#shown;
    const most = Math.ceil(REACH * scale);
    const [width, height] = [screen.width + 2 * most, screen.height + 2 * most];
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      Object.assign(this.#canvas, { width, height });
      for (const [name, length] of Object.entries({ left: -most, top: -most, width, height })) {
        this.#canvas.style.setProperty(name, `${length / scale}px`);
      }
    }
    context.setTransform(1, 0, 0, 1, most, most);
    context.clearRect(-most, -most, width, height);
    this.#painter(context, camera, screen, scale, Math.ceil(reach * scale));
    this.#painted = { camera, reach };
    this.#move();
    this.#onPainted?.();
  }
}

/** Whether the same is shown, at whatever place. */
function isAlike({ camera, ...before }: Shown, { camera: next, ...after }: Shown): boolean {
  return (
    before.scale === after.scale &&
    before.screen.width === after.screen.width &&
    before.screen.height === after.screen.height &&
    camera.zoom === next.zoom &&
    camera.angle === next.angle &&
    camera.mirrored === next.mirrored
  );
}
