/** Arrays made of others, masks and chunks: what is read of them, from where, and what a bad one costs. */
import { type NdArray, open, openSync, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";

const SIDE = 64;

/** An image of 4 × 4 chunks, each in a block, and the bytes of it that were asked for. */
async function tiled(compression?: "zlib") {
  const whole = Float32Array.from({ length: (4 * SIDE) ** 2 }, (_, i) => i);
  const blocks = [];
  let tree = `data: !core/chunked-ndarray-1.0.0\n  shape: [${4 * SIDE}, ${4 * SIDE}]\n  datatype: float32\n  chunks:\n`;
  for (let row = 0; row < 4 * SIDE; row += SIDE) {
    for (let left = 0; left < 4 * SIDE; left += SIDE) {
      const at = (i: number) => (row + Math.floor(i / SIDE)) * 4 * SIDE + left + (i % SIDE);
      const content = Float32Array.from({ length: SIDE ** 2 }, (_, i) => whole[at(i)] ?? 0);
      tree += `  - {start: [${row}, ${left}], ndarray: ${ndarray(blocks.length, "float32", [SIDE, SIDE])}}\n`;
      blocks.push({ content, ...(compression && { compression }) });
    }
  }
  const bytes = build(tree, blocks);
  const asked: [offset: number, length: number][] = [];
  const lanes = { now: 0, most: 0 };
  const file = await open({
    size: bytes.length,
    read: async (offset, length) => {
      asked.push([offset, length]);
      lanes.now += 1;
      lanes.most = Math.max(lanes.most, lanes.now);
      await new Promise((resolve) => setTimeout(resolve));
      lanes.now -= 1;
      return bytes.slice(offset, offset + length);
    },
  });
  // There is no index: going from header to header touches all blocks.
  await file.readBlockHeaders();
  asked.length = 0;
  lanes.most = 0;
  return { file, array: arrayAt(file, "data"), whole, asked, lanes };
}

test.each([undefined, "zlib"] as const)(
  "a selection touches only its chunks, compression %s",
  async (compression) => {
    const { file, array, whole, asked } = await tiled(compression);
    expect(array).toMatchObject({ shape: [256, 256], dtype: "float32", source: null, compression: null });
    expect(array).toMatchObject({ strides: [1024, 4], masked: false, size: 65536, nbytes: 262144 });
    expect([...file.arrays()].map(([path]) => path)).toEqual(["data"]);

    const part = column(await array.read([slice(60, 70), slice(130, null, 61)]));
    const at = [130, 191, 252];
    const expected = Array.from(
      { length: 30 },
      (_, i) => whole[(60 + Math.floor(i / 3)) * 256 + (at[i % 3] ?? 0)],
    );
    expect(part).toEqual({ data: Float32Array.from(expected, Number), shape: [10, 3], stride: [3, 1] });
    // Rows 60 to 70 lie in the first two rows of chunks, the columns in the last two of each.
    const touched = new Set(
      asked.map(([offset]) => file.blocks.findLastIndex((block) => block.offset < offset)),
    );
    expect([...touched].sort((a, b) => a - b)).toEqual([2, 3, 6, 7]);

    asked.length = 0;
    expect(column(await array.read([5, -1])).data).toEqual(Float32Array.of(whole[5 * 256 + 255] ?? 0));
    expect(
      new Set(asked.map(([offset]) => file.blocks.findLastIndex((block) => block.offset < offset))),
    ).toEqual(new Set([3]));
    expect(column(await array.read()).data).toEqual(whole);
    const small = await array.preview({ maxSize: 64 });
    expect(small).toMatchObject({ shape: [64, 64], step: 4 });
    expect(column(small).data[65]).toBe(whole[4 * 256 + 4]);
    expect(await failure(() => array.read([256]))).toMatchObject({ code: "bad-selection" });
  },
);

test.each([undefined, "zlib"] as const)(
  "the next chunks are on their way while one is read, each once, compression %s",
  async (compression) => {
    const { array, whole, asked, lanes } = await tiled(compression);
    expect(column(await array.read()).data).toEqual(whole);
    expect(lanes.most).toBe(4);
    expect(asked).toHaveLength(16);
    expect(new Set(asked.map(([offset]) => offset)).size).toBe(16);
  },
);

test("chunks are arrays too, which a path leads to", async () => {
  const { file, whole } = await tiled();
  const chunk = arrayAt(file, "data/chunks/1/ndarray");
  expect(column(await chunk.read([0])).data).toEqual(whole.subarray(64, 128));
  expect(file.get("data/chunks/1/start")).toEqual([0, 64]);
  expect(file.tag("data/chunks/1/ndarray")).toBe("tag:stsci.edu:asdf/core/ndarray-1.1.0");
});

test("a bad chunk fails only what touches it, by its path", async () => {
  const chunk = ndarray(0, "uint8", [3]);
  const tree = `data: !core/chunked-ndarray-1.0.0
  shape: [8]
  datatype: uint8
  chunks:
  - {start: [0], ndarray: ${chunk}}
  - {start: [3], ndarray: ${ndarray(0, "int8", [3])}}
  - {start: [6], ndarray: ${chunk}}`;
  const array = arrayAt(openSync(build(tree, [{ content: Uint8Array.of(1, 2, 3) }])), "data");
  expect(array.error).toBeUndefined();
  expect(column(await array.read([slice(3)])).data).toEqual(Uint8Array.of(1, 2, 3));
  const wrongType = await failure(() => array.read([slice(4)]));
  expect(wrongType).toMatchObject({ code: "bad-array", path: "data/chunks/1/ndarray" });
  const tooLong = await failure(() => array.read([7]));
  expect(tooLong).toMatchObject({ code: "bad-array", path: "data/chunks/2/ndarray" });
  expect(tooLong.message).toContain("sticks out");
});

test("a result of chunks is held to the limit before anything is read", async () => {
  const tree = "data: !core/chunked-ndarray-1.0.0 {shape: [1099511627776], datatype: uint8, chunks: []}";
  const array = arrayAt(openSync(build(tree), { limits: { output: 100 } }), "data");
  expect(await failure(() => array.read())).toMatchObject({ code: "limit-exceeded" });
  expect(column(await array.read([slice(100)])).data).toEqual(new Uint8Array(100));
});

const VALUES = Float32Array.of(0, Number.NaN, 2, -999);
const maskOf = async (array: NdArray) => column(await array.read()).mask;

test("numbers mask, and the elements can be a view of the file", async () => {
  const array = (mask: string) => ndarray(0, "float32", [4], `, mask: ${mask}`);
  const tree = `nan: ${array(".nan")}\nnumber: ${array("-999")}\nnone: ${array("7")}\ntext: ${array("seven")}`;
  const head = build(tree, [{ content: VALUES }]).length - VALUES.byteLength;
  const buffer = new ArrayBuffer(head + 32);
  const bytes = new Uint8Array(buffer, (4 - (head % 4)) % 4, head + VALUES.byteLength);
  bytes.set(build(tree, [{ content: VALUES, checksum: "right" }]));
  const file = openSync(bytes, { checksums: "error" });
  const part = column(await arrayAt(file, "nan").read([], { view: true }));
  expect(ArrayBuffer.isView(part.data) && part.data.buffer).toBe(buffer);
  expect(part).toMatchObject({ data: VALUES, mask: Uint8Array.of(0, 1, 0, 0) });
  expect(await maskOf(arrayAt(file, "number"))).toEqual(Uint8Array.of(0, 0, 0, 1));
  expect(await maskOf(arrayAt(file, "none"))).toEqual(new Uint8Array(4));
  expect(arrayAt(file, "text").masked).toBe(false);
  expect(await maskOf(arrayAt(file, "text"))).toBeUndefined();
  expect(file.warnings).toMatchObject([{ code: "bad-mask", path: "text/mask" }]);
});

test("arrays mask what is selected", async () => {
  const mask = ndarray(1, "bool8", [3]);
  const tree = `data: ${ndarray(0, "int16", [2, 3], `, mask: ${mask}`)}`;
  const content = Int16Array.of(1, 2, 3, 4, 5, 6);
  const file = openSync(build(tree, [{ content }, { content: Uint8Array.of(0, 1, 0), compression: "zlib" }]));
  const array = arrayAt(file, "data");
  expect(array.masked).toBe(true);
  expect(await array.read([slice(null, null, -1), slice(1, null)])).toMatchObject({
    data: Int16Array.of(5, 6, 2, 3),
    mask: Uint8Array.of(1, 0, 1, 0),
  });
  expect(await array.read([0, 1])).toMatchObject({ data: Int16Array.of(2), mask: Uint8Array.of(1) });
  expect(await array.preview({ maxSize: 2 })).toMatchObject({ mask: Uint8Array.of(0, 0), step: 2 });
  expect(bytesOf(column(await arrayAt(file, "data/mask").read()))).toEqual(Uint8Array.of(0, 1, 0));
});

test("a record's mask is that of its fields", async () => {
  const fields = "[{name: a, datatype: uint8}, {name: b, datatype: uint8, shape: [2]}]";
  const tree = `data: ${ndarray(0, fields, [2], ", mask: [false, true]")}`;
  const part = await arrayAt(openSync(build(tree, [{ content: new Uint8Array(6) }])), "data").read();
  expect(part.fields?.["a"]?.mask).toEqual(Uint8Array.of(0, 1));
  expect(part.fields?.["b"]?.mask).toEqual(Uint8Array.of(0, 0, 1, 1));
});
