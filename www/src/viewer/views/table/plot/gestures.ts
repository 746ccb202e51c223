/** Pointer and wheel on a plot: dragging draws an outline or moves, two fingers and the wheel zoom. Places are in CSS pixels. */
import { wheelFactor } from "../../../ui/wheel.ts";
import type { Point } from "./space.ts";

export interface PlotGestures {
  /** Whether dragging draws an outline rather than moving. */
  readonly draws: () => boolean;
  readonly onHover: (at: Point | undefined) => void;
  readonly onClick: (at: Point) => void;
  /** The places that the pointer has been at since it was pressed. */
  readonly onOutline: (points: readonly Point[]) => void;
  readonly onOutlined: (points: readonly Point[], event: PointerEvent) => void;
  readonly onCancel: () => void;
  readonly onMove: (by: Point) => void;
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onReset: () => void;
}

/** A pointer that moves less is still. */
const STILL = 4;
const MIDDLE = 1;

/** Listens on the element until the signal aborts. */
export function listen(element: HTMLElement, gestures: PlotGestures, signal: AbortSignal): void {
  const pointers = new Map<number, Point>();
  let outline: Point[] | undefined;
  let pressed: Point | undefined;
  let isStill = true;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const end = (): void => {
    outline = undefined;
    gestures.onCancel();
  };

  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 && event.button !== MIDDLE) {
        return;
      }
      const here = at(event);
      pointers.set(event.pointerId, here);
      element.setPointerCapture(event.pointerId);
      [pressed, isStill] = [here, pointers.size === 1];
      if (pointers.size > 1) {
        end();
      } else if (event.button === 0 && gestures.draws()) {
        outline = [here];
      }
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      const now = at(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        gestures.onHover(now);
        return;
      }
      pointers.set(event.pointerId, now);
      isStill &&= Math.hypot(now.x - (pressed?.x ?? 0), now.y - (pressed?.y ?? 0)) < STILL;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        pinch(before, now, other, gestures);
      } else if (outline) {
        outline.push(now);
        if (!isStill) {
          gestures.onOutline(outline);
        }
      } else if (!isStill) {
        gestures.onMove({ x: now.x - before.x, y: now.y - before.y });
      }
    },
    { signal },
  );
  element.addEventListener(
    "pointerup",
    (event) => {
      if (pointers.delete(event.pointerId) && isStill) {
        end();
        gestures.onClick(at(event));
      } else if (outline && pointers.size === 0) {
        const drawn = outline;
        end();
        gestures.onOutlined(drawn, event);
      }
    },
    { signal },
  );
  element.addEventListener(
    "pointercancel",
    ({ pointerId }) => {
      pointers.delete(pointerId);
      end();
    },
    { signal },
  );
  element.addEventListener("pointerleave", () => gestures.onHover(undefined), { signal });
  element.addEventListener("dblclick", () => gestures.onReset(), { signal });
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      gestures.onZoom(1 / wheelFactor(event), at(event));
    },
    { signal, passive: false },
  );
}

function pinch(before: Point, now: Point, other: Point, gestures: PlotGestures): void {
  const apart = Math.hypot(before.x - other.x, before.y - other.y);
  gestures.onMove({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
  const wide = Math.hypot(now.x - other.x, now.y - other.y);
  if (apart > 0 && wide > 0) {
    gestures.onZoom(apart / wide, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }
}
