/** Loading the WebAssembly module when nobody knows where it is. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { init, initWriter, open, openSync, write } from "asdf-wasm/slim";
import { expect, test } from "vitest";
import { build } from "./support/build.ts";
import { failure } from "./support/values.ts";

const file = build("a: 1");
const wasm = new Uint8Array(readFileSync(new URL("../../pkg/asdf_wasm_bg.wasm", import.meta.url)));

test("before, during and after", async () => {
  expect((await failure(() => openSync(file))).message).toContain("await init()");
  expect((await failure(() => open(file))).message).toContain("await init()");

  const broken = await failure(() => init(wasm.subarray(0, 100)));
  expect(broken.code).toBe("network");
  expect(broken.cause).toBeInstanceOf(WebAssembly.CompileError);
  expect((await failure(() => open(file))).message).toContain("await init()");

  const loading = init(WebAssembly.compile(wasm));
  expect((await open(file)).get("a")).toBe(1);
  await loading;
  await init(wasm.subarray(0, 100));
  expect(openSync(file).get("a")).toBe(1);
});

test("the module that writes, which is apart", async () => {
  expect((await failure(() => write({}))).message).toContain("await initWriter()");
  await initWriter(readFileSync(new URL("../../pkg/asdf_wasm_writer_bg.wasm", import.meta.url)));
  const data = new Uint8Array(3_000_000).map((_, i) => i * i);
  const written = await open(await write({ a: 2, data }));
  expect(written.get("a")).toBe(2);
  // The module's own digest: where Node's is not used.
  const [header] = await written.readBlockHeaders();
  expect(header?.checksum).toBe(createHash("md5").update(data).digest("hex"));
});
