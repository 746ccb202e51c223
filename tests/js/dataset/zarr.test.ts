/** Arrays of asdf-zarr, read as asdf-zarr reads them. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AsdfError, type AsdfFile, type NdArray, open, openSync, slice } from "asdf-wasm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { sha256 } from "../../support/truth.ts";
import { bytesOf, column, failure } from "../../support/values.ts";

const folder = join(import.meta.dirname, "../../data/field/zarr");
const expected: Record<
  string,
  Record<string, { dtype: string; shape: number[]; sha256: string }>
> = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const blocks = readFileSync(join(folder, "blocks.asdf"));

const TAG = "asdf://asdf-format.org/zarr/tags/zarr-1.0.0";
const ZARRAY = {
  ...{ zarr_format: 2, order: "C", compressor: null, filters: null, fill_value: 7 },
  ...{ shape: [4, 4], chunks: [2, 2], dtype: "<i2" },
};
/** JSON is YAML. */
const described = (more: object = {}, map: number | string = 0) =>
  `!<${TAG}> {.zarray: ${JSON.stringify({ ...ZARRAY, ...more })}, chunk_block_map: ${map}}`;

/** Four chunks of 2 × 2, of which one is missing. */
const small = (more: object = {}) =>
  build(`a: ${described(more)}`, [
    { content: Int32Array.of(1, 2, -1, 3) },
    ...[0, 10, 20].map((start) => ({ content: Int16Array.of(start, start + 1, start + 2, start + 3) })),
  ]);
const SMALL = [0, 1, 10, 11, 2, 3, 12, 13, 7, 7, 20, 21, 7, 7, 22, 23];

describe("chunks in blocks", () => {
  test("of every datatype, compressor, order and filter", async () => {
    using file = await open(blocks);
    for (const [name, { shape, sha256: digest }] of Object.entries(expected["blocks"] ?? {})) {
      if (name !== "crc" && name !== "text") {
        const read = column(await file.array(name).read([], { float16: "bits" }));
        expect([name, read.shape, sha256(bytesOf(read))]).toEqual([name, shape, digest]);
      }
    }
    expect(file.array(">f4")).toMatchObject({ dtype: "float32", byteorder: "big", compression: "zlib" });
    expect(file.warnings).toEqual([]);
  });

  test("codecs and datatypes that are not read are refused by name", async () => {
    using file = await open(blocks);
    expect((await failure(() => file.array("crc"))).message).toMatch(/filter `crc32` of Zarr is not read/);
    expect((await failure(() => file.array("text"))).message).toMatch(/"<U2": numbers are read/);
  });

  test("any selection takes what it takes of the whole, and rows come in order", async () => {
    using file = await open(blocks);
    const array = file.array("cube");
    const whole = (await array.read()).data as Uint16Array;
    const entry = (length: number) =>
      fc.oneof(
        fc.constant(null),
        fc.integer({ min: -length, max: length - 1 }),
        fc.tuple(fc.nat(length), fc.nat(length), fc.integer({ min: 1, max: 3 })),
        fc.integer({ min: -3, max: -1 }),
      );
    await fc.assert(
      fc.asyncProperty(fc.tuple(...[4, 5, 6].map(entry)), async (entries) => {
        let indices = [0];
        const selection = entries.map((chosen, axis) => {
          const length = [4, 5, 6][axis] ?? 0;
          const all = Array.from({ length }, (_, i) => i);
          const [from, to, step] = Array.isArray(chosen) ? chosen : [0, length, 1];
          const [start, stop] = [Math.min(from, to), Math.max(from, to)];
          const isBack = typeof chosen === "number" && axis === 2 && chosen < 0;
          const kept = isBack
            ? all.toReversed().filter((_, i) => i % -chosen === 0)
            : typeof chosen === "number"
              ? [all.at(chosen) ?? Number.NaN]
              : all.slice(start, stop).filter((_, i) => i % step === 0);
          indices = indices.flatMap((index) => kept.map((at) => index * length + at));
          return isBack
            ? slice(null, null, chosen)
            : typeof chosen === "number"
              ? chosen
              : slice(start, stop, step);
        });
        const rows: number[] = [];
        const { data } = await array.read(selection, {
          onRows: ({ data: some }) => rows.push(...(some as Uint16Array)),
        });
        const wanted = indices.map((index) => whole[index]);
        expect([...(data as Uint16Array)]).toEqual(wanted);
        expect(rows).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  test("only the chunks that a selection touches are read", async () => {
    const bytes = small();
    const asked: number[] = [];
    const size = bytes.length;
    using file = await open({
      size,
      read: async (offset, length) => {
        asked.push(offset);
        return bytes.subarray(offset, offset + length);
      },
    });
    const array = file.array("a", "int16");
    await file.readBlockHeaders();
    await array.read([0, 0]);
    const before = asked.length;
    expect([...(await array.read([slice(2, 4), slice(2)])).data]).toEqual([7, 7, 7, 7]);
    expect(asked.length).toBe(before);
    expect([...(await array.read()).data]).toEqual(SMALL);
  });

  test("elements go into the caller's memory; the sums of progress are stored bytes", async () => {
    using file = await open(small());
    const into = new Int16Array(16).fill(-1);
    const loaded: number[] = [];
    const read = await file
      .array("a")
      .read([], { into, onProgress: (progress) => loaded.push(progress.loaded) });
    expect(read.data).toBe(into);
    expect([...into]).toEqual(SMALL);
    expect(loaded.at(-1)).toBe(24);
    const array: NdArray = file.array("a");
    expect((await failure(() => array.read([], { into: new Int16Array(3) }))).code).toBe("bad-selection");
    expect((await failure(() => array.read([4]))).code).toBe("bad-selection");
    expect((await failure(() => array.read([], { signal: AbortSignal.abort() }))).code).toBe("aborted");
    using limited = await open(small(), { limits: { output: 31 } });
    expect((await failure(() => limited.array("a").read())).code).toBe("limit-exceeded");
  });

  test("it is what the file is about, and an edit keeps its node", async () => {
    using file = await open(small());
    expect(file.images().map(({ path }) => path)).toEqual(["a"]);
    expect(file.get("a/chunk_block_map")).toBe(0);
    using edited = await open(await file.edit((tree) => Object.assign(tree, { note: 1 })));
    expect([...(await edited.array("a", "int16").read()).data]).toEqual(SMALL);
  });
});

describe("chunks in folders beside the file", () => {
  const beside = join(folder, "beside.asdf");
  /** The stores as files, by their paths. */
  const inFolder = (uri: string) => {
    const path = join(folder, decodeURIComponent(uri));
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  const digests = async (file: AsdfFile) => {
    for (const [name, { shape, sha256: digest }] of Object.entries(expected["beside"] ?? {})) {
      const read = column(await file.array(name).read());
      expect([name, read.shape, sha256(bytesOf(read))]).toEqual([name, shape, digest]);
    }
  };

  test("of a path, and of a file whose others are looked up; a chunk that is not there has the fill value", async () => {
    using file = await open(beside);
    await digests(file);
    const asked: string[] = [];
    using other = await open(readFileSync(beside), {
      resolve: (uri) => {
        asked.push(uri);
        return uri.endsWith("/1.0") ? undefined : inFolder(uri);
      },
    });
    await digests(await open(readFileSync(beside), { resolve: inFolder }));
    expect(asked).toEqual(["stores/directory/.zarray", "stores/nested/.zarray"]);
    expect(column(await other.array("directory").read([slice(4, 7), 0])).data).toEqual(
      Int32Array.of(0, 0, 0),
    );
    expect(asked.slice(2)).toEqual(["stores/directory/1.0"]);
    expect(column(await other.array("nested").read([5, 6])).data).toEqual(Float32Array.of(118));
    expect(asked.slice(3)).toEqual(["stores/nested/1/1"]);
    expect(other.images().map(({ path }) => path)).toEqual(["directory", "nested"]);
  });

  test.each([
    Object.assign(new Error("no such file"), { code: "ENOENT" }),
    new DOMException("no such file", "NotFoundError"),
    new AsdfError("not-found", "no such file"),
  ])("a chunk is not there if `resolve` says so by an error: %s", async (lost) => {
    const resolve = (uri: string) => {
      if (uri.endsWith("/1.0")) {
        throw lost;
      }
      return inFolder(uri);
    };
    using file = await open(readFileSync(beside), { resolve });
    expect((await file.array("directory", "int32").read([4, slice(3)])).data).toEqual(Int32Array.of(0, 0, 0));
  });

  test("a chunk that cannot be read is not taken for one that is not there", async () => {
    const resolve = (uri: string) => {
      if (uri.endsWith("/1.0")) {
        throw new Error("no permission");
      }
      return inFolder(uri);
    };
    using file = await open(readFileSync(beside), { resolve });
    expect((await failure(() => file.array("directory").read())).message).toMatch(/no permission/);
    const copy = mkdtempSync(join(tmpdir(), "asdf-zarr-"));
    try {
      cpSync(folder, copy, { recursive: true });
      const chunk = join(copy, "stores/directory/1.0");
      rmSync(chunk);
      symlinkSync(chunk, chunk);
      using onDisk = await open(join(copy, "beside.asdf"));
      expect((await failure(() => onDisk.array("directory").read())).message).toMatch(/ELOOP/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test("chunks are whatever `open()` takes, such as handles of files", async () => {
    const resolve = (uri: string) => {
      const bytes = inFolder(uri);
      return bytes && { getFile: async () => new File([bytes], uri) };
    };
    await digests(await open(readFileSync(beside), { resolve }));
  });

  test("of a URL, of the same origin only", async () => {
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      const found = inFolder(url.slice(1));
      response.writeHead(found ? 200 : 404).end(found);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    try {
      using file = await open(`http://127.0.0.1:${port}/beside.asdf`);
      await digests(file);
      expect(new Set(asked)).toContain("/stores/nested/1/1");
      using alone = await open(`http://127.0.0.1:${port}/beside.asdf`, { external: "none" });
      expect((await failure(() => alone.array("nested"))).code).toBe("external-source");
    } finally {
      server.close();
    }
  });

  const storeNode = (store: object) => build(`a: !<${TAG}> {store: ${JSON.stringify(store)}}`);

  test("a store that was moved with its file is found by its name", async () => {
    const path = "/elsewhere/a%20b";
    using file = await open(storeNode({ type_string: "DirectoryStore", path }), {
      resolve: (uri) =>
        uri.startsWith("a%2520b/") ? inFolder(uri.replace("a%2520b", "stores/directory")) : undefined,
    });
    expect(file.array("a").shape).toEqual([7, 10]);
  });

  test.each<[object, RegExp]>([
    [{ type_string: "DirectoryStore", path: "nowhere" }, /the store `nowhere`.*not there/],
    [{ type_string: "MemoryStore", map: {} }, /a store of the type MemoryStore is not read/],
    [{ type_string: "FSStore", path: "s3://bucket/a" }, /s3: address/],
    [{ type_string: "DirectoryStore", path: "broken" }, /`.zarray` is no JSON/],
    [{ type_string: "DirectoryStore", path: "large" }, /more than the limit/],
  ])("what cannot be read says so, and the file opens: %j", async (store, message) => {
    using file = await open(storeNode(store), {
      resolve: (uri) =>
        uri.startsWith("broken/")
          ? Buffer.from("{")
          : uri.startsWith("large/")
            ? Buffer.alloc(2 ** 21)
            : undefined,
    });
    expect((await failure(() => file.array("a"))).message).toMatch(message);
  });

  test("openSync() does not look for stores, and says so", async () => {
    using file = openSync(readFileSync(beside));
    expect((await failure(() => file.array("nested"))).message).toMatch(/`open\(\)` has found/);
  });
});

test.each<[object, RegExp]>([
  [{ shape: [4] }, /lengths of as many axes/],
  [{ shape: [4, -4] }, /lengths of as many axes/],
  [{ shape: "4" }, /lengths of as many axes/],
  [{ chunks: [0, 2] }, /lengths of as many axes/],
  [{ shape: [99999999, 99999999] }, /more elements than can be counted/],
  [{ dtype: "<M8[ns]" }, /"<M8\[ns\]": numbers are read/],
  [{ dtype: [["a", "<i2"]] }, /\[\["a","<i2"\]\]: numbers are read/],
  [{ zarr_format: 3 }, /`zarr_format` is 3, and 2 is read/],
  [{ filters: [{ id: "pcodec" }] }, /filter `pcodec` of Zarr is not read/],
  [{ filters: [{ id: "toString" }] }, /filter `toString` of Zarr is not read/],
  [{ filters: 5 }, /have no `id`/],
  [{ compressor: { id: "zfpy" } }, /compressor `zfpy` of Zarr is not read/],
  [{ compressor: { id: "lzma", format: 3 } }, /compressor `lzma` of Zarr is not read/],
])("what is described wrongly says so, and the rest of the file is there: %j", async (more, message) => {
  using file = await open(small(more));
  expect([...file.arrays()].map(([path, { error }]) => [path, error !== undefined])).toEqual([["a", true]]);
  expect((await failure(() => file.array("a").read())).message).toMatch(message);
});

test("a chunk or a map that is damaged is named", async () => {
  const one = { content: Int16Array.of(1, 2, 3) };
  const cases = [
    [build(`a: ${described()}`, [{ content: Int32Array.of(1, 1, 1) }, one]), /map of chunks has fewer/],
    [build(`a: ${described()}`, [{ content: Int32Array.of(9, 9, 9, 9) }, one]), /no block 9/],
    [build(`a: ${described()}`, [{ content: Int32Array.of(-2, 1, 1, 1) }, one]), /no block -2/],
    [build(`a: ${described()}`, [{ content: Int32Array.of(1, 1, 1, 1) }, one]), /in `chunk 0\.0`/],
    [build(`a: ${described({}, 7)}`), /no block 7/],
    [build(`a: ${described({}, "x")}`), /neither a map of chunks nor a store/],
  ] as const;
  for (const [bytes, message] of cases) {
    using file = await open(bytes);
    expect((await failure(() => file.array("a").read())).message).toMatch(message);
  }
});
