/**
 * Contrast and bias over the image, as in DS9: the right button drags bias across and contrast upwards; keys do the
 * same.
 */

import { type Command, obey } from "../../../ui/commands.ts";
import type { Point } from "../camera/camera.ts";
import type { DisplayModel } from "./displayModel.ts";

/** The factor of contrast from the lower to the upper edge. */
const RANGE = 16;
const RIGHT_BUTTON = 2;

export const TONE_KEYS: readonly Command<DisplayModel>[] = [
  {
    label: "More and less bias",
    keys: ["b", "B"],
    run: (display, { key }) => display.turn(1, key === "b" ? 0.02 : -0.02),
  },
  {
    label: "More and less contrast",
    keys: ["c", "C"],
    run: (display, { key }) => display.turn(key === "c" ? 1.1 : 1 / 1.1, 0),
  },
  { label: "Reset contrast and bias", keys: ["n"], run: (display) => display.resetTurn() },
  { label: "Drag bias across, contrast upwards", keys: [], written: "right button" },
];

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
  pixels.addEventListener("keydown", (event) => obey(TONE_KEYS, display, event), { signal });
}
