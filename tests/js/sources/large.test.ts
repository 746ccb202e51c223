/** Results of several megabytes, which Node's threads prepare or fill: each is what the file has, however it is read. */
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "asdf-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

/** 36 MB: several parts, the last of which is not whole. */
const [ROWS, COLUMNS] = [3001, 3000];
const content = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => i % 8191);
const swapped = new Uint8Array(content.slice().buffer);
Buffer.from(swapped.buffer).swap32();
const tree = [
  `plain: ${ndarray(0, "float32", [ROWS, COLUMNS])}`,
  `packed: ${ndarray(1, "float32", [ROWS, COLUMNS])}`,
  `swapped: ${ndarray(2, "float32", [ROWS, COLUMNS]).replace("little", "big")}`,
].join("\n");
const blocks = [{ content }, { content, compression: "zlib" as const }, { content: swapped }];
/** The elements of the array `plain` begin at each offset, modulo 4, in one of these files. */
const files = [0, 1, 2, 3].map((filler) => build(`filler: "${"x".repeat(filler)}"\n${tree}`, blocks));
const [file = new Uint8Array()] = files;

let folder = "";
let path = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "large-"));
  path = join(folder, "large.asdf");
  await writeFile(path, file);
});

afterAll(() => rm(folder, { recursive: true }));

/** Compared as bytes: that of so many numbers, one by one, takes longer than all else. */
function isContent({ buffer, byteOffset, byteLength }: ArrayBufferView): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).equals(Buffer.from(content.buffer));
}

async function read(source: Uint8Array | Blob | string, name: string): Promise<Float32Array> {
  const opened = await open(source);
  const { data } = column(await arrayAt(opened, name).read());
  opened.close();
  return data as Float32Array;
}

describe.each(["plain", "packed", "swapped"])("%s", (name) => {
  test("from memory, wherever the elements begin", async () => {
    for (const each of files) {
      expect(isContent(await read(each, name))).toBe(true);
    }
  });

  test("from a path and a Blob", async () => {
    expect(isContent(await read(path, name))).toBe(true);
    expect(isContent(await read(new Blob([file]), name))).toBe(true);
  });

  test("rows from a path, in order", async () => {
    const opened = await open(path);
    const rows: [number, number][] = [];
    const { data } = column(
      await arrayAt(opened, name).read([], { onRows: ({ start, stop }) => rows.push([start, stop]) }),
    );
    opened.close();
    expect(isContent(data as Float32Array)).toBe(true);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows[0]?.[0]).toBe(0);
    expect(rows.at(-1)?.[1]).toBe(ROWS);
    expect(rows.every(([start], i) => i === 0 || start === rows[i - 1]?.[1])).toBe(true);
  });

  test("an abort, and closing, while it is read", async () => {
    const opened = await open(path);
    const array = arrayAt(opened, name);
    const stop = new AbortController();
    const aborted = failure(() => array.read([], { signal: stop.signal }));
    stop.abort();
    expect((await aborted).code).toBe("aborted");
    const closed = failure(() => array.read());
    opened.close();
    expect((await closed).code).toBe("closed");
  });
});

test("a file that becomes shorter while it is open", async () => {
  const short = join(folder, "short.asdf");
  await writeFile(short, file);
  const opened = await open(short);
  await truncate(short, 20_000_000);
  expect((await failure(() => arrayAt(opened, "plain").read())).code).toBe("truncated");
  const into = new Float32Array(ROWS * COLUMNS);
  expect((await failure(() => arrayAt(opened, "plain").read([], { into }))).code).toBe("truncated");
  opened.close();
});
