/** Writing files: their parts in order, and their blocks, compressed, streamed and copied. */
import { type AsdfFile, ndarray, open, slice, Tagged, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { arrayAt, column, failure } from "../../support/values.ts";
import { again, data, expectSame, LIBRARY, textOf } from "../../support/written.ts";
import { largeFile } from "../support/large.ts";

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
