/** Tiled data sets of DKIST: each tile, and all of them as dkist's `TiledDataset.plot` places them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type NdArray, ndarray, open, slice, toTable, write } from "asdf-wasm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { counting } from "../../support/fits.ts";

const folder = join(import.meta.dirname, "../../data/field/dkist/tiled");
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const openSet = (name: string) => open(join(folder, `${name}.asdf`));

/** Values of a read, -1 for those that are missing. */
async function values(array: NdArray, ...rest: Parameters<NdArray["read"]>): Promise<number[]> {
  const { data } = await array.read(...rest);
  return [...(data as Float32Array)].map((value) => (Number.isNaN(value) ? -1 : value));
}

describe("as dkist places them", () => {
  test.each(["grid", "row"])(
    "%s: all tiles as one array, without those that are null or masked",
    async (name) => {
      using file = await openSet(name);
      const array = file.array("dataset", "float32");
      const { picture, shape } = expected[name];
      expect(array.shape).toEqual([2, 4 * (shape[1] ?? 1), 5 * shape[0]]);
      expect(await values(array)).toEqual(picture.flat(2));
      const missing = file.warnings.filter(({ code }) => code === "missing-tiles");
      expect(missing).toHaveLength(1);
      expect(missing[0]?.message).toMatch(
        name === "grid"
          ? /^2 of 6 tiles are null or masked, and their elements are missing: \[0, 1\], \[2, 1\]/
          : /^1 of 3 tiles .*: \[2, 0\]/,
      );
    },
  );

  test("any selection takes what it takes of the whole, and rows come once", async () => {
    using file = await openSet("grid");
    const array = file.array("dataset");
    const whole = await open(
      (await write({
        picture: ndarray(Float32Array.from(expected.grid.picture.flat(2)), { shape: array.shape }),
      })) as Blob,
    );
    const entry = (length: number) =>
      fc.oneof(
        fc.constant(null),
        fc.integer({ min: -length, max: length - 1 }),
        fc
          .tuple(fc.nat(length), fc.nat(length), fc.integer({ min: 1, max: 7 }))
          .map(([from, to, step]) => slice(Math.min(from, to), Math.max(from, to), step)),
        fc.integer({ min: 1, max: 7 }).map((step) => slice(null, null, -step)),
      );
    await fc.assert(
      fc.asyncProperty(fc.tuple(...array.shape.map(entry)), async (selection) => {
        const rows: number[] = [];
        const onRows = ({ data }: { data: unknown }) =>
          rows.push(...[...(data as Float32Array)].map((value) => (Number.isNaN(value) ? -1 : value)));
        const taken = await values(array, selection, { onRows });
        expect(taken).toEqual(await values(whole.array("picture"), selection));
        expect(rows).toEqual(taken);
      }),
      { numRuns: 60 },
    );
  });

  test("each tile is reachable, with its WCS; the set comes first", async () => {
    using file = await openSet("grid");
    const tile = file.array("dataset/datasets/1/1/data");
    expect(tile).toMatchObject({ shape: [2, 4, 5], files: ["t_1_1_0.fits", "t_1_1_1.fits"] });
    expect(await values(tile, [1, 0, 0])).toEqual([11100]);
    expect(await file.wcsOf(tile)).toBeDefined();
    expect(await file.wcsOf(file.array("dataset"))).toBeUndefined();
    expect(file.get("dataset/datasets/2/1")).toBe(null);
    expect(file.mainNode()?.path).toBe("dataset");
    const images = file.images().map(({ path }) => path);
    expect(images[0]).toBe("dataset");
    expect(images).toEqual(
      expect.arrayContaining(["0/0", "1/0", "1/1", "2/0"].map((at) => `dataset/datasets/${at}/data`)),
    );
  });

  test("headers of a tile are its rows of the headers of the set", async () => {
    using file = await openSet("grid");
    const found: number[][] = [];
    for (const at of ["0/0", "1/0", "1/1", "2/0"]) {
      const table = toTable(file.get(`dataset/datasets/${at}/meta/headers`));
      const { fields } = await table.read();
      const first = (name: string) => Number((fields[name] as { data: ArrayLike<unknown> }).data[0]);
      found.push([first("MINDEX2"), first("MINDEX1"), table.length]);
      expect((await table.column("PLANE", "int64", slice(null, null, -1))).data).toEqual(
        BigInt64Array.of(1n, 0n),
      );
      expect((await table.column("PLANE", "int64", slice(2, 2))).data).toHaveLength(0);
    }
    expect(found).toEqual(expected.grid.headers);
  });

  test("a plane asks for one file of each tile that it touches, and counts them", async () => {
    const asked: string[] = [];
    const file = await open(readFileSync(join(folder, "grid.asdf")), {
      resolve: (uri) => {
        asked.push(uri);
        return readFileSync(join(folder, uri));
      },
    });
    const progress: unknown[] = [];
    const onProgress = ({ files }: { files?: unknown }) => progress.push(files);
    await file.array("dataset").read([1, slice(0, 4)], { onProgress });
    expect(asked.toSorted()).toEqual(["t_0_0_1.fits", "t_1_0_1.fits", "t_2_0_1.fits"]);
    expect(progress.at(-1)).toEqual({ done: 3, total: 3 });
    // Tiles that are null or masked are done, too.
    await file.array("dataset").read([], { onProgress });
    expect(progress.at(-1)).toEqual({ done: 12, total: 12 });
  });
});

describe("other sets", () => {
  const tile = (name: string, shape = "[1, 2, 3]", more = "") =>
    `!<asdf://dkist.nso.edu/tags/dataset-1.0.0> {data: !<asdf://dkist.nso.edu/tags/file_manager-1.0.0> {fileuris: [["${name}"]], target: 1, datatype: int16, shape: ${shape}${more}}}`;
  const set = (datasets: string, tag: string, more = "") =>
    open(build(`dataset: !<${tag}>\n  datasets: ${datasets}${more}`), {
      resolve: (uri) => (uri === "gone" ? undefined : counting(Number(uri), [1, 2, 3], 16)),
    });

  test.each([
    "tag:dkist.nso.edu:dkist/tiled_dataset-0.1.0",
    ...["1.0.0", "1.1.0", "1.2.0"].map((version) => `asdf://dkist.nso.edu/tags/tiled_dataset-${version}`),
  ])("of %s: integers, whose missing files are masked", async (tag) => {
    const file = await set(
      `[[${tile("10")}, ${tile("20")}], [${tile("gone")}, null]]`,
      tag,
      "\n  inventory: {}",
    );
    const { data, mask, shape } = await file.array("dataset", "int16").read();
    expect(shape).toEqual([4, 6]);
    expect([...data]).toEqual([
      ...[10, 11, 12, 0, 0, 0, 13, 14, 15, 0, 0, 0],
      ...[20, 21, 22, 0, 0, 0, 23, 24, 25, 0, 0, 0],
    ]);
    expect([...(mask ?? [])]).toEqual(Array.from({ length: 24 }, (_, i) => Number(i % 6 > 2)));
    expect(file.warnings.map(({ code }) => code).toSorted()).toEqual(["missing-files", "missing-tiles"]);
  });

  test("tiles of different shapes are no array together, and each can be read", async () => {
    const tag = "asdf://dkist.nso.edu/tags/tiled_dataset-1.2.0";
    const file = await set(`[[${tile("10")}, ${tile("20", "[1, 2, 3]", ", subslice: [1]")}]]`, tag);
    expect(() => file.array("dataset")).toThrow(
      /is a map and no array; it contains `dataset\/datasets\/0\/0\/data`/,
    );
    expect([...file.arrays()].map(([path]) => path)).toHaveLength(2);
    const odd = await set("&x [*x]", tag);
    expect([...odd.arrays()]).toEqual([]);
  });

  test("a mask hides tiles that are there; one of another size is refused", async () => {
    const tag = "asdf://dkist.nso.edu/tags/tiled_dataset-1.2.0";
    const maskOf = (data: string) => `\n  mask: !core/ndarray-1.0.0 {data: ${data}, datatype: bool8}`;
    const hidden = await set(`[[${tile("10")}], [${tile("20")}]]`, tag, maskOf("[[true], [false]]"));
    const { data, mask: hides } = await hidden.array("dataset", "int16").read([0]);
    expect([...data]).toEqual([0, 0, 0, 20, 21, 22]);
    expect([...(hides ?? [])]).toEqual([1, 1, 1, 0, 0, 0]);
    expect(hidden.warnings).toMatchObject([{ code: "missing-tiles", count: 1 }]);
    const mask = maskOf("[[true, false, true]]");
    const file = await set(`[[${tile("10")}], [${tile("20")}]]`, tag, mask);
    await expect(file.array("dataset").read()).rejects.toThrow(/has 3 elements, and there are 2 tiles/);
  });
});
