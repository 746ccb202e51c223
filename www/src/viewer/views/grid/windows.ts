/**
 * The parts of a section, or of a table, that a grid has read: rectangles of one size, requested when visible and kept in a cache.
 * Requests for parts scrolled past are aborted.
 */

import type { GridWindow, Span } from "@asdf-wasm/science/sections/section";
import { signal } from "@preact/signals";
import type { Notice } from "../../protocol/facts.ts";
import { ABORTED, noticeOf } from "../../protocol/notices.ts";

const ROWS = 64;
const COLUMNS = 32;
const KEPT = 256;
/** How long a part must be visible before it is requested, in milliseconds. */
const PAUSE = 30;

export type ReadWindow<W = GridWindow> = (rows: Span, columns: Span, signal: AbortSignal) => Promise<W>;

/** A value's window, and its index in it. */
export interface Found<W> {
  readonly window: W;
  readonly index: number;
}

export class Windows<W extends GridWindow = GridWindow> {
  /** Changes when a window has arrived. */
  readonly changes = signal(0);
  readonly failure = signal<Notice | undefined>(undefined);
  readonly #read: ReadWindow<W>;
  readonly #rows: number;
  readonly #columns: number;
  readonly #kept = new Map<string, W>();
  readonly #requests = new Map<string, AbortController>();

  constructor(rows: number, columns: number, read: ReadWindow<W>) {
    this.#rows = rows;
    this.#columns = columns;
    this.#read = read;
  }

  /** Whether no window has arrived. */
  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  find(row: number, column: number): Found<W> | undefined {
    const window = this.#kept.get(keyOf(Math.floor(row / ROWS), Math.floor(column / COLUMNS)));
    const width = window ? window.columns.stop - window.columns.start : 0;
    return window && { window, index: (row - window.rows.start) * width + column - window.columns.start };
  }

  /** Requests what is visible and missing, and aborts other requests. */
  want(rows: Span, columns: Span): void {
    const wanted = new Set<string>();
    for (let y = Math.floor(rows.start / ROWS); y * ROWS < rows.stop; y += 1) {
      for (let x = Math.floor(columns.start / COLUMNS); x * COLUMNS < columns.stop; x += 1) {
        const key = keyOf(y, x);
        const kept = this.#kept.get(key);
        wanted.add(key);
        if (kept) {
          // Most recently used last: evicted last.
          this.#kept.delete(key);
          this.#kept.set(key, kept);
        } else if (!this.#requests.has(key)) {
          void this.#ask(key, spanOf(y, ROWS, this.#rows), spanOf(x, COLUMNS, this.#columns));
        }
      }
    }
    for (const [key, controller] of this.#requests) {
      if (!wanted.has(key)) {
        controller.abort(ABORTED);
        this.#requests.delete(key);
      }
    }
  }

  /** Aborts all requests. */
  stop(): void {
    for (const controller of this.#requests.values()) {
      controller.abort(ABORTED);
    }
    this.#requests.clear();
  }

  async #ask(key: string, rows: Span, columns: Span): Promise<void> {
    const controller = new AbortController();
    this.#requests.set(key, controller);
    const { signal } = controller;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) {
      return;
    }
    try {
      const window = await this.#read(rows, columns, signal);
      this.#kept.set(key, window);
      for (const oldest of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - KEPT))) {
        this.#kept.delete(oldest);
      }
      this.#requests.delete(key);
    } catch (cause) {
      if (!signal.aborted) {
        // It stays among the requests, so that it is not tried again until it is scrolled to again.
        this.failure.value = noticeOf(cause);
      }
    }
    this.changes.value += 1;
  }
}

function keyOf(y: number, x: number): string {
  return `${y},${x}`;
}

function spanOf(index: number, size: number, length: number): Span {
  return { start: index * size, stop: Math.min((index + 1) * size, length) };
}
