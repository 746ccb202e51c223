/**
 * The viewer's workers, which start from a script in memory: a notebook serves no files of ours. A worker asks its page for the
 * WebAssembly modules when it needs them, and the page asks the kernel.
 */
import { configure } from "asdf-wasm";
import type { FromWorker, ToWorker } from "./modules.ts";
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
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { name } }: MessageEvent<FromWorker>) => {
      const answer = (message: ToWorker) => port1.postMessage(message);
      script(name).then(
        (module) => answer({ name, module }),
        (cause: unknown) => answer({ name, problem: cause instanceof Error ? cause.message : String(cause) }),
      );
    };
    worker.postMessage({ modules: port2 }, [port2]);
    return worker;
  };
  configure({ startWorker, locate: (file) => (file.endsWith(".wasm") ? script(file) : undefined) });
}
