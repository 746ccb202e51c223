/** The world coordinates of the pixel that is read out. */

import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { signal } from "@preact/signals";
import { latestOf } from "../../../client/latest.ts";
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
  readonly ask: (query: Query) => void;

  constructor(host: Pick<ViewHost, "ask">) {
    this.ask = latestOf(async (query) => {
      const { at, x, y, frame } = query;
      const world = await host.ask((worker) =>
        worker.wcs.toWorld({ at, points: Float64Array.of(x, y), frame }),
      );
      if (world) {
        this.answer.value = { ...query, world };
      }
    });
  }

  /** The coordinates of a pixel, if they have come. */
  of({ at, x, y, frame }: Query): Float64Array | undefined {
    const { value } = this.answer;
    const isSame = value?.at === at && value.x === x && value.y === y && value.frame === frame;
    return isSame ? value.world : undefined;
  }
}
