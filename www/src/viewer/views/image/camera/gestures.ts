/**
 * Pointer, wheel and keys over the image, turned into moves of the camera. One pointer drags, two pinch; the wheel
 * zooms about the pointer. Positions are in device pixels.
 */
import { obey } from "../../../ui/commands.ts";
import { wheelFactor } from "../../../ui/wheel.ts";
import type { Point } from "./camera.ts";
import { ARROWS, COMMANDS } from "./commands.ts";
import type { Viewpoint } from "./viewpoint.ts";

export interface Listener {
  /** Called when the pointer moves to a point, or leaves. */
  readonly onHover: (at: Point | undefined) => void;
  /** Called after a key moved the image: there may be no pointer to read out under. */
  readonly onKey: () => void;
  /** Called after a press of the main button that did not drag. */
  readonly onClick?: (at: Point) => void;
}

/** A pointer that moved further than this, in CSS pixels, is dragging. */
export const STILL = 4;

/** Listens on the element until the signal aborts. */
export function listen(
  pixels: HTMLElement,
  viewpoint: Viewpoint,
  { onHover, onKey, onClick }: Listener,
  signal: AbortSignal,
): void {
  const pointers = new Map<number, Point>();
  /** The newest press, in CSS pixels. */
  let pressed: Point | undefined;
  const hold = (): void => {
    viewpoint.held.value = pointers.size > 0;
    pixels.classList.toggle("dragging", pointers.size > 0);
  };
  signal.addEventListener("abort", () => {
    pointers.clear();
    hold();
  });
  const at = (event: MouseEvent): Point => {
    const box = pixels.getBoundingClientRect();
    const scale = viewpoint.screen.peek().width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };

  pixels.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === 2) {
        return;
      }
      pressed = { x: event.clientX, y: event.clientY };
      pointers.set(event.pointerId, at(event));
      pixels.setPointerCapture(event.pointerId);
      hold();
    },
    { signal },
  );
  pixels.addEventListener(
    "pointermove",
    (event) => {
      const now = at(event);
      const before = pointers.get(event.pointerId);
      if (before) {
        drag(pointers, event.pointerId, before, now, viewpoint);
        pointers.set(event.pointerId, now);
      }
      onHover(now);
    },
    { signal },
  );
  const release = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    hold();
  };
  const isStill = ({ clientX, clientY }: MouseEvent): boolean =>
    pressed !== undefined && Math.hypot(clientX - pressed.x, clientY - pressed.y) < STILL;
  pixels.addEventListener(
    "pointerup",
    (event) => {
      release(event);
      if (event.button === 0 && event.isPrimary && isStill(event)) {
        onClick?.(at(event));
      }
    },
    { signal },
  );
  pixels.addEventListener("pointercancel", release, { signal });
  pixels.addEventListener("pointerleave", () => onHover(undefined), { signal });
  pixels.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      viewpoint.zoomBy(wheelFactor(event), at(event));
    },
    { signal, passive: false },
  );
  pixels.addEventListener(
    "dblclick",
    (event) => {
      // WebKit takes a drag right after a click for the second click.
      if (isStill(event)) {
        viewpoint.fit();
      }
    },
    { signal },
  );
  pixels.addEventListener(
    "keydown",
    (event) => {
      const before = viewpoint.camera.peek();
      if (obey([ARROWS, ...COMMANDS], viewpoint, event) && viewpoint.camera.peek() !== before) {
        onKey();
      }
    },
    { signal },
  );
}

function drag(
  pointers: ReadonlyMap<number, Point>,
  id: number,
  before: Point,
  now: Point,
  viewpoint: Viewpoint,
): void {
  const other = [...pointers].find(([pointer]) => pointer !== id)?.[1];
  if (!other) {
    viewpoint.panBy(now.x - before.x, now.y - before.y);
    return;
  }
  const apart = Math.hypot(before.x - other.x, before.y - other.y);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  viewpoint.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  if (apart > 0) {
    viewpoint.zoomBy(Math.hypot(now.x - other.x, now.y - other.y) / apart, middle);
  }
}
