/** Writing files: what is written reads back equal, and what cannot be written is refused with its place. */
import {
  type ArrayData,
  type AsdfFile,
  Complex,
  ndarray,
  open,
  slice,
  Tagged,
  type TreeValue,
  tagOf,
  type WriteOptions,
  withTag,
  write,
} from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../support/build.ts";
import { largeFile } from "../support/large.ts";
import { arrayAt, column, failure } from "../support/values.ts";

const LIBRARY = { asdf_library: "none" };

/** Writes a tree and reads it, with nothing to warn about. */
async function again(tree: object | TreeValue, options: WriteOptions = {}): Promise<AsdfFile> {
  const blob = await write({ ...LIBRARY, ...Object(tree) }, { ...options, as: "blob" });
  const file = await open(blob, { checksums: "error" });
  expect(file.warnings).toEqual([]);
  return file;
}

async function textOf(tree: object, options: WriteOptions = {}): Promise<string> {
  const bytes = await write({ ...LIBRARY, ...tree }, { ...options, as: "bytes" });
  return new TextDecoder("latin1").decode(bytes);
}

/** Of long arrays, `toEqual` takes a minute. */
function expectSame(is: ArrayData["data"], was: ArrayBufferView): void {
  const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer, byteOffset, byteLength);
  expect(ArrayBuffer.isView(is) && bytes(is).equals(bytes(was))).toBe(true);
}

async function data(file: AsdfFile, path: string): Promise<ArrayData> {
  return column(await arrayAt(file, path).read());
}

test("a file begins, goes on and ends as the standard says", async () => {
  const text = await textOf(
    { a: [1, 2.5, null], b: { "no: key": "yes" }, data: new Uint8Array([1, 2, 3]) },
    { comments: ["by hand"], checksum: false },
  );
  const [head = "", rest = ""] = text.split("\xd3BLK");
  expect(head).toBe(`#ASDF 1.0.0
#ASDF_STANDARD 1.6.0
# by hand
%YAML 1.1
%TAG ! tag:stsci.edu:asdf/
--- !core/asdf-1.1.0
asdf_library: none
a:
- 1
- 2.5
- null
b:
  'no: key': 'yes'
data: !core/ndarray-1.1.0
  source: 0
  datatype: uint8
  byteorder: little
  shape: [3]
...
`);
  expect(rest.slice(0, 50 + 3)).toBe(
    `\0\x30${"\0".repeat(8)}${"\0\0\0\0\0\0\0\x03".repeat(3)}${"\0".repeat(16)}\x01\x02\x03`,
  );
  expect(rest.slice(53)).toBe(`#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${head.length}]\n...\n`);
});

test("the library is named unless the tree names one, and the history grows", async () => {
  const first = await open(await write({ a: 1 }, { history: "made" }));
  expect(first.get("asdf_library/name")).toBe("asdf-wasm");
  expect(first.tag("asdf_library")).toBe("tag:stsci.edu:asdf/core/software-1.0.0");
  const tree = Object(first.tree);
  const second = await open(await write({ ...tree, asdf_library: { name: "mine" } }, { history: "changed" }));
  expect(second.get("asdf_library/name")).toBe("mine");
  expect([0, 1].map((i) => second.get(["history", "entries", i, "description"]))).toEqual([
    "made",
    "changed",
  ]);
  expect(second.tag("history/entries/1")).toBe("tag:stsci.edu:asdf/core/history_entry-1.0.0");
  expect(second.get("history/entries/0/time")).toBeInstanceOf(Tagged);
});

const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "<<", "12", "~", "y"));
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.bigInt(2n ** 53n, 2n ** 100n),
  fc.bigInt(-(2n ** 100n), -(2n ** 53n)),
  fc.string({ unit: "binary" }),
  fc.lorem({ mode: "sentences" }),
  fc.constantFrom("1e5", "012", "2001-12-14", "a\nb\n", "=", "- a"),
);
const { tree: anyTree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 5, noNullPrototype: false }),
    fc
      .array(fc.tuple(fc.oneof(fc.integer(), fc.boolean(), key), tie("tree")), { maxLength: 4 })
      .map((entries) => new Map(entries)),
  ),
}));

/** What reading gives of a value: maps with text for keys are objects, and NaN is one. */
function read(value: unknown): unknown {
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => [key, read(item)] as const);
    return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : new Map(entries);
  }
  if (Array.isArray(value)) {
    return value.map(read);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item)]));
  }
  return value;
}

test("any tree reads back equal", async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, async (value) => {
      const file = await again({ value });
      expect(read(file.get("value"))).toEqual(read(value));
    }),
    { numRuns: 300 },
  );
});

test("scalars that JavaScript has no literal for", async () => {
  const date = new Date("2024-02-29T12:30:00.500Z");
  const complex = [new Complex(1, -2), new Complex(-0, Number.NaN), new Complex(1e-7, -Infinity)];
  const tree = {
    date,
    complex,
    tagged: new Tagged("tag:example.org,2024:unit", "m s-1"),
    odd: new Tagged("!local", "12"),
    float: new Tagged("tag:yaml.org,2002:float", "1.0"),
    bytes: withTag(new Uint8Array([1, 2, 255]), "tag:yaml.org,2002:binary"),
    zero: -0,
    least: -(2n ** 63n),
    big: 2n ** 64n,
    absent: undefined,
  };
  const file = await again(tree);
  expect(String(file.get("date"))).toBe("2024-02-29T12:30:00.500Z");
  expect(file.tag("date")).toBe("tag:yaml.org,2002:timestamp");
  expect(file.get("complex")).toEqual(complex);
  expect(file.get("tagged")).toEqual(tree.tagged);
  expect(file.get("odd")).toEqual(tree.odd);
  expect([file.get("float"), file.tag("float")]).toEqual([1, "tag:yaml.org,2002:float"]);
  expect(file.get("bytes")).toEqual(new Uint8Array([1, 2, 255]));
  expect(file.get("zero")).toBe(-0);
  expect([file.get("least"), file.get("big")]).toEqual([-(2n ** 63n), 2n ** 64n]);
  expect(file.get("absent")).toBeUndefined();
});

test("floats of a file stay floats, also those without a fraction", async () => {
  const body = "a: 1.0\nb: [1.0, 2, 3.0, 2.5]\nc: &x 4.0\nd: *x\ne: 5\nf: !!float 6\ng: {1: 7.0}";
  const file = await open(build(body));
  expect(file.get("b")).toEqual([1, 2, 3, 2.5]);
  expect([file.get("a"), file.get("c"), file.get("d"), file.get("f"), file.get("g/1")]).toEqual([
    1, 4, 4, 6, 7,
  ]);
  const text = new TextDecoder().decode(await write(file.tree, { as: "bytes" }));
  expect(text).toContain("a: 1.0\nb: [1.0, 2, 3.0, 2.5]\nc: 4.0\nd: 4.0\ne: 5\nf: 6.0\ng:\n  1: 7.0\n");
});

test("objects that stand in several places stay one, cycles too, and tags are kept", async () => {
  const shared = withTag({ name: "s" }, "tag:stsci.edu:gwcs/step-1.3.0");
  const list: unknown[] = [shared];
  list.push(list);
  const pixels = ndarray([1, 2, 3]);
  const root: Record<string, unknown> = { ...LIBRARY, shared, list, one: pixels, two: pixels };
  root["self"] = root;
  const file = await open(await write(root));
  expect(file.get("list/0")).toBe(file.get("shared"));
  expect(tagOf(file.get("shared"))).toBe("tag:stsci.edu:gwcs/step-1.3.0");
  expect(file.get("list/1")).toBe(file.get("list"));
  expect(file.get("one")).toBe(file.get("two"));
  expect(file.get("self")).toBe(file.tree);
});

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

const CODECS = ["zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"] as const;

test.each(CODECS)("blocks in %s, which are stored plain where that is no smaller", async (name) => {
  const values = Uint32Array.from({ length: 300_000 }, (_, i) => (i >> 3) * (i >> 12));
  const noise = Uint8Array.from({ length: 1000 }, (_, i) => (i * 2654435761) >>> 13);
  const file = await again({ values, noise: ndarray(noise.subarray(0, 5)) }, { compression: name });
  await file.readBlockHeaders();
  expect(arrayAt(file, "values").compression).toBe(name);
  expect(file.blocks[0]?.usedSize).toBeLessThan(values.byteLength);
  expect(file.blocks[0]?.dataSize).toBe(values.byteLength);
  expectSame((await data(file, "values")).data, values);
  expect(arrayAt(file, "noise").compression).toBeNull();
  expect((await data(file, "noise")).data).toEqual(noise.subarray(0, 5));
});

test.each([
  { name: "lz4", layout: "frame" },
  { name: "zstd", level: 22 },
  { name: "blsc", codec: "zlib", shuffle: "bit", level: 9 },
  { name: "bls2", codec: "zstd", shuffle: "none", level: 1 },
] as const)("settings of a compression: %o", async (compression) => {
  const values = Int16Array.from({ length: 5000 }, (_, i) => i >> 5);
  const file = await again({ values }, { compression });
  await file.readBlockHeaders();
  expect(arrayAt(file, "values").compression).toBe(compression.name);
  expectSame((await data(file, "values")).data, values);
});

test("what is read from a file is written from it: stored bytes are copied, or recoded", async () => {
  const pixels = Float32Array.from({ length: 5000 }, (_, i) => i % 50);
  const first = await again({
    image: ndarray(pixels, { shape: [50, 100], compression: "zlib" }),
    view: ndarray(pixels, { shape: [100], strides: [200], compression: "zlib" }),
    inline: ndarray([1, 2], { inline: true }),
  });
  const copy = await again(first.tree);
  expect(copy.blocks).toHaveLength(1);
  const stored = async (file: AsdfFile) =>
    (await file.readBlockHeaders()).map(({ compression, checksum }) => [compression, checksum]);
  expect(await stored(copy)).toEqual(await stored(first));
  expect((await data(copy, "view")).data).toEqual((await data(first, "view")).data);
  expect(arrayAt(copy, "inline").source).toBeNull();
  const plain = await again(first.tree, { compression: "none" });
  expect((await stored(plain))[0]?.[0]).toBeNull();
  expect((await data(plain, "image")).data).toEqual(pixels);
  const single = await again({ image: ndarray(arrayAt(first, "image"), { compression: "lz4" }) });
  expect((await stored(single))[0]?.[0]).toBe("lz4");
  expect((await data(single, "image")).data).toEqual(pixels);
  first.close();
  expect((await failure(() => write(first.tree))).code).toBe("closed");
});

test("a file of 3 GB with another tree is made of slices of it: next to nothing is read", async () => {
  const large = await largeFile();
  expect(large.size).toBeGreaterThan(3e9);
  using file = await open(large);
  const written = await write({ ...Object(file.tree), note: "after" });
  expect(large.read).toBeLessThan(2 ** 20);
  expect(written.size).toBeGreaterThan(3e9);
  using again = await open(written);
  expect(again.get("note")).toBe("after");
  const part = column(await arrayAt(again, "data").read([slice(2 ** 20 - 2, 2 ** 20)]));
  expect(part.data).toEqual(new Uint8Array([9, 9]));
});

test("a streamed block is the last and runs to the end of the file", async () => {
  async function* rows() {
    for (let i = 0; i < 3; i += 1) {
      yield new Uint8Array([i, i + 10]);
    }
  }
  const file = await again({
    stream: ndarray(rows(), { shape: ["*", 2], dtype: "uint8" }),
    a: new Uint8Array(4),
  });
  expect(file.blocks.map(({ streamed }) => streamed)).toEqual([false, true]);
  expect(arrayAt(file, "stream").shape).toEqual([3, 2]);
  expect((await data(file, "stream")).data).toEqual(new Uint8Array([0, 10, 1, 11, 2, 12]));
});

test("a blob, bytes and a stream are the same file", async () => {
  const tree = {
    ...LIBRARY,
    a: new Uint8Array(3_000_000).fill(7),
    b: ndarray(new Uint8Array(9999), { compression: "zlib" }),
  };
  const bytes = await write(tree, { as: "bytes" });
  const blob = await write(tree);
  expectSame(new Uint8Array(await blob.arrayBuffer()), bytes);
  const stream = await write(tree, { as: "stream" });
  expectSame(new Uint8Array(await new Response(stream).arrayBuffer()), bytes);
  expect(tree.a.byteLength).toBe(3_000_000);
});

test("blocks begin at multiples of the padding", async () => {
  const arrays = {
    a: new Uint8Array(5),
    b: new Uint8Array(100),
    c: ndarray(new Uint8Array(999), { compression: "zlib" }),
  };
  const file = await again(arrays, { padding: 512 });
  expect(file.blocks.map(({ offset }) => offset % 512)).toEqual([0, 0, 0]);
  expect(file.blocks.every(({ source }) => source === "index")).toBe(true);
  expect(await textOf(arrays, { blockIndex: false })).not.toContain("BLOCK INDEX");
});

test("versions of the standard have their tags", async () => {
  const tree = { a: new Uint8Array(1) };
  expect(await textOf(tree, { standard: "1.5.0" })).toContain("a: !core/ndarray-1.0.0");
  expect(await textOf(tree, { standard: "1.0.0" })).toContain("--- !core/asdf-1.0.0");
  expect(await textOf(tree, { compatible: "asdf-cxx" })).toContain("#ASDF_STANDARD 1.2.0");
  const error = await failure(() => textOf({ deep: [2n ** 70n] }, { standard: "1.2.0" }));
  expect([error.code, error.message]).toEqual(["bad-tree", expect.stringContaining("core/integer")]);
  const halves = { a: { b: ndarray([1], { dtype: "float16" }) } };
  const refused = await failure(() => write(halves, { standard: "1.5.0" }));
  expect([refused.code, refused.path]).toEqual(["unsupported-datatype", "a/b"]);
  expect(await textOf(halves, { compatible: "asdf-cxx" })).toContain("datatype: float16");
});

test("few elements stand in the tree when that is asked for", async () => {
  const file = await again({ few: [new Int8Array(3)], many: new Int8Array(4) }, { inlineThreshold: 3 });
  expect([arrayAt(file, "few/0").source, arrayAt(file, "many").source]).toEqual([null, 0]);
});

test("progress is told, and an abort is heeded", async () => {
  const told: number[] = [];
  const array = new Uint8Array(3 << 20);
  await write({ array }, { onProgress: ({ loaded, total }) => told.push(loaded / (total ?? 0)) });
  expect(told.at(-1)).toBe(1);
  const controller = new AbortController();
  controller.abort();
  expect((await failure(() => write({ array }, { signal: controller.signal }))).code).toBe("aborted");
  const later = new AbortController();
  const onProgress = () => later.abort();
  expect((await failure(() => write({ array }, { signal: later.signal, onProgress }))).code).toBe("aborted");
});

class Unknown {}
const deep = JSON.parse("[".repeat(300) + "]".repeat(300));
const REFUSED: [what: string, tree: unknown, code: string, path: string | undefined][] = [
  ["a function", { a: [() => 1] }, "bad-tree", "a/0"],
  ["a symbol", { a: Symbol("s") }, "bad-tree", "a"],
  ["an unknown instance", { a: { b: new Unknown() } }, "bad-tree", "a/b"],
  ["a Set", { a: new Set() }, "bad-tree", "a"],
  ["undefined in a list", { a: [1, undefined] }, "bad-tree", "a/1"],
  // biome-ignore lint/suspicious/noSparseArray: it is what is refused
  ["a hole", { a: [1, , 2] }, "bad-tree", "a/1"],
  ["an object as key", { a: new Map([[{}, 1]]) }, "bad-tree", "a"],
  ["a fraction as key", { a: new Map([[1.5, 1]]) }, "bad-tree", "a"],
  ["an invalid date", { a: new Date(Number.NaN) }, "bad-tree", "a"],
  ["half a character", { a: "\ud800" }, "bad-tree", "a"],
  ["half a character in a key", { "\udc00": 1 }, "bad-tree", "\udc00"],
  ["a list as root", [1], "bad-tree", ""],
  ["nothing", null, "bad-tree", ""],
  ["what nests too deeply", { a: deep }, "limit-exceeded", undefined],
  [
    "a shape of another length",
    { a: { b: ndarray(new Int8Array(5), { shape: [2, 3] }) } },
    "bad-array",
    "a/b",
  ],
  ["a shape of no numbers", { a: ndarray(new Int8Array(1), { shape: [0.5] }) }, "bad-array", "a"],
  ["an empty datatype", { a: ndarray(new ArrayBuffer(4)) }, "bad-array", "a"],
  ["a mask of another length", { a: ndarray([1, 2], { mask: [true] }) }, "bad-array", "a"],
  ["what does not fit", { a: ndarray([1, 300], { dtype: "uint8" }) }, "bad-array", "a"],
  ["text among numbers", { a: ndarray([1, "b"]) }, "bad-array", "a"],
  [
    "text that is too long",
    { a: ndarray(["abc"], { dtype: { kind: "ascii", length: 2 } }) },
    "bad-array",
    "a",
  ],
  ["unequal lists", { a: ndarray([[1], [1, 2]]) }, "bad-array", "a"],
  [
    "strides that lead outside",
    { a: ndarray(new Int8Array(9), { shape: [3], strides: [5] }) },
    "bad-array",
    "a",
  ],
  [
    "strides back beyond the start",
    { a: ndarray(new Int8Array(9), { shape: [3], strides: [-1] }) },
    "bad-array",
    "a",
  ],
  ["no input", { a: ndarray({} as never) }, "bad-array", "a"],
  ["too large an integer in the tree", { a: ndarray([2n ** 63n], { inline: true }) }, "bad-array", "a"],
  [
    "an unknown compression",
    { a: ndarray([1], { compression: "rar" as never }) },
    "unsupported-compression",
    "a",
  ],
  [
    "a level that there is not",
    { a: ndarray([1], { compression: { name: "zlib", level: 12 } }) },
    "unsupported-compression",
    "a",
  ],
  [
    "a fraction of a level",
    { a: ndarray([1], { compression: { name: "zlib", level: 1.5 } }) },
    "unsupported-compression",
    "a",
  ],
];

test.each(REFUSED)("%s is refused", async (_, tree, code, path) => {
  const error = await failure(() => write(tree as object));
  expect([error.code, error.path ?? path]).toEqual([code, path ?? error.path]);
});

test("options that make no sense are refused", async () => {
  const refused = async (options: object) => (await failure(() => write({}, options))).code;
  expect(await refused({ standard: "3.0.0" })).toBe("bad-header");
  expect(await refused({ comments: ["a\nb"] })).toBe("bad-header");
  expect(await refused({ padding: 0.5 })).toBe("bad-block");
  expect(await refused({ inlineThreshold: -1 })).toBe("bad-array");
  expect(await refused({ compression: "rar" })).toBe("unsupported-compression");
  expect(await refused({ as: "file" })).toBe("bad-header");
  expect(await refused({ compatible: "python" })).toBe("bad-header");
});
