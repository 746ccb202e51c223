/** Integers of very many digits: read or refused by name, and what is read can be written. */
import { open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

test.each([1n << 63n, -(1n << 64n), (1n << 500_000n) - 1n, -(1n << 524_286n)])(
  "integers beyond 64 bits come back (%#)",
  async (value) => {
    const file = await open(await write({ value }));
    expect(file.get("value") === value).toBe(true);
    expect(file.warnings).toEqual([]);
  },
);

test("decimal integers of up to 131072 digits are integers; longer ones are text, which is told", async () => {
  const most = "7".repeat(131_072);
  const yaml = `most: ${most}\nmore: ${most}7\nhex: 0x${"f".repeat(2000)}\ntext: "${most}7"\noctal: 0${"9".repeat(2000)}`;
  const file = await open(build(yaml));
  expect(file.get("most") === BigInt(most)).toBe(true);
  expect(file.warnings.map(({ code, path }) => [code, path])).toEqual([
    ["long-integer", "more"],
    ["long-integer", "hex"],
  ]);
  const again = await open(await file.edit(() => {}));
  // Now they are text in quotes.
  expect(again.warnings).toEqual([]);
  for (const key of ["most", "more", "hex", "text", "octal"]) {
    expect(again.get(key) === file.get(key), key).toBe(true);
  }
});
