/** The exploded form: a file and its blocks apart, and together again. */
import { type AsdfFile, type ExplodedFile, implode, ndarray, open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { fixtures, read } from "../../support/truth.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";
import { largeFile } from "../support/large.ts";

const whole = Float32Array.from({ length: 1000 }, (_, i) => i % 7);

function source(): Promise<Blob> {
  return write(
    {
      meta: { object: "M 31" },
      image: ndarray(whole, { shape: [10, 100], compression: "zlib" }),
      row: ndarray(whole, { shape: [100], strides: [4], offset: 400, compression: "zlib" }),
      masked: ndarray([1, 2, 3], { mask: [true, false, false] }),
      chunked: ndarray(Int16Array.of(1, 2, 3, 4), { chunks: [3] }),
      inline: ndarray([1, 2], { inline: true }),
    },
    { comments: ["by hand"], standard: "1.5.0" },
  );
}

/** Opens the first of the files, the others beside it. */
function together(files: readonly ExplodedFile[]): Promise<AsdfFile> {
  const resolve = (uri: string) => files.find(({ name }) => name === uri)?.blob;
  return open(files[0]?.blob ?? new Blob(), { resolve, external: "none", checksums: "error" });
}

async function contents(file: AsdfFile): Promise<unknown> {
  const arrays: unknown[] = [];
  for (const [path, array] of file.arrays()) {
    const part = column(await array.read());
    arrays.push([path, array.dtype, array.shape, Buffer.from(bytesOf(part)).toString("base64"), part.mask]);
  }
  return arrays;
}

test("each block becomes a file, to which the tree refers by name, and all of them one file again", async () => {
  using file = await open(await source());
  const files = await file.explode({ name: "m31" });
  const numbers = ["", "0000", "0001", "0002", "0003", "0004"];
  expect(files.map(({ name }) => name)).toEqual(numbers.map((number) => `m31${number}.asdf`));
  using top = await together(files);
  expect(top.blocks).toEqual([]);
  expect([top.standardVersion, top.comments]).toEqual(["1.5.0", file.comments]);
  expect(arrayAt(top, "image").source).toBe("m310000.asdf");
  expect([arrayAt(top, "row").source, arrayAt(top, "row").offset]).toEqual(["m310000.asdf", 400]);
  expect(arrayAt(top, "inline").source).toBeNull();
  expect(top.get("meta")).toEqual(file.get("meta"));
  expect(await contents(top)).toEqual(await contents(file));
  using block = await open(files[1]?.blob ?? new Blob());
  const [stored] = await block.readBlockHeaders();
  const [original] = await file.readBlockHeaders();
  expect(stored).toMatchObject({ compression: "zlib", checksum: original?.checksum });
  // In any order, and as `File`s.
  for (const given of [
    files.toReversed(),
    files.map(({ name, blob }) => new File([blob], `folder/${name}`)),
  ]) {
    using again = await open(await implode(given), { checksums: "error" });
    expect(await contents(again)).toEqual(await contents(file));
    expect(again.blocks).toHaveLength(5);
    expect(arrayAt(again, "row").source).toBe(0);
    expect([again.standardVersion, again.comments]).toEqual(["1.5.0", file.comments]);
  }
  const streamed = await implode(files, { as: "stream", compression: "lz4" });
  using recoded = await open(streamed);
  expect(await contents(recoded)).toEqual(await contents(file));
});

test("files are called as the one that was opened, in letters that are safe everywhere", async () => {
  const blob = await write({ a: new Uint8Array(1) });
  const named = async (source: Blob, name?: string) => {
    using file = await open(source);
    return (await file.explode({ name })).map(({ name }) => name);
  };
  expect(await named(blob)).toEqual(["exploded.asdf", "exploded0000.asdf"]);
  expect((await named(new File([blob], "roman.ASDF")))[0]).toBe("roman.asdf");
  expect((await named(new File([blob], "x.asdf"), "../../etc/a b#?süd%.asdf"))[0]).toBe("a_b_s_d_.asdf");
  expect((await named(blob, "C:\\data\\..hidden"))[0]).toBe("hidden.asdf");
  expect((await named(blob, "..."))[0]).toBe("exploded.asdf");
  expect((await named(blob, "a".repeat(500)))[0]).toHaveLength(105);
  using local = await open(new URL("../../data/roman/roman_l2_192.asdf", import.meta.url));
  expect((await local.explode())[0]?.name).toBe("roman_l2_192.asdf");
});

test("3 GB are taken apart and put together without being read", async () => {
  const large = await largeFile();
  using file = await open(large);
  const files = await file.explode();
  expect(files[1]?.blob.size).toBeGreaterThan(3e9);
  const again = await implode(files);
  expect(again.size).toBeGreaterThan(3e9);
  expect(large.read).toBeLessThan(2 ** 20);
});

test("files that do not belong together are refused", async () => {
  using file = await open(await source());
  const files = await file.explode({ name: "a" });
  const other = { name: "other.asdf", blob: await write({ b: 1 }) };
  const refused = async (given: Iterable<ExplodedFile>) => {
    const { code, path, message } = await failure(() => implode(given));
    return [code, path, message];
  };
  expect(await refused([])).toEqual(["not-found", undefined, expect.stringContaining("here, none")]);
  expect(await refused(files.slice(1, 2))).toEqual(await refused([]));
  expect(await refused([...files, other])).toEqual([
    "not-found",
    undefined,
    expect.stringContaining("`a.asdf` and `other.asdf`"),
  ]);
  expect(await refused([...files, ...files])).toEqual([
    "external-source",
    undefined,
    expect.stringContaining("two of the files are called `a.asdf`"),
  ]);
  expect(await refused(files.toSpliced(1, 1))).toEqual([
    "external-source",
    "image",
    expect.stringContaining("`a0000.asdf`"),
  ]);
  const broken = { name: "a0001.asdf", blob: new Blob(["no file"]) };
  expect((await refused(files.with(2, broken)))[0]).toBe("not-asdf");
  // A source without a block.
  const outside = { name: "b.asdf", blob: new Blob([build(`a: ${arrayText("empty.asdf", "int8", [1])}`)]) };
  const empty = { name: "empty.asdf", blob: new Blob([build("{}")]) };
  expect((await refused([outside, empty])).slice(0, 2)).toEqual(["external-source", "a"]);
});

const FIXTURES = ["asdf-standard/1.0.0/", "asdf-standard/1.6.0/"];

test.each(FIXTURES)("the reference's own exploded file: %s", async (folder) => {
  const names = ["exploded.asdf", "exploded0000.asdf"];
  const files = names.map((name) => ({ name, blob: new Blob([read(folder + name)]) }));
  using exploded = await together(files);
  using imploded = await open(await implode(files), { checksums: "error" });
  expect(await contents(imploded)).toEqual(await contents(exploded));
  // And apart again.
  using apart = await together(await imploded.explode());
  expect(await contents(apart)).toEqual(await contents(exploded));
});

const ROMAN = fixtures().filter(({ file, error }) => file.startsWith("roman/") && error === undefined);

test.each(ROMAN)("$file goes apart and together", async ({ file: name }) => {
  using file = await open(read(name));
  using again = await open(await implode(await file.explode()), { checksums: "error" });
  expect(again.blocks).toHaveLength(file.blocks.length);
  expect(await contents(again)).toEqual(await contents(file));
});
