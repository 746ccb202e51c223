/**
 * The viewer's worker in a webview. Workers there start only from scripts at `blob:` addresses, and load nothing from the extension's files:
 * the page fetches the script, and hands the worker WebAssembly modules and schemas when it asks for them.
 */
import { hand } from "@asdf-wasm/hosts/handing";
import type { Configuration } from "asdf-wasm";

/** Fetches the worker's script; `files` is where the extension's files are. Returns what `configure()` is told. */
export async function workerOf(files: string): Promise<Configuration> {
  const fetched = (path: string) => fetch(new URL(path, files));
  const script = await (await fetched("webview/worker.js")).blob();
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return {
    locate: (file) => (file.endsWith(".js") ? undefined : new URL(file, files)),
    startWorker: () => {
      const worker = new Worker(url, { type: "module", name: "asdf-viewer" });
      hand(worker, async (path) => (await fetched(path)).arrayBuffer());
      return worker;
    },
  };
}
