/** Images as the page asks for them: planes, flags, composites, and the values behind them. */
import { readWindow } from "@asdf-wasm/science/sections/reading";
import { exposureIn } from "@asdf-wasm/science/tree/exposures";
import type { CompositeCalls, FlagCalls } from "../../protocol/overlays.ts";
import type { ArrayCalls, ImageCalls } from "../../protocol/plane.ts";
import type { Answers, HeldFile } from "../held.ts";
import { readHistogram, readLimits } from "../image/histogram.ts";
import { preparePlane, readExcerpt, readPlane } from "../image/image.ts";
import { alike, flagsAmong } from "../tree/siblings.ts";

export const imageAnswers = (held: HeldFile): Answers<ImageCalls> => ({
  prepare: (file, request) => preparePlane(file, request, held.untilAsked()),

  async plane(file, request, ...call) {
    const section = await file.world.withCoordinate(request.node, request.section);
    return readPlane(file, "stage", { ...request, section }, ...call);
  },

  excerpt: ({ arrays }, request, signal) => readExcerpt(...arrays.readableAt(request.node), request, signal),

  async averages({ arrays }, request, signal) {
    const { readAverages } = await import("../image/averages.ts");
    const { node, flags } = request;
    const masking = flags === undefined ? undefined : arrays.readableAt(flags);
    return readAverages(arrays.readableAt(node), masking, request, signal);
  },

  async levels({ file, arrays }, node) {
    const { levelsOf } = await import("@asdf-wasm/science/mosaic/fileImage");
    const exposure = exposureIn(file.get("roman/meta/observation"));
    return { ...levelsOf(file, ...arrays.arrayAt(node)), exposure };
  },

  async limitsOf(_file, { values, interval }) {
    const { limitsOf } = await import("../image/averages.ts");
    return limitsOf(values, interval);
  },

  async cost({ arrays, isRemote }, { node, section }) {
    const { costOf } = await import("@asdf-wasm/science/sections/cost");
    return { ...costOf(arrays.array(node), section), isRemote };
  },

  limits: ({ feeds }, { interval, every }) => feeds.stage?.limits(interval, every),

  quantiles: ({ feeds }, { every }) => feeds.stage?.sample?.quantiles(every),

  histogram: ({ feeds }, { around, bins, every }) => feeds.stage?.sample?.histogram(around, bins, every),

  async background({ feeds }) {
    const { backgroundOf } = await import("@asdf-wasm/science/compute/contour");
    const values = feeds.stage?.sample?.taken();
    return values && backgroundOf(values);
  },
});

export const arrayAnswers: Answers<ArrayCalls> = {
  histogram: ({ arrays, kept }, request, ...call) =>
    readHistogram(kept, arrays.array(request.node), request, ...call),

  limits: ({ arrays, kept }, request, signal) =>
    readLimits(kept, arrays.array(request.node), request, signal),

  lines: ({ lines }, requests, signal) => lines.read(requests, signal),

  async window({ arrays, world }, request, signal) {
    const section = await world.withCoordinate(request.node, request.section);
    return readWindow(...arrays.readableAt(request.node), { ...request, section }, signal);
  },
};

export const flagAnswers: Answers<FlagCalls> = {
  beside: ({ nodes, arrays }, node) => flagsAmong(nodes.arraysBeside(node), arrays.arrayAt(node)[1].shape),

  read: ({ arrays, flags }, { node, section }) => flags.read(...arrays.arrayAt(node), section),

  picture: ({ flags }, { paints, excerpt }) => flags.picture(paints, excerpt),

  at: ({ flags }, { x, y }) => flags.at(x, y),
};

export const compositeAnswers: Answers<CompositeCalls> = {
  alike: ({ nodes }, node) => alike(nodes, node),

  async read(file, request, signal, onProgress) {
    const { alignedWith } = await import("../compare/aligned.ts");
    const { of, sampling } = request;
    return file.composites.read(
      (node) => alignedWith(file, of, node, sampling),
      file.arrays.array(of).shape,
      request,
      { signal, onProgress },
    );
  },

  picture: ({ composites }, request) => composites.picture(request),

  at: ({ composites }, { x, y }) => composites.at(x, y),
};
