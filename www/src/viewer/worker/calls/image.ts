/** Images as the page asks for them: planes, flags, composites, and the values behind them. */

import { readWindow } from "@asdf-wasm/science/sections/reading";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import type { HeldFile } from "../held.ts";
import { readHistogram, readLimits } from "../image/histogram.ts";
import { readExcerpt, readPlane } from "../image/image.ts";
import { alike, flagsAmong } from "../tree/siblings.ts";

type ImageCalls = Pick<
  WorkerApi,
  | ("plane" | "cost" | "excerpt" | "limits" | "quantiles" | "histogram" | "histogramOf" | "limitsOf")
  | ("lines" | "window" | "flagsBeside" | "flags" | "flagPicture" | "flagsAt")
  | ("alike" | "composite" | "compositePicture" | "compositeAt")
>;

export function imageCalls(held: HeldFile): ImageCalls {
  return {
    plane: (task, node, section, ...args) =>
      held.stoppable(task, async ({ arrays, feeds, world, isRemote }, signal) => {
        const [path, array] = arrays.readableAt(node);
        const located = await world.withCoordinate(node, section);
        const stage = { costly: isRemote, role: "stage" } as const;
        return readPlane(path, array, feeds, stage, signal, task, node, located, ...args);
      }),

    cost: (node, section) =>
      held.answer(async ({ arrays, isRemote }) => {
        const { bytesOf } = await import("@asdf-wasm/science/sections/collapse");
        return { bytes: bytesOf(arrays.array(node), section), isRemote };
      }),

    excerpt: (...args) =>
      held.stoppable(args[0], ({ arrays }, signal) =>
        readExcerpt(...arrays.readableAt(args[1]), signal, ...args),
      ),

    limits: (...args) => held.answer(({ feeds }) => feeds.stage?.limits(...args)),

    quantiles: (...args) => held.answer(({ feeds }) => feeds.stage?.sample?.quantiles(...args)),

    histogram: (...args) => held.answer(({ feeds }) => feeds.stage?.sample?.histogram(...args)),

    histogramOf: (...args) =>
      held.stoppable(args[0], ({ arrays }, signal) => readHistogram(arrays.array(args[1]), signal, ...args)),

    limitsOf: (...args) =>
      held.stoppable(args[0], ({ arrays, kept }, signal) =>
        readLimits(kept, arrays.array(args[1]), signal, ...args),
      ),

    lines: (task, requests) => held.stoppable(task, ({ lines }, signal) => lines.read(requests, signal)),

    window: (task, id, section, ...args) =>
      held.stoppable(task, async ({ arrays, world }, signal) => {
        const located = await world.withCoordinate(id, section);
        return readWindow(...arrays.readableAt(id), signal, located, ...args);
      }),

    flagsBeside: (id) =>
      held.answer(({ nodes, arrays }) => flagsAmong(nodes.arraysBeside(id), arrays.arrayAt(id)[1].shape)),

    flags: (id, section) => held.answer(({ arrays, flags }) => flags.read(...arrays.arrayAt(id), section)),

    flagPicture: (...args) => held.answer(({ flags }) => flags.picture(...args)),

    flagsAt: (x, y) => held.answer(({ flags }) => flags.at(x, y)),

    alike: (id) => held.answer(({ nodes }) => alike(nodes, id)),

    composite: (...args) =>
      held.stoppable(args[0], (file, signal) =>
        file.composites.read((node) => file.anyArrayAt(node), signal, ...args),
      ),

    compositePicture: (...args) => held.answer(({ composites }) => composites.picture(...args)),

    compositeAt: (x, y) => held.answer(({ composites }) => composites.at(x, y)),
  };
}
