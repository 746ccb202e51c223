/**
 * The viewer's worker in a webview. Workers there start only from scripts at `blob:` addresses, and load nothing from the extension's files:
 * the page fetches the script and the WebAssembly modules, and gives it addresses of its own.
 */
import type { Modules } from "../messages.ts";

const MODULES = {
  reader: "asdf_wasm_bg.wasm",
  fits: "asdf_wasm_fits_bg.wasm",
  writer: "asdf_wasm_writer_bg.wasm",
  wcs: "asdf_wasm_wcs_bg.wasm",
} satisfies Modules;

/** Fetches what the worker needs; `files` is where the extension's files are. Returns what starts one. */
export async function workerOf(files: string): Promise<() => Worker> {
  const fetched = async (path: string) => (await fetch(new URL(path, files))).blob();
  const [script, ...modules] = await Promise.all([
    fetched("webview/worker.js"),
    ...Object.entries(MODULES).map(async ([name, path]) => {
      const wasm = await fetched(path);
      return [name, URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }))] as const;
    }),
  ]);
  const known = `globalThis.asdfModules = ${JSON.stringify(Object.fromEntries(modules))};\n`;
  const url = URL.createObjectURL(new Blob([known, script], { type: "text/javascript" }));
  return () => new Worker(url, { type: "module", name: "asdf-viewer" });
}
