/**
 * The world coordinates of the pixel that is read out. At most one request is under way; the newest pixel is asked for
 * next, so that answers never fall behind the pointer.
 */

import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { signal } from "@preact/signals";
import type { WcsAt } from "../../../protocol/wcs.ts";
import type { ViewHost } from "../../../state/view.ts";

/** A pixel under a WCS. */
export interface Query {
  readonly at: WcsAt;
  readonly x: number;
  readonly y: number;
  readonly frame: SkyFrame;
}

interface Answer extends Query {
  readonly world: Float64Array;
}

export class Tracker {
  readonly answer = signal<Answer | undefined>(undefined);
  readonly #host: Pick<ViewHost, "ask">;
  #next: Query | undefined;
  #busy = false;

  constructor(host: Pick<ViewHost, "ask">) {
    this.#host = host;
  }

  ask(query: Query): void {
    this.#next = query;
    if (!this.#busy) {
      void this.#run();
    }
  }

  /** The coordinates of a pixel, if they have come. */
  of({ at, x, y, frame }: Query): Float64Array | undefined {
    const { value } = this.answer;
    const isSame = value?.at === at && value.x === x && value.y === y && value.frame === frame;
    return isSame ? value.world : undefined;
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let query = this.#next; query; query = this.#next) {
      this.#next = undefined;
      const { at, x, y, frame } = query;
      const world = await this.#host.ask((worker) =>
        worker.wcs.toWorld({ at, points: Float64Array.of(x, y), frame }),
      );
      if (world) {
        this.answer.value = { ...query, world };
      }
    }
    this.#busy = false;
  }
}
