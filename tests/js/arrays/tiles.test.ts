/** Arrays written in chunks: put together they are the array again, and a part of it is read without the rest. */
import { type ArrayData, type AsdfFile, ndarray, open, slice, write } from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arrayAt, column, failure } from "../../support/values.ts";

async function again(tree: object): Promise<AsdfFile> {
  const file = await open(await write(tree), { checksums: "error" });
  expect(file.warnings).toEqual([]);
  return file;
}

async function data(file: AsdfFile, path: string): Promise<ArrayData> {
  return column(await arrayAt(file, path).read());
}

const axis = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 5 }));

test("any shape cut into any chunks is the same array, masked or not, in either byte order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(axis, { maxLength: 4 }),
      fc.constantFrom("little", "big"),
      fc.constantFrom("none", "zlib", "blsc"),
      async (axes, byteorder, compression) => {
        const shape = axes.map(([length]) => length);
        const chunks = axes.map(([, length]) => length);
        const count = shape.reduce((size, length) => size * length, 1);
        const values = Int32Array.from({ length: count }, (_, i) => i * 65537);
        const mask = Array.from(values, (value) => value % 3 === 0);
        const options = { shape, chunks, byteorder, compression } as const;
        const file = await again({
          plain: ndarray(values, options),
          masked: ndarray(values, { ...options, mask }),
        });
        expect(arrayAt(file, "plain").shape).toEqual(shape);
        expect((await data(file, "plain")).data).toEqual(values);
        const masked = await data(file, "masked");
        expect(masked.data).toEqual(values);
        expect([...(masked.mask ?? [])]).toEqual(count === 0 ? [] : mask.map(Number));
      },
    ),
    { numRuns: 60 },
  );
});

test("text and records", async () => {
  const file = await again({
    words: ndarray(["north", "süd", "øst", "west", "up"], { chunks: [2], compression: "zlib" }),
    records: ndarray(
      {
        fields: {
          x: { data: new Float64Array([1, 2, 3]), shape: [3], stride: [1] },
          y: { data: new Int16Array([4, 5, 6]), shape: [3], stride: [1] },
        },
        shape: [3],
      },
      { chunks: [2] },
    ),
  });
  expect((await data(file, "words")).data).toEqual(["north", "süd", "øst", "west", "up"]);
  const records = await arrayAt(file, "records").read();
  expect(records.fields?.["x"]).toMatchObject({ data: new Float64Array([1, 2, 3]) });
  expect(records.fields?.["y"]).toMatchObject({ data: new Int16Array([4, 5, 6]) });
});

test("tiles larger than what is handled at once, of rows longer than that too", async () => {
  const values = new Uint8Array(3 * 2_500_000).map((_, i) => i * 7 + (i >> 9));
  for (const chunks of [
    [2, 2_200_000],
    [2, 2_500_000],
    [3, 900_000],
  ]) {
    const file = await again({ a: ndarray(values, { shape: [3, 2_500_000], chunks }) });
    const { data: read } = await data(file, "a");
    expect(Buffer.compare(Buffer.from(read as Uint8Array), values)).toBe(0);
  }
});

test("an array of an opened file is cut as it is written, its chunks and masks too", async () => {
  const values = Float32Array.from({ length: 60 * 70 }, (_, i) => i / 3);
  const mask = Array.from(values, (_, i) => i % 11 === 0);
  const old = await again({
    dense: ndarray(values, { shape: [60, 70], compression: "lz4" }),
    chunked: ndarray(values, { shape: [60, 70], chunks: [13, 17], mask }),
    across: ndarray(values, { shape: [70, 60], strides: [4, 280], byteorder: "big" }),
  });
  const file = await again({
    dense: ndarray(arrayAt(old, "dense"), { chunks: [16, 16], compression: "zlib" }),
    chunked: ndarray(arrayAt(old, "chunked"), { chunks: [60, 8] }),
    across: ndarray(arrayAt(old, "across"), { chunks: [16, 16] }),
  });
  expect((await data(file, "dense")).data).toEqual(values);
  const chunked = await data(file, "chunked");
  expect(chunked.data).toEqual(values);
  expect([...(chunked.mask ?? [])]).toEqual(mask.map(Number));
  expect((await data(file, "across")).data).toEqual((await data(old, "across")).data);
  expect((await file.readBlockHeaders()).length).toBe(4 * 5 + 2 * 9 + 5 * 4);
});

test("of a file in chunks, a window is read without the rest", async () => {
  // Noise, which zlib stores: each tile is 1 MiB, also compressed.
  const values = new Uint32Array(2048 * 2048).map(
    (_, i) => Math.imul(i, 2654435761) ^ (Math.imul(i, i) >>> 7),
  );
  const blob = await write({
    a: ndarray(values, { shape: [2048, 2048], chunks: [512, 512], compression: "zlib" }),
  });
  let fetched = 0;
  const source = {
    size: blob.size,
    read: async (offset: number, length: number) => {
      fetched += length;
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
  const file = await open(source);
  const before = fetched;
  const part = column(await arrayAt(file, "a").read([slice(600, 700), slice(1100, 1200)]));
  expect(part.data[0]).toBe(values[600 * 2048 + 1100]);
  expect(fetched - before).toBeLessThan(1.2 * 2 ** 20);
});

test("what cannot be cut is refused with its place", async () => {
  const refused = (options: object, value: Parameters<typeof ndarray>[0] = new Uint8Array(12)) =>
    failure(() => write({ a: { b: ndarray(value, { shape: [3, 4], chunks: [2, 2], ...options }) } }));
  for (const [options, message] of [
    [{ chunks: [2] }, /one for each axis/],
    [{ chunks: [2, 0] }, /at least 1/],
    [{ chunks: [2, 1.5] }, /at least 1/],
    [{ inline: true }, /neither inline/],
    [{ strides: [1, 3] }, /no strides/],
    [{ shape: [4, 4] }, /16 elements/],
  ] as const) {
    expect(await refused(options)).toMatchObject({
      code: "bad-array",
      path: "a/b",
      message: expect.stringMatching(message),
    });
  }
  const many = await refused({ shape: [1000, 1000], chunks: [1, 1] }, new Uint8Array(1_000_000));
  expect(many.message).toContain("1000000");
});
