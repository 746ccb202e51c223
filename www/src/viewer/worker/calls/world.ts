/** World coordinates as the page asks for them. */
import { convertedTo } from "@asdf-wasm/science/wcs/convert";
import type { WcsCalls } from "../../protocol/wcs.ts";
import type { Answers } from "../held.ts";

export const worldAnswers: Answers<WcsCalls> = {
  beside: ({ world }, node) => world.coordinates.beside(node),

  describe: ({ world }, at) => world.coordinates.describe(at),

  along: ({ world }, { at, axis, indices }) => world.coordinates.alongAxis(at, axis, indices),

  toWorld: ({ world }, { at, points, frame }) => world.coordinates.toWorld(at, points, frame),

  toSky: ({ world }, { at, points, frame }) => world.coordinates.toSky(at, points, frame),

  toPixels: ({ world }, { at, positions, frame }) => world.coordinates.toPixels(at, positions, frame),

  convert: (_file, { positions, from, to }) => convertedTo(to, positions, from),

  graticule: ({ world }, { at, frame, graduation, request }) =>
    world.coordinates.graticule(at, frame, graduation, request),
};
