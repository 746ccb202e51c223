/** How many bytes a part of an uncompressed array costs, with the default options, from every kind of source. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AsdfFile, ndarray, open, type Selection, slice, write } from "asdf-wasm";
import { afterAll, expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { arrayAt, failure } from "../../support/values.ts";
import { Watched } from "../support/large.ts";

const SIDE = 1022;
const ROW = 4 * SIDE;
const KIB = 1024;
const image = Float32Array.from({ length: SIDE * SIDE }, (_, i) => i);
const bytes = new Uint8Array(
  await (
    await write({
      image: ndarray(image, { shape: [SIDE, SIDE] }),
      cube: ndarray(image, { shape: [14, 73, SIDE] }),
      chunks: ndarray(image, { shape: [SIDE, SIDE], chunks: [511, 511] }),
    })
  ).arrayBuffer(),
);

let sent = 0;
const server = createServer((request, response) => {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const last = Math.min(Number(end || Infinity), bytes.length - 1);
  const part = bytes.subarray(Number(start), last + 1);
  sent += part.length;
  response.writeHead(206, { "content-range": `bytes ${start}-${last}/${bytes.length}` }).end(part);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Counted = { file: AsdfFile; read: () => number };

const sources: Record<string, () => Promise<Counted>> = {
  URL: async () => {
    const { port } = server.address() as AddressInfo;
    const file = await open(`http://127.0.0.1:${port}/image.asdf`);
    return { file, read: () => sent };
  },
  Blob: async () => {
    const blob = new Watched([bytes]);
    return { file: await open(blob), read: () => blob.read };
  },
  ByteSource: async () => {
    let read = 0;
    const file = await open({
      size: bytes.length,
      read: async (offset, length) => {
        const part = bytes.slice(offset, offset + length);
        read += part.length;
        return part;
      },
    });
    return { file, read: () => read };
  },
};

/** Paths, selections, and the bytes of the rows that they touch. */
const parts: [name: string, path: string, selection: Selection, rows: number][] = [
  ["a pixel", "image", [500, 500], 4],
  ["a row", "image", [500], ROW],
  ["ten rows", "image", [slice(500, 510)], 10 * ROW],
  ["half", "image", [slice(511)], 511 * ROW],
  ["a window", "image", [slice(500, 564), slice(500, 564)], 64 * ROW],
  ["a plane of a cube", "cube", [7], 73 * ROW],
  ["a pixel of a chunk", "chunks", [500, 500], 4],
  ["ten rows of chunks", "chunks", [slice(600, 610)], 10 * ROW],
];
const cases = Object.keys(sources).flatMap((kind) => parts.map((part) => [kind, ...part] as const));

test.each(cases)("%s: %s asks for its rows and no more", async (kind, _, path, selection, rows) => {
  const { file, read } = await (sources[kind] as () => Promise<Counted>)();
  using opened = file;
  const array = arrayAt(opened, path);
  const before = read();
  await array.read(selection);
  expect(read() - before).toBeLessThanOrEqual(1.1 * rows + 64 * KIB);
  expect(opened.warnings).toEqual([]);
});

test("`http.gap: 0` fetches nothing between rows", async () => {
  const { port } = server.address() as AddressInfo;
  using file = await open(`http://127.0.0.1:${port}/image.asdf`, { http: { gap: 0 } });
  const before = sent;
  await arrayAt(file, "image").read([slice(300, 600, 3)]);
  expect(sent - before).toBe(100 * ROW);
});

const damaged = build(`data: ${arrayText(0, "uint8", [100, 1000])}`, [
  { content: new Uint8Array(100_000), checksum: "wrong" },
]);

test("a part is not held against the digest of the whole block; all of it is", async () => {
  using file = await open(new Blob([damaged]));
  const array = arrayAt(file, "data");
  await array.read([slice(0, 99)]);
  expect(file.warnings).toEqual([]);
  await array.read();
  expect(file.warnings.map(({ code }) => code)).toEqual(["checksum"]);
});

test('with `checksums: "error"` a part is held against the digest of the whole block', async () => {
  using file = await open(new Blob([damaged]), { checksums: "error" });
  const pixel = await failure(() => arrayAt(file, "data").read([3, 3]));
  expect(pixel.code).toBe("checksum");
});
