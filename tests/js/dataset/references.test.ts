/** Reference files: every chunk that they refer to, decoded as the codec of Zarr says, holds what the array holds. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AsdfFile, ndarray, open, write } from "asdf-wasm";
import { type References, references } from "asdf-wasm/references";
import { expect, test } from "vitest";
import { build, ndarray as described, lz4Chunks } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

const data = join(import.meta.dirname, "../../data");

/** What ASDF calls the codecs of numcodecs; numcodecs' LZ4 has no length before it. */
const LABELS: Readonly<Record<string, string>> = {
  zlib: "zlib",
  bz2: "bzp2",
  lzma: "xz",
  zstd: "zstd",
  blosc: "blsc",
  lz4: "lz4",
};

const metadataOf = ({ content: { refs } }: References, name: string, entry = ".zarray") =>
  JSON.parse(String(refs[`${name}/${entry}`]));

/** The elements of an array of numbers, read by the references to it in `bytes`. */
async function elementsOf(
  refs: References,
  name: string,
  datatype: string,
  bytes: Uint8Array,
): Promise<unknown[]> {
  const { shape, chunks, dtype, order, compressor } = metadataOf(refs, name);
  const values: unknown[] = [];
  const prefix = `${name}/`;
  for (const [key, place] of Object.entries(refs.content.refs)) {
    const [, index] = key.startsWith(prefix) ? (/^([\d.]+)$/.exec(key.slice(prefix.length)) ?? []) : [];
    if (index === undefined) {
      continue;
    }
    const stored =
      typeof place === "string"
        ? Buffer.from(place.replace("base64:", ""), "base64")
        : Buffer.from(bytes.subarray(place[1], place[1] + place[2]));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(stored.length);
    const item = Number(/\d+$/.exec(dtype)?.[0]);
    const size = chunks.reduce((product: number, axis: number) => product * axis, item);
    const axes: number[] = order === "F" ? chunks : chunks.toReversed();
    const steps = axes.map((_, axis) => axes.slice(0, axis).reduce((product, its) => product * its, item));
    const strides = order === "F" ? steps : steps.toReversed();
    const text = described(0, datatype, chunks, `, strides: [${strides.join(", ")}]`);
    const content = compressor?.id === "lz4" ? Buffer.concat([length, stored]) : stored;
    const encoded = compressor && { label: LABELS[compressor.id] ?? "", size };
    const byteorder = dtype.startsWith(">") ? "big" : "little";
    const file = await open(
      build(`a: ${text.replace("byteorder: little", `byteorder: ${byteorder}`)}`, [
        encoded ? { content, encoded } : { content },
      ]),
    );
    const chunk = (await file.array("a").read()) as { data: ArrayLike<unknown> };
    const at = index.split(".").map(Number);
    const each = chunk.data.length / Math.max(1, size / item);
    for (let i = 0; i < size / item; i += 1) {
      let rest = i;
      let place = 0;
      for (let axis = 0; axis < shape.length; axis += 1) {
        const inner = chunks.slice(axis + 1).reduce((product: number, its: number) => product * its, 1);
        place = place * shape[axis] + (at[axis] ?? 0) * chunks[axis] + Math.floor(rest / inner);
        rest %= inner;
      }
      for (let part = 0; part < each; part += 1) {
        values[place * each + part] = chunk.data[i * each + part];
      }
    }
  }
  return values;
}

/** Larger arrays are not looked at. */
const MOST = 5000;

/** Compares all arrays of numbers of a file with what references to them say; returns how many these were. */
async function compared(file: AsdfFile, bytes: Uint8Array, chunkSize: number): Promise<number> {
  const refs = await references([{ file, url: "file.asdf" }], { chunkSize });
  let count = 0;
  for (const name of refs.arrays) {
    const array = file.array(metadataOf(refs, name, ".zattrs").asdf_path);
    if (typeof array.dtype === "string" && array.size < MOST) {
      const { data: wanted } = (await array.read()) as { data: ArrayLike<unknown> };
      expect(await elementsOf(refs, name, array.dtype, bytes), name).toEqual([...Array.from(wanted)]);
      count += 1;
    }
  }
  return count;
}

const fixtures = ["matrix", "asdf-standard/1.6.0", "asdf-jl", "fits"].flatMap((folder) =>
  readdirSync(join(data, folder)).map((name) => join(folder, name)),
);

test("of every datatype, order and compression, in every fixture", async () => {
  let count = 0;
  for (const name of fixtures.filter((path) => /\.(asdf|fits)$/.test(path))) {
    const bytes = readFileSync(join(data, name));
    using file = await open(bytes);
    count += await compared(file, bytes, 256);
  }
  expect(count).toBeGreaterThan(1000);
});

const image = ndarray(
  Float32Array.from({ length: 24 }, (_, i) => i),
  { shape: [6, 4] },
);

test("uncompressed arrays become chunks of whole rows, whose number divides theirs", async () => {
  using file = await open(await write({ image }));
  const { content } = await references([{ file, url: "s3://bucket/a.asdf" }], { chunkSize: 70 });
  const { offset, headerSize = 0 } = file.blocks[0] ?? { offset: 0 };
  const start = offset + 6 + headerSize;
  expect(content.refs["image/1.0"]).toEqual(["s3://bucket/a.asdf", start + 48, 48]);
  expect(metadataOf({ content, arrays: [], left: [] }, "image")).toMatchObject({
    shape: [6, 4],
    chunks: [3, 4],
    dtype: "<f4",
    compressor: null,
    fill_value: null,
  });
  const chunksBy = async (chunkSize: number) =>
    metadataOf(await references([{ file, url: "a" }], { chunkSize }), "image").chunks;
  expect(await chunksBy(1e9)).toEqual([6, 4]);
  expect(await chunksBy(16)).toEqual([1, 4]);
  expect(await chunksBy(9)).toEqual([1, 2]);
  expect(await chunksBy(1)).toEqual([1, 1]);
});

test("a length that nothing divides becomes one chunk rather than many of one element", async () => {
  using file = await open(await write({ line: ndarray(new Uint8Array(10007), { shape: [10007] }) }));
  const refs = await references([{ file, url: "a" }], { chunkSize: 1000 });
  expect(metadataOf(refs, "line").chunks).toEqual([10007]);
});

test("parts of lz4 are chunks where they are whole rows, otherwise they are refused", async () => {
  const content = Int32Array.from({ length: 4096 }, (_, i) => i);
  const lz4 = (size: number, shape: readonly number[]) =>
    build(`a: ${described(0, "int32", shape)}`, [
      { content: lz4Chunks(content, size).stored, encoded: { label: "lz4", size: content.byteLength } },
    ]);
  for (const shape of [[64, 64], [4096], [16, 16, 16]]) {
    const bytes = lz4(4096, shape);
    using file = await open(bytes);
    expect(await compared(file, bytes, 1)).toBe(1);
  }
  const reasonOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    using file = await open(bytes);
    return (await references([{ file, url: "a" }])).left[0]?.reason;
  };
  expect(await reasonOf(lz4(4096, [2, 2048]))).toBeUndefined();
  expect(await reasonOf(lz4(5000, [64, 64]))).toMatch(
    /lz4, in parts of 5000 bytes, of which the last is shorter/,
  );
  const rows = build(`a: ${described(0, "int32", [3, 1000])}`, [
    { content: lz4Chunks(content.subarray(0, 3000), 6000).stored, encoded: { label: "lz4", size: 12000 } },
  ]);
  expect(await reasonOf(rows)).toMatch(/the parts of 6000 bytes.*no whole rows/);
});

test("several files are a group each, or one array with an axis of their number", async () => {
  const files = await Promise.all(
    ["x/a.asdf", "y/a.asdf", "https://example.org/b.asdf?c"].map(async (url) => ({
      file: await open(await write({ roman: { image } })),
      url,
    })),
  );
  const grouped = await references(files);
  expect(grouped.arrays).toEqual(["a/roman.image", "a_1/roman.image", "b/roman.image"]);
  expect(Object.keys(grouped.content.refs)).toContain("b/.zgroup");
  expect(JSON.parse(String(grouped.content.refs[".zmetadata"])).metadata).toHaveProperty([
    "b/roman.image/.zarray",
  ]);

  const stacked = await references(files, { stack: "exposure" });
  expect(metadataOf(stacked, "roman.image")).toMatchObject({ shape: [3, 6, 4], chunks: [1, 6, 4] });
  expect(metadataOf(stacked, "roman.image", ".zattrs")).toEqual({
    _ARRAY_DIMENSIONS: ["exposure", "y", "x"],
    asdf_path: "roman/image",
  });
  expect(stacked.content.refs["roman.image/2.0.0"]).toMatchObject({ 0: "https://example.org/b.asdf?c" });

  const other = { file: await open(await write({ roman: { image: new Float32Array(3) } })), url: "c" };
  const one = { file: await open(await write({ one: image })), url: "d" };
  expect((await references([...files, other], { stack: "n" })).left).toEqual([
    { url: "c", path: "roman/image", reason: "it is stored in another way than in the first file" },
  ]);
  expect((await references([files[0] as never, one], { stack: "n" })).left).toMatchObject([
    { url: "d", path: "roman/image", reason: "other files have it, this one not" },
    { path: "one" },
  ]);
});

test("Zarr's format 3: datatypes by name, byte order and axes as codecs", async () => {
  const bytes = build(
    `a: ${described(0, "int16", [2, 3], ", strides: [2, 4]").replace("little", "big")}\nb: ${described(1, "float64", [3])}`,
    [{ content: new Int16Array(6) }, { content: new Float64Array(3), compression: "zlib" }],
  );
  using file = await open(bytes);
  const refs = await references([{ file, url: "a.asdf" }], { format: "zarr3" });
  expect(metadataOf(refs, "a", "zarr.json")).toMatchObject({
    data_type: "int16",
    codecs: [
      { name: "transpose", configuration: { order: [1, 0] } },
      { name: "bytes", configuration: { endian: "big" } },
    ],
    dimension_names: ["y", "x"],
  });
  expect(refs.content.refs["a/c/0/0"]).toMatchObject({ 2: 12 });
  expect(metadataOf(refs, "b", "zarr.json").codecs[1]).toEqual({
    name: "numcodecs.zlib",
    configuration: { level: 6 },
  });
});

test("quantities are named without their value, and keep their unit; axes of one name have one length", async () => {
  using file = await open(
    build(
      `flux: !<tag:stsci.edu:asdf/unit/quantity-1.1.0> {unit: !unit/unit-1.0.0 Jy, value: ${described(0, "float32", [2, 3])}}
x: ${described(1, "float32", [4])}`,
      [{ content: new Float32Array(6) }, { content: new Float32Array(4) }],
    ),
  );
  const refs = await references([{ file, url: "a.asdf" }]);
  expect(refs.arrays).toEqual(["flux", "x"]);
  expect(metadataOf(refs, "flux", ".zattrs")).toEqual({
    _ARRAY_DIMENSIONS: ["y", "x_axis"],
    asdf_path: "flux/value",
    unit: "Jy",
  });
  expect(metadataOf(refs, "x", ".zattrs")._ARRAY_DIMENSIONS).toEqual(["x_axis_4"]);
});

test("what cannot be referred to is left out, by name", async () => {
  using file = await open(
    build(
      `masked: ${described(0, "int32", [4], ", mask: 0")}
every_second: ${described(0, "int32", [2], ", strides: [8]")}
half: ${described(1, "int32", [2])}
elsewhere: ${described("other.asdf", "int32", [4])}
beyond: ${described(0, "int32", [5])}
nowhere: ${described(9, "int32", [4])}
wide: ${described(0, "int128", [1])}
inside: [!core/ndarray-1.1.0 {data: [a, b], datatype: [ucs4, 1]}, !core/ndarray-1.1.0 [1, 2]]`,
      [{ content: new Int32Array(4) }, { content: new Int32Array(4), compression: "zlib" }],
    ),
  );
  const { arrays, left, content } = await references([{ file, url: "a.asdf" }]);
  expect(arrays).toEqual(["inside.1"]);
  expect(content.refs["inside.1/0"]).toBe("base64:AQAAAAAAAAACAAAAAAAAAA==");
  expect(Object.fromEntries(left.map(({ path, reason }) => [path, reason]))).toEqual({
    masked: "it is masked",
    every_second: "its elements do not follow each other (strides)",
    half: "it is a part of a compressed block",
    elsewhere: "its elements are in another file, `other.asdf`",
    beyond: expect.stringMatching(/block/),
    nowhere: expect.stringMatching(/no block 9/),
    wide: "Zarr has no datatype for int128",
    "inside/0": "its 8 bytes of ucs4 are in the tree",
  });
});

test("wrong options are refused", async () => {
  for (const options of [{ chunkSize: 0 }, { format: "zarr" }, { stacked: "a" }] as object[]) {
    expect((await failure(() => references([], options))).code).toBe("bad-argument");
  }
});
