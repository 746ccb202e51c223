/**
 * The viewer's workers, which start from a script in memory: a notebook serves no files of ours. A worker asks its page for the
 * WebAssembly modules when it needs them, and the page asks the kernel.
 */
import { hand } from "@asdf-wasm/hosts/handing";
import { configure } from "asdf-wasm";
import { script } from "./scripts.ts";

let ready: Promise<void> | undefined;

/** Resolves when workers can be started. */
export function prepareWorkers(): Promise<void> {
  ready ??= prepare();
  ready.catch(() => {
    ready = undefined;
  });
  return ready;
}

async function prepare(): Promise<void> {
  const text = await script("worker.js");
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const startWorker = () => {
    const worker = new Worker(address, { type: "module", name: "asdf-viewer" });
    hand(worker, script);
    return worker;
  };
  configure({ startWorker, locate: (file) => (file.endsWith(".js") ? undefined : script(file)) });
}
