/** A plane put together on the page from the parts that the worker passes on. */
import { memoryFor, put } from "@asdf-wasm/science/elements/pixels";
import type { Plane, PlanePart } from "../protocol/plane.ts";

export class ArrivingPlane {
  readonly plane: Plane;

  /** Starts with the first rows. A part with all rows is used without a copy, and so is one with none, ahead of all. */
  constructor(part: PlanePart) {
    const { head, start, stop, values, display, mask, reference, unit, coarse } = part;
    const frame = { ...head, reference, unit, coarse };
    if (start === 0 && (stop === 0 || stop === head.height)) {
      this.plane = { ...frame, values, display, mask };
      return;
    }
    const size = head.width * head.height;
    const memory = memoryFor(display, size);
    this.plane = {
      ...frame,
      display: memory,
      values: areSame(part) ? memory : memoryFor(values, head.complex ? 2 * size : size),
      mask: mask && memoryFor(mask, size),
    };
    this.add(part);
  }

  /** Adds further rows. */
  add(part: PlanePart): void {
    const { plane } = this;
    const at = part.start * plane.width;
    put(plane.display, at, part.display);
    if (!areSame(part)) {
      put(plane.values, plane.complex ? 2 * at : at, part.values);
    }
    if (plane.mask && part.mask) {
      put(plane.mask, at, part.mask);
    }
  }
}

/** Whether the values themselves are drawn, from the same buffer. */
function areSame({ values, display }: PlanePart): boolean {
  return ArrayBuffer.isView(values) && values.buffer === display.buffer;
}
