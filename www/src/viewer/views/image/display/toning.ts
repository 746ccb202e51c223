/**
 * Contrast and bias over the image, as in DS9: the right button drags bias across and contrast upwards; keys do the
 * same.
 */

import type { Point } from "../camera/camera.ts";
import type { DisplayModel } from "./model.ts";

/** The factor of contrast from the lower to the upper edge. */
const RANGE = 16;
const RIGHT_BUTTON = 2;

/** The keys. */
const KEYS: Readonly<Record<string, (display: DisplayModel) => void>> = {
  b: (display) => display.turn(1, 0.02),
  B: (display) => display.turn(1, -0.02),
  c: (display) => display.turn(1.1, 0),
  C: (display) => display.turn(1 / 1.1, 0),
  n: (display) => display.resetTurn(),
};

/** Listens on the element until the signal aborts. */
export function listenForTone(pixels: HTMLElement, display: DisplayModel, signal: AbortSignal): void {
  let before: Point | undefined;
  pixels.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  pixels.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === RIGHT_BUTTON) {
        before = { x: event.clientX, y: event.clientY };
        pixels.setPointerCapture(event.pointerId);
      }
    },
    { signal },
  );
  pixels.addEventListener(
    "pointermove",
    (event) => {
      if (before) {
        const { width, height } = pixels.getBoundingClientRect();
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
  pixels.addEventListener("pointerup", release, { signal });
  pixels.addEventListener("pointercancel", release, { signal });
  pixels.addEventListener(
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
