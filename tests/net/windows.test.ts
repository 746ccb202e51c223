/** Parts of large arrays on a server: what is fetched of them, counted from its log, and what is kept for the next. */
import { join } from "node:path";
import { type NdArray, open, type Selection, slice } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bloscChunks, build, lz4Chunks, ndarray } from "../support/build.ts";
import { writeSparse } from "../support/sparse.ts";
import { arrayAt, bytesOf, column, failure } from "../support/values.ts";
import { Server } from "./server.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const SIDE = 4088;
const image = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i * 7919) % 65_521);
const CHUNK = 4 * MIB;
const packed = lz4Chunks(image, CHUNK);
let server: Server;

beforeAll(async () => {
  server = await Server.start();
  const tree = (name: string) => `${name}: ${ndarray(0, "float32", [SIDE, SIDE])}`;
  const encoded = { label: "lz4", size: image.byteLength };
  server.write("lz4.asdf", build(tree("data"), [{ content: packed.stored, encoded }]));
  const chunks = bloscChunks(image, CHUNK);
  server.write(
    "blsc.asdf",
    build(tree("data"), [{ content: chunks, encoded: { label: "blsc", size: image.byteLength } }]),
  );
  server.write("zlib.asdf", build(tree("data"), [{ content: image, compression: "zlib" }]));
});

afterAll(() => server.remove());

/** The corner of an image that a window of it begins at, 512 × 512. */
const window = (row: number, left: number): Selection => [slice(row, row + 512), slice(left, left + 512)];

async function opened(name: string): Promise<NdArray> {
  return arrayAt(await open(`${server.home}/plain/${name}`), "data");
}

/** Reads a window, checks it, and gives what that asked of the server. */
async function fetched(array: NdArray, row: number, left: number) {
  const { result, ...asked } = await server.during(() => array.read(window(row, left)));
  const rows = Array.from({ length: 512 }, (_, i) => {
    const start = (row + i) * SIDE + left;
    return Buffer.from(image.buffer, 4 * start, 4 * 512);
  });
  expect(Buffer.concat(rows).equals(bytesOf(column(result)))).toBe(true);
  return asked;
}

async function memory(): Promise<number> {
  const glue: { default: () => Promise<WebAssembly.Exports> } = await import(
    new URL("../../pkg/asdf_wasm.js", import.meta.url).href
  );
  const { memory } = await glue.default();
  return memory instanceof WebAssembly.Memory ? memory.buffer.byteLength : Number.NaN;
}

test("of 10 GB, a window is its rows, and takes little memory", async () => {
  const side = 50_000;
  const tree = `data: ${ndarray(0, "float32", [side, side])}`;
  writeSparse(join(server.files, "large.asdf"), tree, [4 * side * side]);
  const array = await opened("large.asdf");
  const { result, bytes } = await server.during(() => array.read(window(30_000, 20_000)));
  expect(column(result).data).toHaveLength(512 * 512);
  // Rows are 200 kB apart, more than the 64 KiB over which ranges are fetched as one.
  expect(bytes).toBe(512 * 512 * 4);
  expect(await memory()).toBeLessThanOrEqual(32 * MIB);
  expect((await server.during(() => array.read(window(30_000, 20_000)))).log).toEqual([]);
});

test("of lz4, the chunks that are touched, and the sizes of those before", async () => {
  const array = await opened("lz4.asdf");
  // Rows 2000 to 2512 are in chunks 7 to 9.
  const first = Math.floor((2000 * SIDE * 4) / CHUNK);
  const last = Math.floor((2512 * SIDE * 4) / CHUNK);
  const touched = (packed.ends[last] ?? 0) - (packed.ends[first - 1] ?? 0);
  const asked = await fetched(array, 2000, 1000);
  const heads = asked.log.filter(({ bytes }) => bytes === 8);
  expect(asked.bytes - 8 * heads.length).toBeLessThanOrEqual(touched);
  expect(heads.length).toBeLessThanOrEqual(first + 2);
  expect((await fetched(array, 2000, 3000)).log).toEqual([]);
  expect((await fetched(array, 1990, 5)).log).toEqual([]);
});

test("of Blosc's chunks, what is touched, and the heads of those before", async () => {
  const array = await opened("blsc.asdf");
  const first = Math.floor((2000 * SIDE * 4) / CHUNK);
  const rows = 4 * SIDE * 512;
  const asked = await fetched(array, 2000, 1000);
  // Besides the rows, up to a piece of 256 KiB at either end, and 4 KiB for each head.
  expect(asked.bytes).toBeLessThanOrEqual(rows + 512 * KIB + 4 * KIB * (first + 3));
  expect((await fetched(array, 2000, 3000)).log).toEqual([]);
  // Where chunks are is known by now.
  const next = await fetched(array, 1200, 0);
  expect(next.bytes).toBeLessThanOrEqual(rows + 512 * KIB + 4 * KIB * 3);
});

test("of zlib, the stream up to the window, once", async () => {
  const array = await opened("zlib.asdf");
  const { usedSize = 0 } = (await (await open(`${server.home}/plain/zlib.asdf`)).readBlockHeaders())[0] ?? {};
  const asked = await fetched(array, 1000, 1000);
  expect(asked.bytes).toBeLessThan(0.6 * usedSize);
  expect((await fetched(array, 500, 3000)).log).toEqual([]);
  const next = await fetched(array, 1500, 0);
  expect(next.bytes).toBeLessThan(0.4 * usedSize);
});

test("what is kept does not make WebAssembly memory grow", async () => {
  const array = await opened("zlib.asdf");
  const before = await memory();
  for (let row = 0; row + 512 < SIDE; row += 500) {
    await array.read(window(row, 100));
  }
  const { log } = await server.during(() => array.read(window(7, 7)));
  expect(log).toEqual([]);
  expect((await memory()) - before).toBeLessThanOrEqual(16 * MIB);
  // Nor did anything above.
  expect(await memory()).toBeLessThanOrEqual(32 * MIB);
});

test("a result that is too large is refused before anything is fetched", async () => {
  const limits = { output: 2 ** 31 };
  const array = arrayAt(await open(`${server.home}/plain/large.asdf`, { limits }), "data");
  const { result, log } = await server.during(() => failure(() => array.read()));
  expect(result).toMatchObject({
    code: "limit-exceeded",
    message:
      "the result takes 10000000000 bytes, more than the limit of 2147483648: select less, or open the file with a higher `limits.output`",
  });
  expect(log).toEqual([]);
});
