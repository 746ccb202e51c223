/** Loading the WebAssembly module when nobody knows where it is. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { AsdfError, init, initFits, initWcs, initWriter, open, openSync, write } from "asdf-wasm/slim";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

/** The failure of `work`. That of `support/values.ts` imports the entry that knows where the modules are. */
async function failure(work: () => unknown): Promise<AsdfError> {
  const error: unknown = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AsdfError);
  return error as AsdfError;
}

const file = build("a: 1");
const wasm = new Uint8Array(readFileSync(new URL("../../../pkg/asdf_wasm_bg.wasm", import.meta.url)));

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
  expect((await failure(() => initWriter())).message).toContain("await initWriter()");
  const broken = await failure(() => initWriter(Promise.reject(new Error("lost"))));
  expect([broken.code, broken.message]).toEqual(["network", expect.stringContaining("lost")]);
  const opened = await open(file);
  expect((await failure(() => opened.edit(() => {}))).message).toContain("await initWriter()");

  const bytes = readFileSync(new URL("../../../pkg/asdf_wasm_writer_bg.wasm", import.meta.url));
  const loading = initWriter(Promise.resolve(bytes));
  const data = new Uint8Array(3_000_000).map((_, i) => i * i);
  const written = await open(await write({ a: 2, data }));
  expect(written.get("a")).toBe(2);
  // The module's own digest: where Node's is not used.
  const [header] = await written.readBlockHeaders();
  expect(header?.checksum).toBe(createHash("md5").update(data).digest("hex"));
  await loading;
  expect((await open(await opened.edit(() => {}))).get("a")).toBe(1);
});

test("the module for FITS, which is apart", async () => {
  const fits = readFileSync(new URL("../../data/fits/images.fits", import.meta.url));
  expect((await failure(() => openSync(fits))).message).toContain("await initFits()");
  expect((await failure(() => open(fits))).message).toContain("await initFits()");
  const broken = await failure(() => initFits(Promise.reject(new Error("lost"))));
  expect([broken.code, broken.message]).toEqual(["network", expect.stringContaining("lost")]);
  await initFits(readFileSync(new URL("../../../pkg/asdf_wasm_fits_bg.wasm", import.meta.url)));
  await initFits();
  expect([(await open(fits)).dialect, openSync(fits).dialect]).toEqual(["fits", "fits"]);
});

test("the module for world coordinates, which is apart", async () => {
  expect((await failure(() => initWcs())).message).toContain("await initWcs()");
  const broken = await failure(() => initWcs(Promise.reject(new Error("lost"))));
  expect([broken.code, broken.message]).toEqual(["network", expect.stringContaining("lost")]);
  await initWcs(readFileSync(new URL("../../../pkg/asdf_wasm_wcs_bg.wasm", import.meta.url)));
  await initWcs();
});
