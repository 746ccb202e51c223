/** Writing arrays of every datatype, with masks, and in blocks that they share. */
import { ndarray } from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arrayAt, column } from "../../support/values.ts";
import { again, data, expectSame } from "../../support/written.ts";

const TYPED = [
  ["int8", new Int8Array([-128, 127])],
  ["int16", new Int16Array([-32768, 1])],
  ["int32", new Int32Array([-1, 2 ** 31 - 1])],
  ["int64", new BigInt64Array([-(2n ** 63n), 7n])],
  ["uint8", new Uint8Array([0, 255])],
  ["uint16", new Uint16Array([1, 65535])],
  ["uint32", new Uint32Array([1, 2 ** 32 - 1])],
  ["uint64", new BigUint64Array([1n, 2n ** 64n - 1n])],
  ["float32", new Float32Array([Number.NaN, 1.1])],
  ["float64", new Float64Array([-0, 5e-324])],
  ["complex64", new Float32Array([1, -2, 3, Infinity])],
  ["complex128", new Float64Array([1, -2, 3, Number.NaN])],
  ["bool8", new Uint8Array([1, 0])],
] as const;

test.each(TYPED)("%s arrays, in either byte order, in a block and in the tree", async (dtype, values) => {
  const shape = dtype.startsWith("complex") ? [1, 2] : [2, 1];
  for (const options of [
    {},
    { byteorder: "big" as const },
    { compression: "zlib" as const },
    { inline: true },
  ]) {
    const beyond = (dtype === "int64" || dtype === "uint64") && "inline" in options;
    const held = beyond
      ? values.map((value) => (value > 2n ** 62n || value < 0n ? 5n : value) as never)
      : values;
    const file = await again({ a: ndarray(held, { shape, dtype, ...options }) });
    const array = arrayAt(file, "a");
    expect([array.dtype, array.shape]).toEqual([dtype, shape]);
    expect(array.source).toBe("inline" in options ? null : 0);
    expect((await data(file, "a")).data).toEqual(held);
  }
});

test("numbers of 16 bits: from their bits, and rounded to them", async () => {
  const bits = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const file = await again({
    bits: ndarray(bits, { dtype: "float16" }),
    inline: ndarray(bits.subarray(0, 31744), { dtype: "float16", inline: true }),
    complex: ndarray(new Uint16Array([0x3c00, 0xc000]), { dtype: "complex32" }),
  });
  const stored = column(await arrayAt(file, "bits").read([], { float16: "bits" }));
  expectSame(stored.data, bits);
  const values = (await data(file, "bits")).data as Float32Array<ArrayBuffer>;
  expectSame((await data(file, "inline")).data, values.subarray(0, 31744));
  expect((await data(file, "complex")).data).toEqual(new Float32Array([1, -2]));
  // What each value rounds to is itself; between two, the nearest, or the even one.
  const finite = values.subarray(0, 31744);
  const between = Float64Array.from(finite.subarray(1), (value, i) => (value + (finite[i] ?? 0)) / 2);
  const rounded = await again({
    all: ndarray(values, { dtype: "float16" }),
    between: ndarray(between, { dtype: "float16" }),
    above: ndarray(
      between.map((value) => value * (1 + 1e-9)),
      { dtype: "float16" },
    ),
    large: ndarray([65519.99, 65520, -1e300, 1e-10, -0, 2 ** -24 * 0.5000001], { dtype: "float16" }),
  });
  const half = async (path: string) =>
    column(await arrayAt(rounded, path).read([], { float16: "bits" })).data;
  const same = (await half("all")) as Uint16Array<ArrayBuffer>;
  expect(same.filter((value, i) => value !== i && !Number.isNaN(values[i] ?? 0))).toHaveLength(0);
  expectSame(
    await half("between"),
    Uint16Array.from(between, (_, i) => (i % 2 === 0 ? i : i + 1)),
  );
  expectSame(
    await half("above"),
    Uint16Array.from(between, (_, i) => i + 1),
  );
  expect(await half("large")).toEqual(new Uint16Array([0x7bff, 0x7c00, 0xfc00, 0, 0x8000, 1]));
});

test("integers of 128 bits, text and records", async () => {
  const wide = [-(2n ** 127n), -1n, 0n, 2n ** 127n - 1n];
  const records = {
    shape: [2],
    fields: {
      id: { data: new Int16Array([1, 2]), shape: [2], stride: [1] },
      place: { data: new Float64Array([1, 2, 3, 4]), shape: [2, 2], stride: [2, 1] },
      name: { data: ["a", "süd"], shape: [2], stride: [1] },
      inner: { shape: [2], fields: { flag: { data: [true, false], shape: [2], stride: [1] } } },
    },
  };
  const file = await again({
    wide: ndarray(wide, { dtype: "int128" }),
    unsigned: ndarray([2n ** 128n - 1n], { dtype: "uint128", byteorder: "big" }),
    text: ndarray([
      ["north", ""],
      ["a", "b c"],
    ]),
    big: ndarray(["süd", "😀"], { byteorder: "big" }),
    inline: ndarray(["yes", "ø\n"], { inline: true }),
    records: ndarray(records as never),
  });
  expect((await data(file, "wide")).data).toEqual(wide);
  expect((await data(file, "unsigned")).data).toEqual([2n ** 128n - 1n]);
  expect(arrayAt(file, "text").dtype).toEqual({ kind: "ascii", length: 5 });
  expect(await data(file, "text")).toMatchObject({ data: ["north", "", "a", "b c"], shape: [2, 2] });
  expect((await data(file, "big")).data).toEqual(["süd", "😀"]);
  expect((await data(file, "inline")).data).toEqual(["yes", "ø\n"]);
  const { fields } = await arrayAt(file, "records").read();
  expect(fields?.["id"]?.data).toEqual(new Int16Array([1, 2]));
  expect(fields?.["place"]).toMatchObject({ data: new Float64Array([1, 2, 3, 4]), shape: [2, 2] });
  expect(fields?.["name"]?.data).toEqual(["a", "süd"]);
  expect(fields?.["inner"]?.fields?.["flag"]?.data).toEqual(new Uint8Array([1, 0]));
  // What was read is written as it is.
  const twice = await again({ records: arrayAt(file, "records"), wide: arrayAt(file, "wide") });
  expect(arrayAt(twice, "records").dtype).toEqual(arrayAt(file, "records").dtype);
  expect(await arrayAt(twice, "records").read()).toEqual(await arrayAt(file, "records").read());
});

test("any list of numbers has a type that holds it", async () => {
  const list = fc.oneof(
    fc.array(fc.integer()),
    fc.array(fc.double()),
    fc.array(fc.bigInt(-(2n ** 127n), 2n ** 128n - 1n).filter((value) => value >= 0n || value < 2n ** 127n)),
    fc.array(fc.boolean()),
  );
  await fc.assert(
    fc.asyncProperty(list, async (values) => {
      const some = (is: (value: number) => boolean) => values.some((value) => is(Number(value)));
      const mixed = some((value) => value < 0) && some((value) => value >= 2 ** 127);
      fc.pre(!mixed);
      const file = await again({ a: ndarray(values) });
      const { data: stored } = await data(file, "a");
      const numbers = Array.from<unknown, unknown>(stored, (value, i) =>
        typeof values[i] === "boolean" ? value === 1 : typeof values[i] === "number" ? Number(value) : value,
      );
      expect(numbers).toEqual(values);
    }),
    { numRuns: 200 },
  );
});

test("masks: elements of their own, and a value", async () => {
  const file = await again({
    one: ndarray([1, 2, 3], { mask: [false, true, false] }),
    value: ndarray(new Float32Array([1, -99]), { mask: -99 }),
    nan: ndarray(new Float32Array([Number.NaN, 1]), { mask: Number.NaN }),
    inline: ndarray([1, 2], { mask: new Uint8Array([0, 1]), inline: true }),
  });
  for (const [path, mask] of [
    ["one", [0, 1, 0]],
    ["value", [0, 1]],
    ["nan", [1, 0]],
    ["inline", [0, 1]],
  ] as const) {
    expect((await data(file, path)).mask, path).toEqual(Uint8Array.from(mask));
  }
  // Masked arrays of a file keep their masks, of whatever kind.
  const twice = await again(file.tree as object);
  for (const path of ["one", "value", "nan", "inline"]) {
    const { mask } = await data(file, path);
    expect((await data(twice, path)).mask, path).toEqual(mask);
  }
});

test("typed arrays that share memory share a block; others do not", async () => {
  const whole = new Float32Array(100).map((_, i) => i);
  const apart = new Float32Array(whole.buffer, 0, 2);
  const file = await again({
    whole,
    part: whole.subarray(10, 20),
    column: ndarray(whole, { shape: [10], strides: [40], offset: 4 }),
    back: ndarray(whole, { shape: [100], strides: [-4], offset: 396 }),
    other: ndarray(apart, { compression: "zlib" }),
  });
  expect(file.blocks).toHaveLength(2);
  expect(arrayAt(file, "part").offset).toBe(40);
  expect((await data(file, "part")).data).toEqual(whole.slice(10, 20));
  expect((await data(file, "column")).data).toEqual(whole.filter((_, i) => i % 10 === 1));
  expect((await data(file, "back")).data).toEqual(whole.toReversed());
  expect(arrayAt(file, "other").source).toBe(1);
  const disjoint = await again({ first: whole.subarray(0, 10), last: whole.subarray(90) });
  expect(disjoint.blocks.map(({ usedSize }) => usedSize)).toEqual([40, 40]);
});
