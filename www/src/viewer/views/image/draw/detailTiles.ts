/**
 * Detail of a plane that was read with a step: what the panes show is read in tiles, every element or every second,
 * fourth, … as the zoom needs, nearest to the middle first. Requests for tiles out of view are aborted; tiles read
 * are kept in a cache.
 */

import type { Excerpt } from "@asdf-wasm/science/sections/section";
import type { Notice } from "../../../protocol/facts.ts";
import { ABORTED, isAborted, noticeOf } from "../../../protocol/notices.ts";
import type { Plane } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import { boundsOf, overlap, toImage } from "../camera/camera.ts";
import { distance, keyOf, type Tile } from "./tiles.ts";

/** Requests at a time. */
const LANES = 3;
/** The size of the cache in bytes. */
const ROOM = 256 * 2 ** 20;
/** A level is read if it is finer than the plane by more than this factor. */
const FINER = 1.4;

type Read = (excerpt: Excerpt, signal: AbortSignal) => Promise<Float32Array<ArrayBuffer>>;

export interface Listener {
  /** Called with all tiles when a new one has arrived. */
  readonly onTiles: (tiles: readonly Tile[]) => void;
  readonly onFailure: (notice: Notice) => void;
}

export class DetailTiles {
  readonly #plane: Plane;
  readonly #read: Read;
  readonly #listener: Listener;
  /** Tiles read, least recently used first. */
  readonly #tiles = new Map<string, Tile>();
  readonly #requests = new Map<string, AbortController>();
  /** Visible tiles, nearest first. */
  #wanted = new Map<string, Excerpt>();
  #failed = false;

  constructor(plane: Plane, read: Read, listener: Listener) {
    this.#plane = plane;
    this.#read = read;
    this.#listener = listener;
  }

  /** Requests the tiles that the panes show. */
  look(panes: readonly Pane[]): void {
    this.#wanted = new Map(
      panes
        .flatMap((pane) =>
          this.#seenIn(pane).sort((a, b) => distance(a, pane.camera) - distance(b, pane.camera)),
        )
        .map((excerpt) => [keyOf(excerpt), excerpt]),
    );
    for (const key of this.#wanted.keys()) {
      const tile = this.#tiles.get(key);
      if (tile) {
        this.#tiles.delete(key);
        this.#tiles.set(key, tile);
      }
    }
    for (const [key, stop] of this.#requests) {
      if (!this.#wanted.has(key)) {
        this.#requests.delete(key);
        stop.abort(ABORTED);
      }
    }
    this.#ask();
  }

  end(): void {
    this.look([]);
  }

  /** The tiles of a pane, at the level that its zoom needs. */
  #seenIn({ frame, camera }: Pane): Excerpt[] {
    const { whole, tile } = this.#plane;
    const step = stepAt(this.#plane, camera.zoom);
    const corners = { x: 0, y: 0, width: frame.width, height: frame.height };
    const seen = overlap(
      boundsOf(corners, (corner) => toImage(camera, frame, corner)),
      { x: 0, y: 0, ...whole },
    );
    if (!seen || step === this.#plane.step) {
      return [];
    }
    const [width, height] = [tile.width * step, tile.height * step];
    const excerpts: Excerpt[] = [];
    for (let y = height * Math.floor(seen.y / height); y < seen.y + seen.height; y += height) {
      for (let x = width * Math.floor(seen.x / width); x < seen.x + seen.width; x += width) {
        excerpts.push({
          ...{ x, y, step },
          width: Math.min(width, whole.width - x),
          height: Math.min(height, whole.height - y),
        });
      }
    }
    return excerpts;
  }

  #ask(): void {
    for (const [key, excerpt] of this.#wanted) {
      if (this.#requests.size >= LANES || this.#failed) {
        return;
      }
      if (!this.#tiles.has(key) && !this.#requests.has(key)) {
        const stop = new AbortController();
        this.#requests.set(key, stop);
        void this.#take(key, excerpt, stop.signal);
      }
    }
  }

  async #take(key: string, excerpt: Excerpt, signal: AbortSignal): Promise<void> {
    try {
      const values = await this.#read(excerpt, signal);
      if (signal.aborted) {
        return;
      }
      const { step, width, height } = excerpt;
      const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
      this.#tiles.set(key, { ...excerpt, columns, rows, values, stride: columns, left: 0, top: 0 });
      this.#makeRoom();
      this.#listener.onTiles([...this.#tiles.values()].sort((a, b) => b.step - a.step));
    } catch (cause) {
      const notice = noticeOf(cause);
      if (signal.aborted || isAborted(notice)) {
        return;
      }
      // The next would probably fail as well.
      this.#failed = true;
      this.#listener.onFailure(notice);
    }
    this.#requests.delete(key);
    this.#ask();
  }

  #makeRoom(): void {
    let size = 0;
    for (const { values } of this.#tiles.values()) {
      size += values.byteLength;
    }
    for (const [key, { values }] of this.#tiles) {
      if (size > ROOM && !this.#wanted.has(key)) {
        this.#tiles.delete(key);
        size -= values.byteLength;
      }
    }
  }
}

/** The step between drawn elements at a zoom, once its tiles have arrived. */
export function stepAt({ step }: Plane, zoom: number): number {
  const level = 2 ** Math.max(0, Math.round(-Math.log2(zoom)));
  return level * FINER < step ? level : step;
}
