/** Starting a worker of a pool in Node. */
import { type Transferable, Worker } from "node:worker_threads";
import type { Thread } from "./worker-handle.ts";

export function startThread(): Thread {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url));
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as Transferable[]),
    terminate: () => worker.terminate(),
    onEnd: (tell) => {
      worker.on("error", (error) => tell(String(error)));
      worker.on("exit", (code) => tell(`it exited with code ${code}`));
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
