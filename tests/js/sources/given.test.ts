/** Sources that lead to others: requests, responses, handles, lists of files. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type FileItems, NdArray, open, openBytes, type Progress, type Reference } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, failure } from "../../support/values.ts";

const content = new Uint8Array(300_000).map((_, i) => i);
const bytes = build(`data: ${ndarray(0, "uint8", [content.length])}\nother: {$ref: "other.asdf#/a"}`, [
  { content },
]);
const asked: { url: string; range: string | undefined; key: string | undefined }[] = [];
const server = createServer(({ url = "", headers }, answer) => {
  const { range } = headers;
  asked.push({ url, range, key: headers["x-key"] as string | undefined });
  if (url === "/missing.asdf") {
    answer.writeHead(404).end("no such file");
    return;
  }
  const file = url === "/other.asdf" ? build("a: 7") : bytes;
  const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(range ?? "") ?? []).map(Number);
  if (range === undefined) {
    answer.writeHead(200, { "content-length": file.length }).end(file);
    return;
  }
  const part = file.subarray(from, to + 1);
  const contentRange = `bytes ${from}-${from + part.length - 1}/${file.length}`;
  answer.writeHead(206, { "content-range": contentRange, "content-length": part.length }).end(part);
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

test("a Request is read by range, with its headers, which no other file gets", async () => {
  asked.length = 0;
  using file = await open(new Request(`${base}/a.asdf`, { headers: { "x-key": "mine" } }));
  expect((await arrayAt(file, "data").read([5])).data).toEqual(Uint8Array.of(5));
  expect(await (file.get("other") as Reference).resolve()).toBe(7);
  expect(asked.every(({ range }) => range !== undefined)).toBe(true);
  expect(asked.map(({ key, url }) => key === (url === "/other.asdf" ? undefined : "mine"))).not.toContain(
    false,
  );
  expect(asked.map(({ url }) => url)).toContain("/other.asdf");
  const posted = await failure(() => open(new Request(`${base}/a.asdf`, { method: "POST" })));
  expect([posted.code, posted.message]).toEqual([
    "network",
    "a file is fetched with GET, and the request is a POST",
  ]);
  const stopped = new Request(`${base}/a.asdf`, { signal: AbortSignal.abort() });
  expect((await failure(() => open(stopped))).code).toBe("aborted");
});

test("`openBytes()` takes what `open()` takes", async () => {
  asked.length = 0;
  const picked = new File([bytes], "picked.asdf");
  const request = new Request(`${base}/a.asdf`, { headers: { "x-key": "mine" } });
  const list: FileItems = { length: 1, item: () => picked };
  for (const source of [request, { getFile: async () => picked }, list]) {
    const opened = await openBytes(source);
    expect(opened.size).toBe(bytes.length);
    expect(await opened.read(0, 5, undefined)).toEqual(new TextEncoder().encode("#ASDF"));
    opened.close?.();
  }
  expect(asked.map(({ key }) => key)).toContain("mine");
});

test("a Response is read to its end, with the total of the progress", async () => {
  const progress: Progress[] = [];
  using file = await open(await fetch(`${base}/a.asdf`), { onProgress: (now) => progress.push(now) });
  expect(file.array("data")).toBeInstanceOf(NdArray);
  expect(progress[0]).toMatchObject({ phase: "download", total: bytes.length });
  // Other files are relative to its URL.
  expect(await (file.get("other") as Reference).resolve()).toBe(7);
  using made = await open(new Response(bytes));
  expect(made.size).toBe(bytes.length);
});

test("a Response without the whole file is refused", async () => {
  const missing = await failure(async () => open(await fetch(`${base}/missing.asdf`)));
  expect(missing.message).toContain("404");
  const refused = async (response: Response) => {
    const { code, message } = await failure(() => open(response));
    return `${code}: ${message}`;
  };
  expect(await refused(new Response("", { status: 500 }))).toContain(
    "network: the response has the status 500",
  );
  expect(await refused(new Response(bytes, { status: 206 }))).toContain(
    "range-not-supported: the response is a part",
  );
  const used = new Response(bytes);
  await used.arrayBuffer();
  expect(await refused(used)).toContain("not-found: the body of the response was read before");
  const short = new Response(bytes, { headers: { "content-length": String(bytes.length + 1) } });
  expect(await refused(short)).toContain("network: the connection ended after");
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("cable")),
  });
  expect(await refused(new Response(broken))).toContain(
    "network: the connection to the response broke: cable",
  );
});

test("the handle of a file, and a list of one file", async () => {
  const picked = new File([bytes], "picked.asdf");
  using file = await open({ getFile: async () => picked });
  expect(file.size).toBe(bytes.length);
  const listOf = (...files: File[]): FileItems => ({
    length: files.length,
    item: (index) => files[index] ?? null,
  });
  using listed = await open(listOf(picked));
  expect((await listed.explode())[0]?.name).toBe("picked.asdf");
  const none = await failure(() => open(listOf()));
  expect([none.code, none.message]).toEqual(["not-found", expect.stringContaining("the list has 0")]);
  expect((await failure(() => open(listOf(picked, picked)))).message).toContain("the list has 2");
  const denied = await failure(() => open({ getFile: () => Promise.reject(new Error("denied")) }));
  expect([denied.code, denied.message]).toEqual(["not-found", "the file cannot be opened: denied"]);
});
