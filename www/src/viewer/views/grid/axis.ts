/**
 * One direction of a grid: where its lines are and which of them are seen. Positions are pixels from the first line and
 * may be far beyond what a browser scrolls. There the scroll bar stands for the whole, and small steps, as of a wheel,
 * move by their own pixels. All lines are of one size but for some that are listed. (TanStack's virtualizer keeps a
 * measure of each line, which for 10⁹ of them is too much.)
 */
import type { Span } from "../../protocol/tables.ts";

/** Browsers lay elements out up to some 17 million pixels. */
const LONGEST = 8_000_000;
/** Room at both ends of the scaled scroll bar, so that there is always some to step into. */
const MARGIN = 4_000;

/** A line of another size, and where it begins. */
interface Odd {
  readonly line: number;
  readonly start: number;
  readonly size: number;
}

export class Axis {
  readonly count: number;
  readonly size: number;
  /** How many pixels are seen. */
  readonly view: number;
  /** Ascending. */
  readonly #odd: Odd[] = [];
  readonly #total: number;

  /** `odd`: the sizes of the lines that are of another. */
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

  get #isScaled(): boolean {
    return this.#total > LONGEST;
  }

  /** How long the scrolled content is. */
  get length(): number {
    return Math.min(this.#total, LONGEST);
  }

  /** Where a line begins. */
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
    const start = this.startOf(line);
    return this.clamp(Math.min(Math.max(position, this.startOf(line + 1) - this.view), start));
  }

  /** The lines that are seen. */
  seen(position: number): Span {
    const last = this.#lineOf(position + this.view);
    const stop = Math.min(this.startOf(last) < position + this.view ? last + 1 : last, this.count);
    return { start: Math.min(this.#lineOf(position), stop), stop };
  }

  /** The line at a pixel of what is seen, or the nearest. */
  lineAt(position: number, pixel: number): number {
    return Math.max(0, Math.min(this.#lineOf(position + pixel), this.count - 1));
  }

  /** As if there were no end of lines. */
  #lineOf(position: number): number {
    const odd = this.#odd[this.#lastOdd(({ start }) => start <= position)];
    if (!odd) {
      return Math.floor(position / this.size);
    }
    const behind = position - odd.start - odd.size;
    return behind < 0 ? odd.line : odd.line + 1 + Math.floor(behind / this.size);
  }

  /** Which is the last line of another size that is `before` something; -1 if none is. */
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
