/**
 * The viewer's worker in a webview. Workers there start only from scripts at `blob:` addresses, and load nothing from the extension's files:
 * the page fetches the script and the WebAssembly modules, and gives it addresses of its own.
 */
import { hand } from "@asdf-wasm/hosts/handing";
import type { Configuration } from "asdf-wasm";

const MODULES = [
  "asdf_wasm_bg.wasm",
  "asdf_wasm_fits_bg.wasm",
  "asdf_wasm_writer_bg.wasm",
  "asdf_wasm_wcs_bg.wasm",
];

/** Fetches what the worker needs; `files` is where the extension's files are. Returns what `configure()` is told. */
export async function workerOf(files: string): Promise<Configuration> {
  const fetched = async (path: string) => (await fetch(new URL(path, files))).blob();
  const [script, ...modules] = await Promise.all([
    fetched("webview/worker.js"),
    ...MODULES.map(async (name) => {
      const wasm = await fetched(name);
      return [name, URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }))] as const;
    }),
  ]);
  const addresses: Readonly<Partial<Record<string, string>>> = Object.fromEntries(modules);
  const known = `globalThis.asdfModules = ${JSON.stringify(addresses)};\n`;
  const url = URL.createObjectURL(new Blob([known, script], { type: "text/javascript" }));
  return {
    locate: (file) => addresses[file],
    startWorker: () => {
      const worker = new Worker(url, { type: "module", name: "asdf-viewer" });
      hand(worker, async (path) => (await fetched(path)).arrayBuffer());
      return worker;
    },
  };
}
