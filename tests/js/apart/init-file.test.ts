/** The WebAssembly modules in Node by a path and by a `file:` URL, which `fetch` refuses. */
import { fileURLToPath } from "node:url";
import { init, initWriter, open, write } from "asdf-wasm";
import { expect, test } from "vitest";

const pkg = new URL("../../../pkg/", import.meta.url);

test("init(path) and initWriter(Promise<file: URL>)", async () => {
  await init(fileURLToPath(new URL("asdf_wasm_bg.wasm", pkg)));
  await initWriter(Promise.resolve(new URL("asdf_wasm_writer_bg.wasm", pkg).href));
  expect((await open(await write({ b: 2 }))).get("b")).toBe(2);
});
