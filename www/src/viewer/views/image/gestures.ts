/**
 * Pointer, wheel and keys over the image, turned into moves of the camera. One
 * pointer drags, two pinch; the wheel zooms to the pointer. Positions are in
 * device pixels of the canvas.
 */
import type { Point } from "./camera.ts";

export interface Gestures {
  readonly onPan: (dx: number, dy: number) => void;
  readonly onZoom: (at: Point | undefined, factor: number) => void;
  readonly onHover: (at: Point | undefined) => void;
  readonly onFit: () => void;
  readonly onActualSize: () => void;
  /** After a key moved the image: there may be no pointer to read out under. */
  readonly onKey: () => void;
}

const WHEEL_RATE = 0.0016;
const KEY_PAN = 48;
const KEY_ZOOM = Math.SQRT2;

/** Listens on the canvas until the signal aborts. */
export function listen(canvas: HTMLCanvasElement, to: Gestures, signal: AbortSignal): void {
  const pointers = new Map<number, Point>();
  const at = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      pointers.set(event.pointerId, at(event));
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragging");
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      const now = at(event);
      const before = pointers.get(event.pointerId);
      if (before) {
        drag(pointers, event.pointerId, before, now, to);
        pointers.set(event.pointerId, now);
      }
      to.onHover(now);
    },
    { signal },
  );
  const release = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    canvas.classList.toggle("dragging", pointers.size > 0);
  };
  canvas.addEventListener("pointerup", release, { signal });
  canvas.addEventListener("pointercancel", release, { signal });
  canvas.addEventListener("pointerleave", () => to.onHover(undefined), { signal });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const rate = event.ctrlKey ? 6 * WHEEL_RATE : WHEEL_RATE;
      to.onZoom(at(event), Math.exp(-event.deltaY * lines * rate));
    },
    { signal, passive: false },
  );
  canvas.addEventListener("dblclick", () => to.onFit(), { signal });
  canvas.addEventListener(
    "keydown",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && press(event.key, to)) {
        event.preventDefault();
        to.onKey();
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
  to: Gestures,
): void {
  const other = [...pointers].find(([pointer]) => pointer !== id)?.[1];
  if (!other) {
    to.onPan(now.x - before.x, now.y - before.y);
    return;
  }
  const apart = Math.hypot(before.x - other.x, before.y - other.y);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  to.onPan((now.x - before.x) / 2, (now.y - before.y) / 2);
  if (apart > 0) {
    to.onZoom(middle, Math.hypot(now.x - other.x, now.y - other.y) / apart);
  }
}

function press(key: string, to: Gestures): boolean {
  switch (key) {
    case "ArrowLeft":
      to.onPan(KEY_PAN, 0);
      return true;
    case "ArrowRight":
      to.onPan(-KEY_PAN, 0);
      return true;
    case "ArrowUp":
      to.onPan(0, KEY_PAN);
      return true;
    case "ArrowDown":
      to.onPan(0, -KEY_PAN);
      return true;
    case "+":
    case "=":
      to.onZoom(undefined, KEY_ZOOM);
      return true;
    case "-":
    case "_":
      to.onZoom(undefined, 1 / KEY_ZOOM);
      return true;
    case "0":
      to.onFit();
      return true;
    case "1":
      to.onActualSize();
      return true;
    default:
      return false;
  }
}
