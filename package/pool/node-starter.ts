/** Starts workers in Node. */
import { Worker } from "node:worker_threads";
import { installedFile } from "../wasm/node-files.ts";

/**
 * `located`: where their script is, if the caller has configured that; `isBeside`: whether it is where this module, or a bundler, says;
 * otherwise it is where the package is installed.
 */
export function startNodeWorker(located: string | URL | undefined, isBeside: () => boolean): Worker {
  if (located !== undefined) {
    return new Worker(located);
  }
  return isBeside()
    ? new Worker(new URL("./node-worker.js", import.meta.url))
    : new Worker(installedFile("pool/node-worker.js"));
}
