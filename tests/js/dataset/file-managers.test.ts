/** Arrays whose elements are in many files: data sets of DKIST, as dkist reads them, and odd ones. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type NdArray, open, slice } from "asdf-wasm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { build } from "../../support/build.ts";
import { counting, hdu, image, PRIMARY } from "../../support/fits.ts";
import { failure } from "../../support/values.ts";

const data = join(import.meta.dirname, "../../data/field/dkist");
const expectedOf = (set: string) => JSON.parse(readFileSync(join(data, set, "expected.json"), "utf8"));

const fits = (start: number, shape = [1, 2, 3], bitpix: 16 | -32 = -32) => counting(start, shape, bitpix);

const manager = (more: string, tag = "asdf://dkist.nso.edu/tags/file_manager-1.1.0") =>
  build(`data: !<${tag}> {${more}}\nother: 5`);

/** A 2 × 3 grid of files in which each element has a value of its own, and what was asked for. */
const NAMES = [
  ["a0", "a1", "a2"],
  ["b0", "b1", "b2"],
];
async function grid(more = "", files: Record<string, Uint8Array<ArrayBuffer> | undefined> = {}) {
  const asked: string[] = [];
  const tree = `fileuris: ${JSON.stringify(NAMES)}, target: 1, datatype: float32, shape: [1, 2, 3]${more}`;
  const file = await open(manager(tree), {
    resolve: (uri) => {
      asked.push(uri);
      return uri in files ? files[uri] : fits(6 * NAMES.flat().indexOf(uri));
    },
  });
  return { file, array: file.array("data"), asked };
}

/** The values that numpy has for `numpy.arange(36).reshape(2, 3, 2, 3)[…]`. */
const SHAPE = [2, 3, 2, 3];

describe("as dkist reads them", () => {
  test("three files beside each other", async () => {
    const { shape, files, first, sum } = expectedOf("small_visp");
    using file = await open(join(data, "small_visp", "test_visp.asdf"));
    const array = file.array("dataset/data", "float64");
    expect(array).toMatchObject({ shape, dtype: "float64", files, masked: false, source: null });
    const whole = await array.read();
    expect(whole.data.reduce((total, value) => total + value, 0)).toBeCloseTo(sum, 9);
    const corner = await array.read([null, 0, slice(3)]);
    expect([...corner.data]).toEqual(first.flat());
    expect(corner.shape).toEqual([3, 3]);
    expect(file.warnings).toEqual([]);
  });

  test("it is what the file is about, and has its WCS", async () => {
    using file = await open(join(data, "small_visp", "test_visp.asdf"));
    expect(file.images().map(({ path }) => path)).toEqual(["dataset/data"]);
    expect(file.mainNode()?.path).toBe("dataset/data");
    expect([...file.arrays()].map(([path]) => path)).toContain("dataset/data");
    expect(await file.wcsOf(file.array("dataset/data"))).toBeDefined();
    // The node is what it was.
    expect(file.get("dataset/data/fileuris")).toEqual(["0.fits", "1.fits", "2.fits"]);
  });

  test("compressed files in a grid, of which one is not there", async () => {
    const { shape, nan, first } = expectedOf("grid");
    using file = await open(join(data, "grid", "grid.asdf"));
    const { data: values, shape: its } = await file.array("files", "float32").read();
    expect(its).toEqual(shape);
    expect([...values.slice(0, 4)]).toEqual(first);
    const isMissing = Array.from({ length: 4 }, (_, i) =>
      values.subarray(600 * i, 600 * (i + 1)).every(Number.isNaN),
    );
    expect(isMissing).toEqual(nan.flat());
    expect(file.warnings.at(-1)).toMatchObject({ code: "missing-files", count: 1 });
    expect(file.warnings[0]?.message).toMatch(/^1 of 4 files could not be read.*are NaN: `g_1_0.fits`/);
    // It is said once.
    await file.array("files").read([1, 0]);
    expect(file.warnings).toHaveLength(1);
  });
});

test("values are those that the files store, as in dkist, and a warning says so", async () => {
  using file = await open(join(data, "stored", "stored.asdf"));
  const array = file.array("files", "int16");
  const { data: values, mask } = await array.read();
  expect([...values]).toEqual(expectedOf("stored").flat(2));
  expect(mask?.some(Boolean)).toBe(false);
  expect((await array.read([null, 1, slice(null, null, -2)])).data).toEqual(
    Int16Array.of(3, 1, 3, 1, 5, 3, 5, 3),
  );
  expect(file.warnings).toMatchObject([{ code: "not-scaled" }]);
  expect(file.warnings[0]?.message).toMatch(/`BSCALE` and `BZERO` are not applied, as in dkist.*\.fits`/);
});

describe("selections", () => {
  const entry = (length: number) =>
    fc.oneof(
      fc.constant(null),
      fc.integer({ min: -length, max: length - 1 }),
      fc
        .tuple(
          fc.integer({ min: 0, max: length }),
          fc.integer({ min: 0, max: length }),
          fc.integer({ min: 1, max: 3 }),
        )
        .map(([from, to, step]) => slice(Math.min(from, to), Math.max(from, to), step)),
      fc.integer({ min: 1, max: 3 }).map((step) => slice(null, null, -step)),
    );

  /** The values that a selection takes of 0, 1, 2, … in an array of this shape. */
  function taken(selection: readonly (number | null | ReturnType<typeof slice>)[]): number[] {
    let indices = [0];
    for (const [axis, length] of SHAPE.entries()) {
      const all = Array.from({ length }, (_, i) => i);
      const chosen = selection[axis] ?? null;
      const { start = null, stop = null, step = 1 } = typeof chosen === "object" ? (chosen ?? {}) : {};
      const kept =
        typeof chosen === "number"
          ? [all.at(chosen) ?? Number.NaN]
          : (step ?? 1) < 0
            ? all.toReversed().filter((_, i) => i % -(step ?? 1) === 0)
            : all.slice(start ?? 0, stop ?? length).filter((_, i) => i % (step ?? 1) === 0);
      indices = indices.flatMap((index) => kept.map((at) => index * length + at));
    }
    return indices;
  }

  test("any selection takes what it takes of the whole", async () => {
    const { array } = await grid();
    await fc.assert(
      fc.asyncProperty(fc.tuple(...SHAPE.map(entry)), async (selection) => {
        const rows: number[] = [];
        const { data: values, shape } = await array.read(selection, {
          onRows: ({ data: some }) => rows.push(...(some as Float32Array)),
        });
        expect([...(values as Float32Array)]).toEqual(taken(selection));
        expect(rows).toEqual(taken(selection));
        expect(shape).toHaveLength(selection.filter((chosen) => typeof chosen !== "number").length);
      }),
      { numRuns: 200 },
    );
  });

  test("only the files that it touches are opened, four at a time", async () => {
    let [now, most] = [0, 0];
    const asked: string[] = [];
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    const tree = `fileuris: ${JSON.stringify(names)}, target: SCI, datatype: float32, shape: [1, 2, 3]`;
    const file = await open(manager(tree), {
      resolve: async (uri) => {
        asked.push(uri);
        now += 1;
        most = Math.max(most, now);
        await new Promise((settle) => setTimeout(settle, 1));
        now -= 1;
        return fits(0);
      },
    });
    await file.array("data").read([7]);
    expect(asked).toEqual(["f7"]);
    await file.array("data").read([slice(10, 20, 3), 0, 1]);
    expect(asked).toEqual(["f7", "f10", "f13", "f16", "f19"]);
    const progress: unknown[] = [];
    await file.array("data").read([], { onProgress: ({ files }) => progress.push(files) });
    expect(most).toBe(4);
    expect(progress.at(-1)).toEqual({ done: 40, total: 40 });
  });

  test("elements go into the caller's memory; what does not fit, and indices outside, are refused", async () => {
    const { array } = await grid();
    const into = new Float32Array(36);
    expect((await array.read([], { into })).data).toBe(into);
    expect(into[35]).toBe(35);
    for (const wrong of [new Float32Array(35), new Float64Array(36)]) {
      expect((await failure(() => array.read([], { into: wrong }))).code).toBe("bad-selection");
    }
    for (const selection of [[2], [0, 0, 0, 0, 0], [null, null, null, -4], [slice(0, 3)]]) {
      expect((await failure(() => array.read(selection))).code).toBe("bad-selection");
    }
    expect((await failure(() => array.read([], { fields: ["a"] }))).code).toBe("bad-selection");
  });

  test("a read that is stopped opens no further file, and the next one goes on", async () => {
    const { array, asked } = await grid();
    const controller = new AbortController();
    const reading = failure(() =>
      array.read([], { signal: controller.signal, onProgress: () => controller.abort() }),
    );
    expect((await reading).code).toBe("aborted");
    expect(asked.length).toBeLessThan(6);
    expect((await array.read([1, 2, 1, 2])).data).toEqual(Float32Array.of(35));
  });
});

describe("what a file manager says", () => {
  test("a part of the array, by `subslice`: entries for the axes behind those of the files", async () => {
    const { array } = await grid(", subslice: [1, [null, null, 2]]");
    expect(array.shape).toEqual([2, 3, 2]);
    expect([...((await array.read([1, 2])).data as Float32Array)]).toEqual([33, 35]);
    expect([...((await array.read([0, slice(null, null, -1), 1])).data as Float32Array)]).toEqual([
      17, 11, 5,
    ]);
  });

  test("older tags; one file, whose list is no axis; a name in place of a list", async () => {
    const old = "tag:dkist.nso.edu:dkist/array_container-0.2.0";
    for (const [list, tag] of [
      ["[a]", old],
      ["[[a]]", undefined],
      ["a", undefined],
    ] as const) {
      const tree = `fileuris: ${list}, target: 1, datatype: float32, shape: [1, 2, 3]`;
      const file = await open(manager(tree, tag), { resolve: () => fits(0) });
      const { data: values, shape } = await file.array("data").read();
      expect([...(values as Float32Array)]).toEqual([0, 1, 2, 3, 4, 5]);
      expect(shape).toEqual([2, 3]);
    }
  });

  test.each([
    ["fileuris: [[a], [b, c]], target: 1, datatype: float32, shape: [2]", /rows of one length/],
    ["fileuris: [], target: 1, datatype: float32, shape: [2]", /no list of files/],
    ["fileuris: [[a], b], target: 1, datatype: float32, shape: [2]", /no list of files/],
    ["fileuris: &x [*x], target: 1, datatype: float32, shape: [2]", /no list of files/],
    ["fileuris: [1, 2], target: 1, datatype: float32, shape: [2]", /no list of files/],
    ["fileuris: [a], target: 1, datatype: float32, shape: [-2]", /no list of lengths/],
    ["fileuris: [a], target: 1, datatype: float32, shape: 2", /no list of lengths/],
    ["fileuris: [a], target: 1, datatype: ucs4, shape: [2]", /`datatype` is ucs4/],
    ["fileuris: [a], target: 1, datatype: float31, shape: [2]", /`datatype` is float31/],
    [
      "fileuris: [a, b], target: 1, datatype: float32, shape: [2], subslice: [1, 1]",
      /axis 2, and there are 2/,
    ],
    ["fileuris: [a, b], target: 1, datatype: float32, shape: [2], subslice: [[0, 1, 0]]", /neither an index/],
    ["fileuris: [a, b], target: 1, datatype: float32, shape: [2], subslice: [[x]]", /neither an index/],
  ])("what is described wrongly says so, and the rest of the file is there: %s", async (tree, message) => {
    const file = await open(manager(tree));
    expect(file.get("other")).toBe(5);
    expect([...file.arrays()].map(([path, { shape, error }]) => [path, shape, error?.code])).toEqual([
      ["data", [], "bad-array"],
    ]);
    expect((await failure(() => file.array("data"))).message).toMatch(message);
  });
});

describe("files that are not as they should be", () => {
  test("integers keep their datatype: those of a missing file are masked", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
    const tree = `fileuris: ${JSON.stringify(names)}, target: 1, datatype: int16, shape: [1, 2, 3]`;
    const file = await open(manager(tree), {
      resolve: (uri) => (Number(uri.slice(1)) % 2 === 0 ? fits(7, [1, 2, 3], 16) : undefined),
    });
    const array = file.array("data", "int16");
    expect(array.masked).toBe(true);
    const { data: values, mask } = await array.read([slice(2), 0]);
    expect(values).toEqual(Int16Array.of(7, 8, 9, 0, 0, 0));
    expect(mask).toEqual(Uint8Array.of(0, 0, 0, 1, 1, 1));
    await array.read();
    expect(file.warnings).toHaveLength(1);
    expect(file.warnings[0]).toMatchObject({ code: "missing-files", count: 15 });
    expect(file.warnings[0]?.message).toMatch(
      /^15 of 30 files .* masked: `n1`, .* and 5 more; the first because/,
    );
  });

  test("integers of 64 bits, too", async () => {
    const tree = "fileuris: [a, b], target: 1, datatype: int64, shape: [1, 2, 3]";
    const wide = hdu(image("SCI", 64, [1, 2, 3]), Buffer.alloc(48, 1));
    const file = await open(manager(tree), {
      resolve: (uri) => (uri === "a" ? new Uint8Array(Buffer.concat([hdu(PRIMARY), wide])) : undefined),
    });
    const { data: values, mask } = await file.array("data", "int64").read([null, 0, slice(2)]);
    expect(values).toEqual(BigInt64Array.of(0x0101010101010101n, 0x0101010101010101n, 0n, 0n));
    expect(mask).toEqual(Uint8Array.of(0, 0, 1, 1));
  });

  test("of a hundred thousand names any can be missing, and only some are listed", async () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `f${i}.fits`);
    const tree = `fileuris: ${JSON.stringify(names)}, target: 1, datatype: float32, shape: [1, 2, 3]`;
    const file = await open(manager(tree), { resolve: () => undefined });
    const array = file.array("data");
    expect(array.shape).toEqual([100_000, 2, 3]);
    await array.read([slice(null, null, 4), 0, 0]);
    expect(file.warnings).toMatchObject([{ code: "missing-files", count: 25_000 }]);
    expect(file.warnings[0]?.message).toMatch(
      /^25000 of 100000 .*`f36.fits` and 24990 more; the first because/,
    );
  });

  test.each([
    [
      "another shape",
      fits(0, [1, 3, 2]),
      /`b1` holds 1 × 3 × 2 elements of float32, where the data set says 1 × 2 × 3/,
    ],
    ["another datatype", fits(0, [1, 2, 3], 16), /`b1` holds 1 × 2 × 3 elements of int16.*of float32/],
    ["no such HDU", new Uint8Array(hdu(PRIMARY)), /the HDU 1 of `b1` is not there/],
  ])("a file of %s is refused by name", async (_, bytes, message) => {
    const { array } = await grid("", { b1: bytes });
    const thrown = await failure(() => array.read());
    expect(thrown.code).toBe("bad-array");
    expect(thrown.message).toMatch(message);
    // The others can be read.
    expect([...((await array.read([0, 0, 0])).data as Float32Array)]).toEqual([0, 1, 2]);
  });

  test("a result of a size that no file has is refused before memory is taken for it", async () => {
    const tree = "fileuris: [a, b], target: 1, datatype: float32, shape: [1, 100000, 100000]";
    const file = await open(manager(tree), { resolve: () => fits(0) });
    expect((await failure(() => file.array("data").read())).code).toBe("limit-exceeded");
    const small = await open(manager(tree), { resolve: () => fits(0), limits: { output: 1000 } });
    expect((await failure(() => small.array("data").read([0, 0]))).message).toMatch(/`limits.output`/);
  });

  test("what is no FITS file, and one that is cut, are missing among others, and the reason alone", async () => {
    const { array, file } = await grid("", { a1: new Uint8Array(3000), b0: fits(18).subarray(0, 5761) });
    const { data: values } = await array.read();
    const isMissing = Array.from({ length: 6 }, (_, i) => Number.isNaN((values as Float32Array)[6 * i + 5]));
    expect(isMissing).toEqual([false, true, false, true, false, false]);
    expect(file.warnings.filter(({ code }) => code === "missing-files")).toMatchObject([{ count: 2 }]);
    expect((await failure(() => array.read([0, 1]))).code).toBe("external-source");
  });

  test("without a way to the files, the error says how to give one", async () => {
    const tree = "fileuris: [a, b], target: 1, datatype: float32, shape: [2]";
    const file = await open(manager(tree));
    const thrown = await failure(() => file.array("data").read());
    expect(thrown.message).toMatch(/`a`.* pass `resolve` to open\(\)/);
  });

  test("names that lead out of the folder are not followed", async () => {
    const outside = ["../small_visp/0.fits", "/etc/passwd", "file:///etc/passwd", "%2e%2e/small_visp/0.fits"];
    const tree = `fileuris: ${JSON.stringify(outside)}, target: 0, datatype: float64, shape: [1, 10, 25]`;
    const { mkdtempSync, writeFileSync, cpSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const folder = mkdtempSync(join(tmpdir(), "asdf-"));
    cpSync(join(data, "small_visp"), join(folder, "small_visp"), { recursive: true });
    cpSync(join(data, "grid"), join(folder, "grid"), { recursive: true });
    writeFileSync(join(folder, "grid", "out.asdf"), manager(tree));
    expect(existsSync(join(folder, "grid", outside[0] ?? ""))).toBe(true);
    using file = await open(join(folder, "grid", "out.asdf"));
    for (const index of outside.keys()) {
      // An address is refused; what else is not in the folder is missing.
      const read = file.array("data", "float64").read([index]);
      const values = await read.then(
        ({ data: some }) => some,
        ({ code }) => code,
      );
      expect(values === "external-source" || values.every(Number.isNaN)).toBe(true);
    }
  });
});

test("an edit keeps the node as it is, and so does a cutout of its neighbours", async () => {
  const { file } = await grid();
  const edited = await open(await file.edit((tree: { other: number }) => Object.assign(tree, { other: 6 })));
  expect(edited.get("other")).toBe(6);
  expect(edited.tag("data")).toBe(file.tag("data"));
  expect(edited.get("data")).toEqual(file.get("data"));
  expect(edited.array("data").shape).toEqual(SHAPE);
});

describe("over HTTP", () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? "";
    requests.push(name);
    const file = join(data, "small_visp", name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.end(readFileSync(file));
  });
  let address = "";
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const at = server.address();
    address = typeof at === "object" && at ? `http://127.0.0.1:${at.port}` : "";
  });
  afterAll(() => server.close());

  test("the files are found beside the URL, and only those that are touched are asked for", async () => {
    using file = await open(`${address}/test_visp.asdf`);
    const array: NdArray = file.array("dataset/data");
    expect(requests.filter((name) => name.endsWith(".fits"))).toEqual([]);
    await array.read([1]);
    expect(requests.filter((name) => name.endsWith(".fits"))).toEqual(["1.fits"]);
    await array.read([null, 0]);
    expect(new Set(requests)).toEqual(new Set(["test_visp.asdf", "0.fits", "1.fits", "2.fits"]));
  });

  test("of an s3:// address they are in its folder; what a bucket refuses is missing where other files are read", async () => {
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async (given) => {
      const [, name = ""] = /^https:\/\/bucket\.s3\.amazonaws\.com\/set\/(.*)$/.exec(String(given)) ?? [];
      // A bucket that may not be listed does not say what it lacks.
      return name === "1.fits"
        ? new Response(null, { status: 403 })
        : new Response(readFileSync(join(data, "small_visp", name)));
    });
    try {
      using file = await open("s3://bucket/set/test_visp.asdf");
      const array = file.array("dataset/data", "float64");
      const { data } = await array.read([null, 0, 0]);
      expect([...data].map(Number.isNaN)).toEqual([false, true, false]);
      expect(file.warnings.at(-1)).toMatchObject({ code: "missing-files", count: 1 });
      expect((await failure(() => array.read([1]))).message).toMatch(/1\.fits.*403/);
    } finally {
      asked.mockRestore();
    }
  });
});
