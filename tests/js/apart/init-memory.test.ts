/** A WebAssembly module whose memory cannot grow: reading says so, does not blame the file, and goes on with what fits. */
import { init, NdArray, open } from "asdf-wasm/slim";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { limitedModule } from "../../support/limited.ts";

test("memory that runs out is `limit-exceeded`, and what needs less is read after that", async () => {
  await init(limitedModule());
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
