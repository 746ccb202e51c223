/** World coordinates as the page asks for them. */
import type { WorkerApi } from "../../protocol/workerApi.ts";
import type { HeldFile } from "../held.ts";

type WorldCalls = Pick<
  WorkerApi,
  "wcsBeside" | "wcs" | "axisWorld" | "toWorld" | "toSky" | "toPixels" | "graticule"
>;

export function worldCalls(held: HeldFile): WorldCalls {
  return {
    wcsBeside: (id) => held.answer(({ world }) => world.coordinates.beside(id)),

    wcs: (at) => held.answer(({ world }) => world.coordinates.describe(at)),

    axisWorld: (...args) => held.answer(({ world }) => world.coordinates.alongAxis(...args)),

    toWorld: (...args) => held.answer(({ world }) => world.coordinates.toWorld(...args)),

    toSky: (...args) => held.answer(({ world }) => world.coordinates.toSky(...args)),

    toPixels: (...args) => held.answer(({ world }) => world.coordinates.toPixels(...args)),

    graticule: (...args) => held.answer(({ world }) => world.coordinates.graticule(...args)),
  };
}
