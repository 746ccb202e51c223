/**
 * One direction of a grid or a list: where its lines are, and which are visible. Positions are pixels from the first line and
 * may exceed what a browser can scroll. The scroll bar is then scaled to the whole, while small steps, as of a
 * wheel, move by their own pixels. All lines have one size, except those listed.
 */
import type { Span } from "@asdf-wasm/science/sections/section";

/** Browsers lay out elements up to some 17 million pixels. */
const LONGEST = 8_000_000;
/** Margin at both ends of the scaled scroll bar, so that a small step is always possible. */
const MARGIN = 4_000;

/** A line of another size, and its position. */
interface Odd {
  readonly line: number;
  readonly start: number;
  readonly size: number;
}

export class Axis {
  readonly count: number;
  readonly size: number;
  /** The number of visible pixels. */
  readonly view: number;
  /** Ascending. */
  readonly #odd: Odd[] = [];
  readonly #total: number;

  /** `odd`: the lines of another size. */
  constructor(count: number, size: number, view: number, odd: Iterable<readonly [number, number]> = []) {
    this.count = count;
    this.size = size;
    this.view = view;
    let more = 0;
    for (const [line, own] of [...odd].sort(([a], [b]) => a - b)) {
      this.#odd.push({ line, start: line * size + more, size: own });
      more += own - size;
    }
    this.#total = count * size + more;
  }

  /** Whether it is longer than what a browser can scroll. */
  get isScaled(): boolean {
    return this.#total > LONGEST;
  }

  /** The length of the scrolled content. */
  get length(): number {
    return Math.min(this.#total, LONGEST);
  }

  /** The position of a line. */
  startOf(line: number): number {
    const odd = this.#odd[this.#lastOdd((odd) => odd.line <= line)];
    if (!odd) {
      return line * this.size;
    }
    return odd.line === line ? odd.start : odd.start + odd.size + (line - odd.line - 1) * this.size;
  }

  sizeOf(line: number): number {
    return this.startOf(line + 1) - this.startOf(line);
  }

  /** The nearest valid position. */
  clamp(position: number): number {
    return Math.max(0, Math.min(position, this.#end));
  }

  /** The scroll bar's position. */
  toScroll(position: number): number {
    return this.isScaled ? MARGIN + (position / this.#end) * (this.#last - 2 * MARGIN) : position;
  }

  /** The position after the scroll bar has moved. */
  scrolled(position: number, from: number, to: number): number {
    if (!this.isScaled) {
      return this.clamp(to);
    }
    const step = to - from;
    const isSmall = Math.abs(step) < Math.max(this.view, MARGIN / 2);
    return this.clamp(isSmall ? position + step : ((to - MARGIN) / (this.#last - 2 * MARGIN)) * this.#end);
  }

  /** The nearest position at which a line is fully visible. */
  reveal(position: number, line: number): number {
    const start = this.startOf(line);
    return this.clamp(Math.min(Math.max(position, this.startOf(line + 1) - this.view), start));
  }

  /** The visible lines. */
  seen(position: number): Span {
    const last = this.#lineOf(position + this.view);
    const stop = Math.min(this.startOf(last) < position + this.view ? last + 1 : last, this.count);
    return { start: Math.min(this.#lineOf(position), stop), stop };
  }

  /** The line at a visible pixel, or the nearest. */
  lineAt(position: number, pixel: number): number {
    return Math.max(0, Math.min(this.#lineOf(position + pixel), this.count - 1));
  }

  /** Without regard to the last line. */
  #lineOf(position: number): number {
    const odd = this.#odd[this.#lastOdd(({ start }) => start <= position)];
    if (!odd) {
      return Math.floor(position / this.size);
    }
    const behind = position - odd.start - odd.size;
    return behind < 0 ? odd.line : odd.line + 1 + Math.floor(behind / this.size);
  }

  /** The index of the last odd line for which `before` holds, or -1. */
  #lastOdd(before: (odd: Odd) => boolean): number {
    let [low, high] = [0, this.#odd.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const odd = this.#odd[middle];
      if (odd && before(odd)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  get #end(): number {
    return Math.max(0, this.#total - this.view);
  }

  get #last(): number {
    return this.length - this.view;
  }
}
