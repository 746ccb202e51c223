/** The cache of decoded data: its size can be changed while a file is open. */
import { type ByteSource, NdArray, ndarray, open, slice, write } from "asdf-wasm";
import { expect, test } from "vitest";

const SIDE = 512;

async function opened() {
  const values = Float32Array.from({ length: SIDE ** 2 }, (_, i) => (i * i) % 977);
  const data = ndarray(values, { shape: [SIDE, SIDE], compression: "zlib" });
  const bytes = await write({ data }, { as: "bytes" });
  const counted = { reads: 0 };
  const source: ByteSource = {
    size: bytes.length,
    async read(offset, length) {
      counted.reads += 1;
      return bytes.slice(offset, offset + length);
    },
  };
  const file = await open(source);
  const array = file.get("data");
  if (!(array instanceof NdArray)) {
    throw new Error("there is no array");
  }
  const readsFor = async (row: number) => {
    counted.reads = 0;
    const { data } = await array.read([slice(row, row + 1)]);
    expect(data).toEqual(values.subarray(row * SIDE, (row + 1) * SIDE));
    return counted.reads;
  };
  return { file, readsFor };
}

test("decoded data are kept for later reads, until the cache is limited", async () => {
  const { file, readsFor } = await opened();
  expect(await readsFor(100)).toBeGreaterThan(0);
  expect(await readsFor(50)).toBe(0);
  file.limitCache(0);
  expect(await readsFor(50)).toBeGreaterThan(0);
  expect(await readsFor(20)).toBeGreaterThan(0);
  file.limitCache(2 ** 28);
  expect(await readsFor(50)).toBeGreaterThan(0);
  expect(await readsFor(20)).toBe(0);
});

test("a limit that is no number of bytes, and one of a closed file, are refused", async () => {
  const { file } = await opened();
  expect(() => file.limitCache(-1)).toThrow(expect.objectContaining({ code: "bad-argument" }));
  expect(() => file.limitCache(Number.NaN)).toThrow(expect.objectContaining({ code: "bad-argument" }));
  file.close();
  expect(() => file.limitCache(0)).toThrow(expect.objectContaining({ code: "closed" }));
});
