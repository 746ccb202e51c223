/** Files that end too early, as a download that was broken off leaves them: what is there can be read. */
import { isDeepStrictEqual } from "node:util";
import { open, type Rows, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const [ROWS, COLUMNS] = [2000, 1500];
const content = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => Math.sin(i));
const tree = `data: ${ndarray(0, "float32", [ROWS, COLUMNS])}`;

test.each([undefined, "zlib"] as const)("compression %s", async (compression) => {
  const whole = build(tree, [{ content, checksum: "right", ...(compression && { compression }) }]);
  const opened = await open(new Blob([whole.subarray(0, 0.6 * whole.length)]));
  expect(opened.warnings).toMatchObject([{ code: "bad-block" }]);
  const array = arrayAt(opened, "data");
  const { data } = column(await array.read([slice(100, 103)]));
  expect(isDeepStrictEqual(data, content.slice(100 * COLUMNS, 103 * COLUMNS))).toBe(true);

  const rows: Rows[] = [];
  const error = await failure(() => array.read([], { onRows: (some) => rows.push(some) }));
  expect(error).toMatchObject({ code: "truncated", block: 0 });
  expect(rows.at(-1)?.stop).toBeGreaterThan(ROWS / 4);
  for (const { data, start, stop } of rows) {
    expect(isDeepStrictEqual(data, content.slice(start * COLUMNS, stop * COLUMNS))).toBe(true);
  }
  expect((await failure(() => array.read([-1]))).code).toBe("truncated");
  expect((await failure(() => opened.readBlock(0))).code).toBe("truncated");

  const strict = await open(new Blob([whole.subarray(0, 0.6 * whole.length)]), { checksums: "error" });
  expect((await failure(() => arrayAt(strict, "data").read([0]))).code).toBe("truncated");
});

test("of a block that is hardly there nothing is read", async () => {
  const whole = build(tree, [{ content }]);
  const opened = await open(new Blob([whole.subarray(0, whole.length - content.byteLength + 1000)]));
  expect((await failure(() => arrayAt(opened, "data").read([0, slice(0, 10)]))).code).toBe("truncated");
});
