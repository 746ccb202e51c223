/** Files on a real server: what is asked of it, counted from its log, and what it takes to go wrong. */
import { unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import {
  type AsdfFile,
  ndarray as ndarrayOf,
  open,
  type Progress,
  type Rows,
  type Selection,
  slice,
  write,
} from "asdf-wasm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { build, ndarray } from "../support/build.ts";
import { writeSparse } from "../support/sparse.ts";
import { arrayAt, column, failure } from "../support/values.ts";
import { Server } from "./server.ts";

const content = Uint32Array.from({ length: 1 << 20 }, (_, i) => i);
const file = build(`data: ${ndarray(0, "uint32", [1 << 20])}`, [{ content, checksum: "right" }]);
const KIB = 1024;
let server: Server;

beforeAll(async () => {
  server = await Server.start();
  server.write("file.asdf", file);
});

afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.remove());

/** Does something once answers have brought so many bytes; settles when that is done. */
function afterBytes(count: number, act: () => unknown): Promise<unknown> {
  const { fetch } = globalThis;
  return new Promise((settle) => {
    let come = 0;
    const transform: Transformer<Uint8Array, Uint8Array>["transform"] = (chunk, controller) => {
      const before = come;
      come += chunk.length;
      controller.enqueue(chunk);
      if (before <= count && come > count) {
        // A stream that is cancelled while it transforms does not cancel the one before it in every version of Node.js.
        settle(pause(0).then(act));
      }
    };
    vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
      const response = await fetch(...request);
      const body = response.body?.pipeThrough(new TransformStream({ transform }));
      return Object.defineProperty(response, "body", { value: body });
    });
  });
}

/** Whether the array of an opened file is `content`: comparing a million elements one by one takes seconds. */
async function isRight(opened: AsdfFile) {
  const { data } = column(await arrayAt(opened, "data").read());
  return data instanceof Uint32Array && Buffer.from(data.buffer).equals(Buffer.from(content.buffer));
}

test("a file of 10 GB is opened by two requests, and of a window only its rows are fetched", async () => {
  const side = 50_000;
  const tree = `data: ${ndarray(0, "float32", [side, side])}`;
  writeSparse(join(server.files, "large.asdf"), tree, [4 * side * side]);
  const url = `${server.home}/plain/large.asdf`;
  const { result: opened, log, bytes } = await server.during(() => open(url));
  expect(opened.blocks).toMatchObject([{ source: "index", usedSize: 4 * side * side }]);
  expect(log.map(({ status, method }) => `${method} ${status}`)).toEqual(["GET 206", "GET 206"]);
  expect(bytes).toBeLessThan(256 * KIB);

  const array = arrayAt(opened, "data");
  const rows = slice(30_000, 30_064);
  const window = await server.during(() => array.read([rows, slice(20_000, 20_512)]));
  expect(window.bytes).toBe(64 * 512 * 4);
  const again = await server.during(() => array.read([rows, slice(20_100, 20_200)]));
  expect(again.log).toEqual([]);
});

test("with the default options a pixel and rows of a Roman image cost their own bytes, not the block's", async () => {
  const side = 4088;
  const image = ndarrayOf(new Float32Array(side * side), { shape: [side, side] });
  server.write("image.asdf", new Uint8Array(await (await write({ image })).arrayBuffer()));
  const url = `${server.home}/plain/image.asdf`;
  const cost = async (selection: Selection) => {
    using opened = await open(url);
    const { bytes } = await server.during(() => arrayAt(opened, "image").read(selection));
    expect(opened.warnings).toEqual([]);
    return bytes;
  };
  expect(await cost([2000, 2000])).toBeLessThanOrEqual(64 * KIB);
  expect(await cost([slice(2000, 2010)])).toBeLessThanOrEqual(1.1 * 10 * side * 4 + 64 * KIB);
});

test("the index says how long a long tree is, so that it takes one request more", async () => {
  const lines = Array.from({ length: 4000 }, (_, i) => `- "step ${i}: ${"done ".repeat(20)}"`);
  writeSparse(join(server.files, "long.asdf"), `logs:\n${lines.join("\n")}`, [300e6]);
  const { log, bytes } = await server.during(() => open(`${server.home}/plain/long.asdf`));
  expect(log).toHaveLength(3);
  expect(bytes).toBeLessThan(640 * KIB);
});

test("a Roman L2 of 300 MB: its tree and where its blocks are by three requests, and one for a header", async () => {
  const side = 4088;
  const names = ["data", "dq", "err", "var_poisson", "var_rnoise", "var_flat"];
  const images = names.map((name, i) => `  ${name}: ${ndarray(i, "float32", [side, side])}`);
  const logs = Array.from(
    { length: 3000 },
    (_, i) => `  - "2026-01-01T00:00:00 step ${i}: ${"done ".repeat(12)}"`,
  );
  const borders = [6, 7, 8, 9, 10].map((i) => `  border_${i}: ${ndarray(i, "float32", [4, side])}`);
  const tree = `roman:\n${[...images, ...borders].join("\n")}\n  cal_logs:\n${logs.join("\n")}`;
  const sizes = [...names.map(() => 4 * side * side), ...borders.map(() => 16 * side)];
  writeSparse(join(server.files, "roman.asdf"), tree, sizes);
  const url = `${server.home}/plain/roman.asdf`;
  const { result: opened, log, bytes } = await server.during(() => open(url));
  expect(opened.blocks).toHaveLength(11);
  expect(log.length).toBeLessThanOrEqual(3);
  expect(bytes).toBeLessThanOrEqual(512 * KIB);

  const corner = [slice(0, 1), slice(0, 16)];
  const read = await server.during(() => arrayAt(opened, "roman/err").read(corner));
  expect(read.log.map((request) => request.bytes)).toEqual([54, 64]);
  const all = await server.during(() => opened.readBlockHeaders());
  expect(all.log.length).toBeLessThanOrEqual(9);
});

test("rows near each other are fetched as one, and requests say which version they are for", async () => {
  const opened = await open(`${server.home}/plain/file.asdf`, { checksums: "ignore" });
  const array = arrayAt(opened, "data");
  const { result, log } = await server.during(() => array.read([slice(50_000, 200_000, 5000)]));
  expect(column(result).data).toEqual(Uint32Array.from({ length: 30 }, (_, i) => 50_000 + 5000 * i));
  expect(log).toHaveLength(1);
  expect(log[0]?.condition).toMatch(/^".+"$/);
});

test("compression for those who want it does not get in the way", async () => {
  const { result, bytes } = await server.during(async () =>
    isRight(await open(`${server.home}/gzip/file.asdf`)),
  );
  expect(result).toBe(true);
  expect(bytes).toBe(file.length);
});

test.each([
  ["whole/file.asdf", "answers a request for a range with the whole file", 1],
  ["gzipped/file.asdf.gz", "compresses what it sends", 2],
])("without ranges the file is downloaded once: %s", async (path, why, requests) => {
  server.write("file.asdf.gz", gzipSync(file, { level: 1 }));
  const seen: Progress[] = [];
  const onProgress = (progress: Progress) => seen.push(progress);
  const { log } = await server.during(async () => {
    const opened = await open(`${server.home}/${path}`, { onProgress });
    expect(opened.warnings).toMatchObject([{ code: "downloaded", message: expect.stringContaining(why) }]);
    expect(await isRight(opened)).toBe(true);
  });
  expect(log).toHaveLength(requests);
  expect(seen.filter(({ phase }) => phase === "download").at(-1)?.loaded).toBe(file.length);
});

test("a file that is replaced, or that shrinks, while it is open", async () => {
  const url = `${server.home}/plain/changing.asdf`;
  server.write("changing.asdf", file);
  // Versions are told apart by seconds.
  utimesSync(join(server.files, "changing.asdf"), 1e9, 1e9);
  const opened = await open(url);
  server.write(
    "changing.asdf",
    build(`data: ${ndarray(0, "uint32", [1 << 20])}`, [{ content: content.map((i) => i + 1) }]),
  );
  const replaced = await failure(() => arrayAt(opened, "data").read());
  expect(replaced).toMatchObject({
    code: "source-changed",
    message: expect.stringContaining("open it again"),
  });
  const last = await arrayAt(await open(url), "data").read([-1]);
  expect(column(last).data).toEqual(Uint32Array.of(1 << 20));

  server.write("changing.asdf", file.subarray(0, 100_000));
  const shrunk = await failure(() => arrayAt(opened, "data").read([slice(-1, null)]));
  expect(shrunk.code).toBe("source-changed");
  unlinkSync(join(server.files, "changing.asdf"));
  expect((await failure(() => arrayAt(opened, "data").read())).message).toContain("404");
});

test("a connection that breaks is taken up where it broke", async () => {
  const opened = await open(`${server.home}/slow/file.asdf`);
  const { result, log } = await server.during(() => {
    afterBytes(200_000, () => server.cut());
    return isRight(opened);
  });
  expect(result).toBe(true);
  // The first request was never logged: who would have written it was killed.
  const [start = 0] = log.map(({ range }) => Number(/\d+/.exec(range)?.[0]));
  expect(log).toHaveLength(1);
  expect(start).toBeGreaterThan(65_536);
});

test("a server that is restarted while it is read from", async () => {
  const opened = await open(`${server.home}/slow/file.asdf`, { http: { retries: 12 } });
  const restart = async () => {
    await server.end();
    await pause(200);
    await server.begin();
  };
  const restarted = afterBytes(200_000, restart);
  expect(await isRight(opened)).toBe(true);
  await restarted;
});

test("a server that is down is an error, and the next read works", async () => {
  const opened = await open(`${server.home}/plain/file.asdf`, { http: { retries: 1 } });
  await server.end();
  const { code, message } = await failure(() => arrayAt(opened, "data").read());
  expect({ code, message }).toMatchObject({
    code: "network",
    message: expect.stringContaining("cannot be reached"),
  });
  await server.begin();
  expect(await isRight(opened)).toBe(true);
});

test("a server that dies midway is an error; the rows that came are right, and the next read works", async () => {
  // So large that most of it is still to come when the first rows are here.
  const content = Uint32Array.from({ length: 1 << 22 }, (_, i) => i);
  server.write("longer.asdf", build(`data: ${ndarray(0, "uint32", [1 << 22])}`, [{ content }]));
  const opened = await open(`${server.home}/slow/longer.asdf`, { http: { retries: 1 } });
  const array = arrayAt(opened, "data");
  const rows: Rows[] = [];
  const died = await failure(() =>
    array.read([], {
      onRows: (some) => {
        rows.push(some);
        void server.end();
      },
    }),
  );
  expect(died.code).toBe("network");
  expect(rows.at(-1)?.stop).toBeLessThan(content.length);
  for (const { data, start, stop } of rows) {
    expect(isDeepStrictEqual(data, content.slice(start, stop))).toBe(true);
  }
  await server.begin();
  expect(column(await array.read([slice(-10, null)])).data).toEqual(content.slice(-10));
});

test("an abort ends the transfer too", async () => {
  const opened = await open(`${server.home}/slow/file.asdf`);
  const aborting = new AbortController();
  const { signal } = aborting;
  const { log } = await server.during(async () => {
    const { length } = await server.requests();
    afterBytes(100_000, () => aborting.abort());
    expect((await failure(() => arrayAt(opened, "data").read([], { signal }))).code).toBe("aborted");
    await expect.poll(async () => (await server.requests()).length).toBe(length + 1);
  });
  expect(log[0]?.bytes).toBeLessThan(file.length / 2);
});

test("elsewhere, and refused", async () => {
  expect(await isRight(await open(`${server.home}/moved/file.asdf`))).toBe(true);
  const forbidden = await failure(() => open(`${server.home}/forbidden/file.asdf`));
  expect(forbidden).toMatchObject({ code: "network", message: expect.stringContaining("403 Forbidden") });
});
