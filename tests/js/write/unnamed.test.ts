/** Blocks that no array of the tree names stay in place when a file is written changed: tags may name them by number. */
import { readFileSync } from "node:fs";
import {
  type AsdfFile,
  implode,
  type NdArray,
  ndarray,
  open,
  type TreeMap,
  tagOf,
  withTag,
  write,
} from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { build, ndarray as stored } from "../../support/build.ts";

/** Chunks in blocks 0 to 3 and their map in block 4, as asdf-zarr writes them. */
const ZARR = readFileSync(
  new URL("../../data/field/asdf/zarr-internal-blocks/zarr_int.asdf", import.meta.url),
);

/** The decoded content of every block, and its compression. */
async function contents(file: AsdfFile): Promise<string[]> {
  const headers = await file.readBlockHeaders();
  const blocks = headers.map(
    async ({ index, compression }) => `${compression} ${await file.readBlock(index)}`,
  );
  return Promise.all(blocks);
}

async function blocksOf(source: Blob | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const file = await open(source);
  const found = await contents(file);
  expect((await file.verify()).failed).toEqual([]);
  file.close();
  return found;
}

/** A change that sets one value of the root. */
function set(key: string, value: unknown) {
  return (tree: Record<string, unknown>) => {
    tree[key] = value;
  };
}

/** Arrays `a` and `b` in blocks 0 and 2; block 1 is named by a map that only its writer knows. */
async function mixed(): Promise<Uint8Array<ArrayBuffer>> {
  const array = (first: number) =>
    ndarray(Int16Array.of(first, first + 1, first + 2), { compression: "zlib" });
  const bytes = await write({ a: array(1), z: array(100), b: array(7) }, { as: "bytes" });
  const text = Buffer.from(bytes).toString("latin1");
  const changed = text.replace("z: !core/ndarray-1.1.0\n", "z: !<asdf://lab/z-1.0>\n");
  return new Uint8Array(Buffer.from(changed, "latin1"));
}

describe("a file whose arrays only its tags know", () => {
  const ways: Record<string, (file: AsdfFile) => Promise<Blob>> = {
    edit: (file) => file.edit(set("note", "hello")),
    "another compression": (file) => file.edit(() => {}, { compression: "lz4" }),
    write: (file) => write(file.tree as TreeMap),
    "a copy of its tree": (file) => write({ ...(file.tree as TreeMap), note: "hello" }),
    cutout: (file) => file.cutout({}),
    "a new array": (file) => file.edit(set("more", Uint8Array.of(1, 2))),
  };
  test.each(Object.entries(ways))("%s", async (_, way) => {
    const file = await open(ZARR);
    const before = await contents(file);
    expect(before).toHaveLength(5);
    const after = await blocksOf(await way(file));
    expect(after.slice(0, 5)).toEqual(before);
  });

  test("without a tree", async () => {
    const bare = Buffer.concat([
      Buffer.from("#ASDF 1.0.0\n"),
      ZARR.subarray(ZARR.indexOf("\xd3BLK", 0, "latin1")),
    ]);
    const file = await open(bare.subarray(0, bare.indexOf("#ASDF BLOCK INDEX")));
    const before = await contents(file);
    const edited = await file.edit(() => ({ note: "hello" }));
    expect(await blocksOf(edited)).toEqual(before);
  });

  test("in exploded form they stay in the file of the tree, and come back", async () => {
    const file = await open(await mixed());
    const before = await contents(file);
    const files = await file.explode({ name: "x" });
    expect(files.map(({ name }) => name)).toEqual(["x.asdf", "x0000.asdf", "x0001.asdf"]);
    expect(await blocksOf(files[0]?.blob ?? new Blob())).toEqual(["null ", before[1]]);
    expect((await blocksOf(await implode(files)))[1]).toBe(before[1]);
  });
});

test("an array that is removed leaves an empty block, new ones come after, and a part keeps its place", async () => {
  const file = await open(await mixed());
  const before = await contents(file);
  const edited = await open(
    await file.edit((tree: TreeMap) => {
      delete tree["a"];
      tree["c"] = Int8Array.of(5) as never;
    }),
  );
  expect(await contents(edited)).toEqual(["null ", before[1], before[2], "null 5"]);
  expect((edited.get("b") as NdArray).source).toBe(2);
  const cut = await open(
    await file.cutout({ a: [[0, 2]].map(() => ({ start: 0, stop: 2, step: 1 })) as never }),
  );
  expect((await contents(cut))[1]).toBe(before[1]);
  expect((cut.get("a") as NdArray).source).toBe(0);
  expect((await cut.array("a").read()).data).toEqual(Int16Array.of(1, 2));
});

test("what is left out on request is listed", async () => {
  const file = await open(await mixed());
  const small = await blocksOf(await file.edit(() => {}, { dropUnused: true }));
  expect(small).toHaveLength(2);
  expect(file.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^block 1 of \d+ bytes, which no array names, was left out$/),
  ]);
});

test.each(["zlib", "bzp2", "lz4", "zstd", "blsc"] as const)(
  "elements in place of an array in %s are compressed so",
  async (name) => {
    const pixels = Float32Array.from({ length: 4096 }, (_, i) => i % 7);
    const file = await open(await write({ meta: { data: ndarray(pixels, { compression: name }) } }));
    const change = (data: unknown) => set("meta", { data });
    for (const data of [pixels.map((x) => 2 * x), await file.array("meta/data").read()]) {
      const edited = await open(await file.edit(change(data)));
      expect((await edited.readBlockHeaders())[0]?.compression).toBe(name);
    }
    const plain = await open(await file.edit(change(ndarray(pixels, { compression: "none" }))));
    expect((await plain.readBlockHeaders())[0]?.compression).toBe(null);
    const other = await open(await file.edit(change(pixels), { compression: "zlib" }));
    expect((await other.readBlockHeaders())[0]?.compression).toBe("zlib");
  },
);

describe("a file whose arrays only its tags know, after a text tool", () => {
  const first = ZARR.indexOf("\xd3BLK", 0, "latin1");
  const at = first + 80;
  const without = (count: number) => Buffer.concat([ZARR.subarray(0, at), ZARR.subarray(at + count)]);

  test.each([1, 2])("%i bytes less in the first block: the others are found and kept", async (count) => {
    const file = await open(without(count));
    const whole = await open(ZARR);
    const before = (await contents(whole)).slice(1);
    const edited = await open(await file.edit(set("note", "hello"), { missingBlocks: "refuse" }));
    expect(edited.blocks).toHaveLength(5);
    const after = await Promise.all(
      [1, 2, 3, 4].map(async (index) => `null ${await edited.readBlock(index)}`),
    );
    expect(after).toEqual(before);
    const { failed, matched } = await file.verify();
    expect(matched).toEqual([1, 2, 3, 4]);
    expect(failed[0]?.error.message).toContain("but block 1 begins after");
    const codes = file.warnings.map(({ code }) => code);
    expect(codes).toEqual(["block-index-ignored", "block-displaced", "not-copied"]);
  });

  test("bytes more in the first block: the others are found, and none is lost in place", async () => {
    const file = await open(Buffer.concat([ZARR.subarray(0, at), Buffer.from("\r\r"), ZARR.subarray(at)]));
    expect((await file.verify()).matched).toEqual([1, 2, 3, 4]);
    const inPlace = file.edit(set("note", "hello"), { missingBlocks: "refuse" });
    await expect(inPlace).rejects.toThrow(
      /^2 bytes at byte \d+, behind block 0, may be data and would be lost: 5 blocks/,
    );
    const elsewhere = await open(await file.edit(set("note", "hello")));
    expect((await contents(elsewhere)).slice(1)).toEqual((await contents(await open(ZARR))).slice(1));
  });

  test("blocks that are not found are not left out, unless forced", async () => {
    // Too far from their place to be found.
    const added = Buffer.concat([ZARR.subarray(0, at), Buffer.alloc(9000, 1), ZARR.subarray(at)]);
    const changed = Buffer.from(ZARR.toString("latin1"), "utf8");
    for (const bytes of [added, changed]) {
      for (const missingBlocks of ["refuse", undefined] as const) {
        const file = await open(bytes);
        const written = file.edit(set("note", "hello"), { missingBlocks });
        await expect(written).rejects.toMatchObject({ code: "bad-block" });
        await expect(written).rejects.toThrow("may be blocks and would be lost");
      }
      const file = await open(bytes);
      await file.edit(set("note", "hello"), { missingBlocks: "empty" });
    }
    // What looks like no block does not keep a file from being written elsewhere.
    const junk = await open(
      Buffer.concat([without(0).subarray(0, ZARR.indexOf("#ASDF BLOCK")), Buffer.from("junk")]),
    );
    expect(await blocksOf(await junk.edit(set("note", "hello")))).toHaveLength(5);
    await expect(junk.edit(set("note", "hello"), { missingBlocks: "refuse" })).rejects.toThrow(
      "may be blocks",
    );
  });
});

describe("a node whose tag may name blocks by number", () => {
  test("is not written into another file without them", async () => {
    const zarr = await open(ZARR);
    const { z } = zarr.tree as { z: TreeMap };
    const other = await open(await write({ a: 1 }));
    const ways: ((options?: { dropUnused?: boolean }) => Promise<Blob>)[] = [
      (options) => write({ a: z }, options),
      (options) => write({ a: [{ ...z, note: "a copy" }] }, options),
      (options) => other.edit(set("z", z), options),
    ];
    for (const way of ways) {
      await expect(way()).rejects.toMatchObject({
        code: "bad-tree",
        message: expect.stringMatching(
          /zarr-1.0.0` may name blocks by number that are only in the file that it was read from \(.*4\)/,
        ),
      });
      const before = zarr.warnings.length;
      await way({ dropUnused: true });
      expect(zarr.warnings.at(-1)).toMatchObject({ code: "not-copied" });
      expect(zarr.warnings.length).toBeGreaterThanOrEqual(before);
    }
    // A tag of the standard names no blocks, nor does what holds no number of a block.
    const { asdf_library: library } = zarr.tree as { asdf_library: TreeMap };
    await write({ library, tagged: withTag({ ...z, chunk_block_map: 17, ".zarray": {} }, tagOf(z) ?? "") });
  });

  test.each([
    "{map: !core/ndarray-1.1.0 {data: [0, 1], datatype: int64, shape: [2]}}",
    "{0: first, 1: second}",
    '{at: "1"}',
  ])("is found by numbers in arrays, keys and texts: %s", async (node) => {
    const blocks = [1, 2].map((first) => ({ content: Uint8Array.of(first, 9) }));
    const unnamed = await open(build(`node: !<asdf://lab/zarr-1.0> ${node}`, blocks));
    await expect(write({ a: unnamed.get("node") })).rejects.toMatchObject({ code: "bad-tree" });
    const arrays = `b: ${stored(0, "uint8", [2])}\nc: ${stored(1, "uint8", [2])}`;
    const file = await open(build(`node: !<asdf://lab/zarr-1.0> ${node}\n${arrays}`, blocks));
    const edited = await file.edit((tree) => Object.fromEntries(Object.entries(tree as TreeMap).reverse()));
    expect(await contents(await open(edited))).toEqual(await contents(file));
  });

  test("finds the blocks of arrays at their numbers when the tree changes", async () => {
    const array = (first: number) => ndarray(Int16Array.of(first, first + 1, first + 2));
    const tree = { pair: withTag({ first: 1, second: 2 }, "asdf://lab/pair-1.0") };
    const bytes = await write({ ...tree, a: array(0), b: array(10), c: array(20) }, { as: "bytes" });
    const file = await open(bytes);
    const before = await contents(file);
    const ways: Record<string, unknown> = { reversed: ["c", "b", "a"], less: ["c", "b"] };
    for (const keys of Object.values(ways) as string[][]) {
      const edited = await open(
        await file.edit((tree) =>
          Object.fromEntries(["pair", ...keys].map((key) => [key, (tree as TreeMap)[key]])),
        ),
      );
      expect((await contents(edited)).slice(1)).toEqual(before.slice(1));
    }
  });
});

test("elements in place of a chunked array are stored in chunks, unless something else is wanted", async () => {
  const pixels = Float32Array.from({ length: 600 }, (_, i) => i % 7);
  const data = ndarray(pixels, { shape: [20, 30], chunks: [10, 30], compression: "lz4" });
  const file = await open(await write({ data }));
  const changed = ndarray(
    pixels.map((x) => 2 * x),
    { shape: [20, 30] },
  );
  const edited = await open(await file.edit(set("data", changed)));
  const labels = (await edited.readBlockHeaders()).map(({ compression }) => compression?.slice(0, 3));
  expect(labels).toEqual(["lz4", "lz4"]);
  expect((await edited.array("data").read()).data).toEqual(pixels.map((x) => 2 * x));
  const other = await open(await file.edit(set("data", changed), { compression: "zlib" }));
  expect((await other.readBlockHeaders()).map(({ compression }) => compression)).toEqual(["zlib", "zlib"]);
  const flat = await open(await file.edit(set("data", pixels)));
  expect(await flat.readBlockHeaders()).toHaveLength(1);
});
