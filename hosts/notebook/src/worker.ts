/**
 * The script of all workers: the viewer's, and the workers of the package's pool, which the viewer's starts from the same script. What a worker is
 * told first says which it is.
 */
import "asdf-wasm/viewer/worker.js";
import "asdf-wasm/pool/worker.js";
import { configure } from "asdf-wasm/slim";
import { handed } from "./modules.ts";

configure({
  locate: (file) => (file.endsWith(".wasm") ? handed(file) : undefined),
  startWorker: () => new Worker(self.location.href, { type: "module" }),
});

const begin = self.onmessage;
self.onmessage = (event: MessageEvent<unknown>) => {
  const { data } = event;
  if (typeof data === "object" && data !== null && "module" in data && "port" in data) {
    begin?.call(self, event);
  }
};
