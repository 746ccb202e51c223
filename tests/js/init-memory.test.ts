/** A WebAssembly module whose memory cannot grow: reading says so, does not blame the file, and goes on with what fits. */
import { readFileSync } from "node:fs";
import { init, NdArray, open } from "asdf-wasm/slim";
import { expect, test } from "vitest";
import { build, ndarray } from "./support/build.ts";

/** Pages of 64 KiB by which the memory may grow. */
const PAGES = 40;

test("memory that runs out is `limit-exceeded`, and what needs less is read after that", async () => {
  const wasm = new Uint8Array(readFileSync(new URL("../../pkg/asdf_wasm_bg.wasm", import.meta.url)));
  await init(limited(wasm));
  const content = Uint16Array.from({ length: 100 }, (_, i) => i);
  const small = build(`data: ${ndarray(0, "uint16", [100])}`, [{ content, compression: "zlib" }]);
  const large = build(`text: ${"x ".repeat(4_000_000)}`);
  for (const _ of [1, 2]) {
    await expect(open(large)).rejects.toMatchObject({
      code: "limit-exceeded",
      message: expect.stringContaining("memory"),
    });
    const array = (await open(small)).get("data");
    expect(array instanceof NdArray && (await array.read()).data).toEqual(content);
  }
});

/** The module with a memory that grows no further. */
function limited(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const MEMORY = 5;
  for (let at = 8; at < wasm.length; ) {
    const [size, start] = unsigned(wasm, at + 1);
    if (wasm[at] === MEMORY) {
      const [least] = unsigned(wasm, start + 2);
      // One memory, with a least and a greatest number of pages.
      const memory = [1, 1, ...written(least), ...written(least + PAGES)];
      const section = Uint8Array.of(MEMORY, ...written(memory.length), ...memory);
      return new Uint8Array(Buffer.concat([wasm.subarray(0, at), section, wasm.subarray(start + size)]));
    }
    at = start + size;
  }
  throw new Error("the module has no memory");
}

/** A number in LEB128, and where it ends. */
function unsigned(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) {
      return [value, at + 1];
    }
  }
}

function written(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)];
}
