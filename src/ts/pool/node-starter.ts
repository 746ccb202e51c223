/** Starts workers in Node. */
import { type Transferable, Worker } from "node:worker_threads";
import type { PlatformWorker } from "./worker-handle.ts";

export function startNodeWorker(): PlatformWorker {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url));
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as Transferable[]),
    terminate: () => worker.terminate(),
    onEnd: (listener) => {
      worker.on("error", (error) => listener(String(error)));
      worker.on("exit", (code) => listener(`it exited with code ${code}`));
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
