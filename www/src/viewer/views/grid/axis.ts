/**
 * One direction of a grid: where its lines are and which of them are seen. Positions are pixels from the first line and
 * may be far beyond what a browser scrolls. There the scroll bar stands for the whole, and small steps, as of a wheel,
 * move by their own pixels. (TanStack's virtualizer keeps a measure of each line, which for 10⁹ of them is too much.)
 */
import type { Span } from "../../engine/protocol.ts";

/** Browsers lay elements out up to some 17 million pixels. */
const LONGEST = 8_000_000;
/** Room at both ends of the scaled scroll bar, so that there is always some to step into. */
const MARGIN = 4_000;

export class Axis {
  readonly count: number;
  readonly size: number;
  /** How many pixels are seen. */
  readonly view: number;

  constructor(count: number, size: number, view: number) {
    this.count = count;
    this.size = size;
    this.view = view;
  }

  get #isScaled(): boolean {
    return this.count * this.size > LONGEST;
  }

  /** How long the scrolled content is. */
  get length(): number {
    return Math.min(this.count * this.size, LONGEST);
  }

  /** A position that can be. */
  clamp(position: number): number {
    return Math.max(0, Math.min(position, this.#end));
  }

  /** Where the scroll bar stands. */
  toScroll(position: number): number {
    return this.#isScaled ? MARGIN + (position / this.#end) * (this.#last - 2 * MARGIN) : position;
  }

  /** The position after the scroll bar has gone from one place to another. */
  scrolled(position: number, from: number, to: number): number {
    if (!this.#isScaled) {
      return this.clamp(to);
    }
    const step = to - from;
    const isSmall = Math.abs(step) < Math.max(this.view, MARGIN / 2);
    return this.clamp(isSmall ? position + step : ((to - MARGIN) / (this.#last - 2 * MARGIN)) * this.#end);
  }

  /** The position nearest to this one at which a line is seen whole. */
  reveal(position: number, line: number): number {
    const start = line * this.size;
    return this.clamp(Math.min(Math.max(position, start + this.size - this.view), start));
  }

  /** The lines that are seen. */
  seen(position: number): Span {
    const start = Math.floor(position / this.size);
    const stop = Math.min(Math.ceil((position + this.view) / this.size), this.count);
    return { start: Math.min(start, stop), stop };
  }

  /** The line at a pixel of what is seen, or the nearest. */
  lineAt(position: number, pixel: number): number {
    return Math.max(0, Math.min(Math.floor((position + pixel) / this.size), this.count - 1));
  }

  get #end(): number {
    return Math.max(0, this.count * this.size - this.view);
  }

  get #last(): number {
    return this.length - this.view;
  }
}
