/** Regions on the sky of the array on the stage: conversions in the worker, and when they are known. */

import type { SkyMap } from "@asdf-wasm/science/regions/files/onSky";
import type { Position } from "@asdf-wasm/science/regions/region";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { systemOf } from "@asdf-wasm/science/wcs/world";
import { computed, effect, signal } from "@preact/signals";
import type { WcsAt } from "../../../protocol/wcs.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";

/** The positions of the section on the stage: undefined if it has none. */
export function skyMapOf(host: ViewHost): SkyMap | undefined {
  const world = host.model(WorldModel);
  const [at, facts] = [world.at.value, world.facts.value];
  if (!at || !facts?.sky?.isOnStage) {
    return undefined;
  }
  const nothing = (values: Float64Array): Float64Array => new Float64Array(values.length).fill(Number.NaN);
  return {
    toPixels: async (positions, system) => {
      const frame = frameOf(facts, system);
      const found = frame && (await host.ask((worker) => worker.wcs.toPixels({ at, positions, frame })));
      return found ?? nothing(positions);
    },
    toSky: async (points, system) => {
      const frame = frameOf(facts, system);
      return (frame && (await skyOf(host, at, facts, points, frame))) ?? nothing(points);
    },
  };
}

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

/** Asks for positions on the sky, one request at a time, and the newest next: answers never fall behind a drag. */
export class SkyTracker {
  readonly #answer = signal<(SkyQuery & { readonly sky: readonly Position[] }) | undefined>(undefined);
  readonly #host: ViewHost;
  #next: SkyQuery | undefined;
  #isBusy = false;

  constructor(host: ViewHost) {
    this.#host = host;
  }

  ask(query: SkyQuery): void {
    this.#next = query;
    if (!this.#isBusy) {
      void this.#run();
    }
  }

  /** The newest positions that have come, which may be those from a moment before. */
  of({ of, at, frame, points }: SkyQuery): readonly Position[] | undefined {
    const answer = this.#answer.value;
    const isSame = answer && answer.of === of && answer.at === at && answer.frame === frame;
    return isSame && answer.points.length === points.length ? answer.sky : undefined;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let query = this.#next; query; query = this.#next) {
      this.#next = undefined;
      const { at, facts, points, frame } = query;
      const values = Float64Array.from(points.flatMap(({ x, y }) => [x, y]));
      const found = await skyOf(this.#host, at, facts, values, frame);
      if (found) {
        const sky = points.map((_, i) => ({
          x: found[2 * i] ?? Number.NaN,
          y: found[2 * i + 1] ?? Number.NaN,
        }));
        this.#answer.value = { ...query, sky };
      }
    }
    this.#isBusy = false;
  }
}

/** Longitude and latitude at points, inside the bounding box and outside. */
async function skyOf(
  host: ViewHost,
  at: WcsAt,
  { sky, axes }: WcsFacts,
  points: Float64Array,
  frame: SkyFrame,
): Promise<Float64Array | undefined> {
  const world = await host.ask((worker) => worker.wcs.toWorld({ at, points, frame }));
  const { longitude = -1, latitude = -1 } = sky ?? {};
  return (
    world &&
    points.map((_, i) => {
      const axis = i % 2 === 0 ? longitude : latitude;
      return world[Math.floor(i / 2) * axes.length + axis] ?? Number.NaN;
    })
  );
}

/** The frame of a system of a file; undefined if positions cannot be converted to it. */
function frameOf(facts: WcsFacts, system: SkyFrame): SkyFrame | undefined {
  const isOffered = facts.sky?.frames.includes(system);
  return isOffered ? system : systemOf(facts, "own") === system ? "own" : undefined;
}
