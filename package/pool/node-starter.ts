/** Starts workers in Node. */
import { Worker } from "node:worker_threads";
import { installedFile } from "../wasm/node-files.ts";
import { adopt } from "./platform.ts";
import type { PlatformWorker } from "./worker-handle.ts";

/**
 * `located`: where their script is, if the caller has configured that; `isBeside`: whether it is where this module, or a bundler, says;
 * otherwise it is where the package is installed.
 */
export function startNodeWorker(located: string | URL | undefined, isBeside: () => boolean): PlatformWorker {
  if (located !== undefined) {
    return adopt(new Worker(located));
  }
  return adopt(
    isBeside()
      ? new Worker(new URL("./node-worker.js", import.meta.url))
      : new Worker(installedFile("pool/node-worker.js")),
  );
}
