/** Starts workers in Node. */
import { Worker } from "node:worker_threads";
import { adopt } from "./platform.ts";
import type { PlatformWorker } from "./worker-handle.ts";

export function startNodeWorker(): PlatformWorker {
  return adopt(new Worker(new URL("./node-worker.js", import.meta.url)));
}
