/**
 * The script of all workers: the viewer's, and the workers of the package's pool, which the viewer's starts from the same script. What a worker is
 * told first says which it is.
 */
import "asdf-wasm/viewer/worker.js";
import "asdf-wasm/pool/worker.js";
import { handed } from "@asdf-wasm/hosts/handed";
import { configure } from "asdf-wasm/slim";

configure({
  locate: (file) => (file.endsWith(".js") ? undefined : handed(file)),
  startWorker: () => new Worker(self.location.href, { type: "module" }),
});

const begin = self.onmessage;
self.onmessage = (event: MessageEvent<unknown>) => {
  const { data } = event;
  if (typeof data === "object" && data !== null && "module" in data && "port" in data) {
    begin?.call(self, event);
  }
};
