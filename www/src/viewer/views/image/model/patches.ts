/**
 * Elements of the plane for the readout and for pixel values: from memory where all were read, else requested from
 * the worker.
 */

import type { Elements } from "@asdf-wasm/science/elements/values";
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { signal } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { Plane } from "../../../protocol/plane.ts";
import type { Rect, Size } from "../camera/camera.ts";
import type { Patch } from "./neighbourhood.ts";

/** Requests extend to multiples of this, so that they cover neighbouring pixels. */
const GRAIN = 16;
/** How long the pointer must rest before a request, in milliseconds. */
export const REST = 80;
/** The number of patches kept, and of requests at a time. */
const KEPT = 16;
const LANES = 2;

interface Request {
  readonly rect: Rect;
  readonly stop: AbortController;
  hasFailed: boolean;
}

type Read = (excerpt: Excerpt, signal: AbortSignal) => Promise<Elements>;

export class Patches {
  readonly #plane: Plane;
  readonly #read: Read;
  /** Grows when a patch has arrived. */
  readonly come = signal(0);
  #patches: Patch[] = [];
  #requests: readonly Request[] = [];

  constructor(plane: Plane, read: Read) {
    this.#plane = plane;
    this.#read = read;
  }

  /** A patch that contains a rectangle, once read; `rows` of the plane have arrived. */
  at(rect: Rect, rows: number): Patch | undefined {
    if (this.#plane.step === 1) {
      return rect.y + rect.height <= rows ? { ...this.#plane, x: 0, y: 0 } : undefined;
    }
    // Subscribes the caller to arriving patches.
    this.come.value;
    const known = this.#patches.find((patch) => holds(patch, rect));
    if (!known && !this.#requests.some((request) => holds(request.rect, rect))) {
      void this.#ask(widened(rect, GRAIN, this.#plane.whole));
    }
    return known;
  }

  /** Whether a rectangle is being read. */
  isReading(rect: Rect): boolean {
    return this.#requests.some((request) => !request.hasFailed && holds(request.rect, rect));
  }

  /** Aborts all but the newest requests. */
  async #ask(rect: Rect): Promise<void> {
    const request: Request = { rect, stop: new AbortController(), hasFailed: false };
    for (const { stop } of this.#requests.slice(LANES - 1)) {
      stop.abort(ABORTED);
    }
    this.#requests = [request, ...this.#requests.slice(0, LANES - 1)];
    const { signal } = request.stop;
    await new Promise((resolve) => setTimeout(resolve, REST));
    try {
      const elements = await this.#read({ ...rect, step: 1 }, signal);
      if (!signal.aborted) {
        this.#requests = this.#requests.filter((other) => other !== request);
        this.#patches = [{ ...elements, ...rect }, ...this.#patches.slice(0, KEPT - 1)];
        this.come.value += 1;
      }
    } catch {
      // The detail tiles report the reason; this patch is not requested again.
      request.hasFailed = true;
      this.come.value += 1;
    }
  }
}

export function holds(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Extends a rectangle to multiples of a grain, within the whole. */
export function widened({ x, y, width, height }: Rect, grain: number, whole: Size): Rect {
  const [left, low] = [grain * Math.floor(x / grain), grain * Math.floor(y / grain)];
  const right = Math.min(grain * Math.ceil((x + width) / grain), whole.width);
  const top = Math.min(grain * Math.ceil((y + height) / grain), whole.height);
  return { x: left, y: low, width: right - left, height: top - low };
}
