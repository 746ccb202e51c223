/** Positions of the array on the stage on the sky: those of what is dragged, and when they are known. */

import type { Position } from "@asdf-wasm/science/regions/region";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { computed, effect, signal } from "@preact/signals";
import { latestOf } from "../../../client/latest.ts";
import type { WcsAt } from "../../../protocol/wcs.ts";
import { skyOf } from "../../../state/sky/skyMap.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";

/** Resolves once it is known whether the array on the stage has a place on the sky. */
export function skyKnown(host: ViewHost): Promise<void> {
  const world = host.model(WorldModel);
  const isKnown = computed(
    () =>
      world.path.value === undefined || world.facts.value !== undefined || world.problem.value !== undefined,
  );
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (isKnown.value) {
        resolve();
        queueMicrotask(() => stop());
      }
    });
  });
}

/** Points of a section, and the system of their positions. */
interface SkyQuery {
  /** What they are points of. */
  readonly of: unknown;
  readonly at: WcsAt;
  readonly facts: WcsFacts;
  readonly points: readonly Position[];
  readonly frame: SkyFrame;
}

/** Asks for the positions of what is dragged. */
export class SkyTracker {
  readonly #answer = signal<(SkyQuery & { readonly sky: readonly Position[] }) | undefined>(undefined);
  readonly ask: (query: SkyQuery) => void;

  constructor(host: ViewHost) {
    this.ask = latestOf(async (query) => {
      const { at, facts, points, frame } = query;
      const values = Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
      const found = await skyOf({ host, at, facts }, values, frame);
      if (found) {
        const sky = points.map((_, i) => ({
          x: found[2 * i] ?? Number.NaN,
          y: found[2 * i + 1] ?? Number.NaN,
        }));
        this.#answer.value = { ...query, sky };
      }
    });
  }

  /** The newest positions that have come, which may be those from a moment before. */
  of({ of, at, frame, points }: SkyQuery): readonly Position[] | undefined {
    const answer = this.#answer.value;
    const isSame = answer && answer.of === of && answer.at === at && answer.frame === frame;
    return isSame && answer.points.length === points.length ? answer.sky : undefined;
  }
}
