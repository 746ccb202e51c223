/**
 * Contrast and bias over the image, as in DS9: the right button drags bias
 * across and contrast upwards; and by keys.
 */
import type { DisplayModel } from "../../display/model.ts";
import type { Point } from "./camera.ts";

/** By which factor contrast changes from the lower edge to the upper one. */
const RANGE = 16;
const RIGHT_BUTTON = 2;

/** What keys do. */
const KEYS: Readonly<Record<string, (display: DisplayModel) => void>> = {
  b: (display) => display.turn(1, 0.02),
  B: (display) => display.turn(1, -0.02),
  c: (display) => display.turn(1.1, 0),
  C: (display) => display.turn(1 / 1.1, 0),
  n: (display) => display.resetTurn(),
};

/** Listens on the canvas until the signal aborts. */
export function listenForTone(canvas: HTMLCanvasElement, display: DisplayModel, signal: AbortSignal): void {
  let before: Point | undefined;
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === RIGHT_BUTTON) {
        before = { x: event.clientX, y: event.clientY };
        canvas.setPointerCapture(event.pointerId);
      }
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (before) {
        const { width, height } = canvas.getBoundingClientRect();
        const factor = RANGE ** ((before.y - event.clientY) / height);
        display.turn(factor, (event.clientX - before.x) / width);
        before = { x: event.clientX, y: event.clientY };
      }
    },
    { signal },
  );
  const release = (): void => {
    before = undefined;
  };
  canvas.addEventListener("pointerup", release, { signal });
  canvas.addEventListener("pointercancel", release, { signal });
  canvas.addEventListener(
    "keydown",
    (event) => {
      const act = KEYS[event.key];
      if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        act(display);
      }
    },
    { signal },
  );
}
