/** Reading into memory that the caller has. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IntoArray, ndarray, open, slice, WorkerPool, write } from "asdf-wasm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { arrayAt, failure } from "../../support/values.ts";

const pixels = Float32Array.from({ length: 300 * 200 }, (_, i) => Math.sin(i));
const shape = [300, 200];
const folder = mkdtempSync(join(tmpdir(), "asdf-into-"));
const pool = new WorkerPool({ size: 2, part: 2 ** 16 });
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true });
});

const compressions = ["none", "zlib", "bzp2", "lz4", "zstd", "blsc"] as const;
const cases = compressions.flatMap((compression) =>
  [false, true].map((workers) => [compression, workers] as const),
);

/** The sources of a file: memory, a Blob, a path. */
async function sourcesOf(compression: (typeof compressions)[number]) {
  const bytes = await write({ data: ndarray(pixels, { shape, compression }) }, { as: "bytes" });
  const path = join(folder, `${compression}.asdf`);
  writeFileSync(path, bytes);
  return [bytes, new Blob([bytes]), path];
}

test.each(cases)(
  "elements of %s are put into an array that is given, workers: %s",
  async (compression, workers) => {
    for (const source of await sourcesOf(compression)) {
      using file = await open(source, { checksums: "error", ...(workers && { workers: pool }) });
      const array = file.array("data", "float32");
      const into = new Float32Array(pixels.length).fill(-1);
      const result = await array.read([], { into });
      expect(result.data).toBe(into);
      expect(result).toMatchObject({ shape, stride: [200, 1] });
      expect(Buffer.from(into.buffer).equals(Buffer.from(pixels.buffer))).toBe(true);
      // A part, into the middle of shared memory.
      const shared = new Float32Array(new SharedArrayBuffer(4 * 150), 8, 100).fill(-1);
      const part = await array.read([slice(10, 20), slice(0, 200, 20)], { into: shared });
      expect(part.data).toBe(shared);
      expect(Array.from(shared)).toEqual(
        Array.from({ length: 100 }, (_, i) => pixels[(10 + Math.floor(i / 10)) * 200 + 20 * (i % 10)]),
      );
      const row = new Float32Array(200);
      await array.read([7], {
        into: row,
        onRows: ({ data }) => expect((data as Float32Array).buffer).toBe(row.buffer),
      });
      expect(row).toEqual(pixels.slice(1400, 1600));
      // The file is not changed by what happens to the given array.
      into.fill(0);
      expect((await array.read([7])).data).toEqual(row);
    }
  },
);

test("masks and chunks that are missing", async () => {
  const chunks = `[{start: [2], ndarray: ${arrayText(0, "int16", [2])}}]`;
  const tree = [
    `chunked: !core/chunked-ndarray-1.0.0 {shape: [5], datatype: int16, chunks: ${chunks}}`,
    `masked: ${arrayText(0, "int16", [2], ", mask: 8")}`,
  ].join("\n");
  using file = await open(build(tree, [{ content: Int16Array.of(7, 8) }]));
  const into = new Int16Array(5).fill(-1);
  await arrayAt(file, "chunked").read([], { into });
  expect(into).toEqual(Int16Array.of(0, 0, 7, 8, 0));
  const two = new Int16Array(2);
  const { data, mask } = await arrayAt(file, "masked").read([], { into: two });
  expect([data, mask]).toEqual([Int16Array.of(7, 8), Uint8Array.of(0, 1)]);
});

test("float16 is widened, or given as bits", async () => {
  using file = await open(await write({ a: ndarray([1, -2], { dtype: "float16" }) }));
  const array = file.array("a");
  expect((await array.read([], { into: new Float32Array(2) })).data).toEqual(Float32Array.of(1, -2));
  const bits = await array.read([], { into: new Uint16Array(2), float16: "bits" });
  expect(bits.data).toEqual(Uint16Array.of(0x3c00, 0xc000));
});

test.each<[string, IntoArray, string]>([
  ["a", new Float64Array(6), "values of float32 are put into a Float32Array, and `into` is a Float64Array"],
  ["a", new Float32Array(5), "`into` has 5 elements, and the result [2, 3] has 6"],
  ["a", "no" as never, "`into` is none"],
  ["text", new Uint8Array(2), "values of ascii are in no typed array"],
  ["wide", new BigInt64Array(4), "values of int128 are in no typed array"],
  ["records", new Uint8Array(2), "records are in no typed array"],
])("an array that does not fit %s is refused", async (path, into, message) => {
  const records = { fields: { x: { data: Int8Array.of(1), shape: [1], stride: [1] } }, shape: [1] };
  const tree = {
    a: ndarray(new Float32Array(6), { shape: [2, 3] }),
    text: ndarray(["a", "b"]),
    wide: ndarray([1n, 2n], { dtype: "int128" }),
    records: ndarray(records),
  };
  using file = await open(await write(tree));
  const error = await failure(() => file.array(path).read([], { into }));
  expect([error.code, error.message]).toEqual(["bad-selection", expect.stringContaining(message)]);
});

test.each(["streams of bytes", "no such streams"])(
  "a Blob is copied to memory that is given by small pieces, which leave little behind: with %s",
  async (browser) => {
    const values = Float32Array.from({ length: 2 ** 20 + 5 }, (_, i) => i);
    using file = await open(new Blob([await write({ data: ndarray(values) }, { as: "bytes" })]));
    const array = file.array("data", "float32");
    const into = new Float32Array(values.length);
    const sizes: number[] = [];
    const { read } = ReadableStreamBYOBReader.prototype;
    const { arrayBuffer } = Blob.prototype;
    const spies = [
      vi.spyOn(ReadableStreamBYOBReader.prototype, "read").mockImplementation(async function (
        this: ReadableStreamBYOBReader,
        view,
      ) {
        const found = await read.call(this, view);
        sizes.push(found.value?.byteLength ?? 0);
        return found;
      } as typeof read),
      vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(async function (this: Blob) {
        sizes.push(this.size);
        return arrayBuffer.call(this);
      }),
      ...(browser === "no such streams"
        ? [vi.spyOn(Blob.prototype, "stream").mockImplementation(() => new ReadableStream())]
        : []),
    ];
    onTestFinished(() => {
      for (const spy of spies) {
        spy.mockRestore();
      }
    });
    await array.read([], { into });
    expect(Buffer.from(into.buffer).equals(Buffer.from(values.buffer))).toBe(true);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 18);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(values.byteLength);
  },
);

test.each(["streams of bytes", "no such streams"])(
  "what an aborted reading left of a Blob is dropped: with %s",
  async (browser) => {
    const values = Float32Array.from({ length: 2 ** 20 }, (_, i) => i);
    using file = await open(new Blob([await write({ data: ndarray(values) }, { as: "bytes" })]));
    const stop = new AbortController();
    const { read } = ReadableStreamBYOBReader.prototype;
    const cancelled = vi.fn();
    const spies =
      browser === "no such streams"
        ? [
            vi
              .spyOn(Blob.prototype, "stream")
              .mockImplementation(() => new ReadableStream({ cancel: cancelled })),
          ]
        : [
            vi.spyOn(ReadableStreamBYOBReader.prototype, "cancel").mockImplementation(cancelled),
            vi.spyOn(ReadableStreamBYOBReader.prototype, "read").mockImplementation(function (
              this: ReadableStreamBYOBReader,
              view,
            ) {
              stop.abort();
              return read.call(this, view);
            } as typeof read),
          ];
    cancelled.mockResolvedValue(undefined);
    onTestFinished(() => {
      for (const spy of spies) {
        spy.mockRestore();
      }
    });
    const into = new Float32Array(values.length);
    const outcome = file.array("data", "float32").read([], { into, signal: stop.signal });
    if (browser === "no such streams") {
      await outcome;
    } else {
      expect((await failure(() => outcome)).code).toBe("aborted");
    }
    expect(cancelled).toHaveBeenCalled();
  },
);
