/** Reading URLs by range: how little is asked for, what is tried again, and what is not believed. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AsdfError, type AsdfFile, type OpenOptions, open, slice } from "asdf-wasm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const ROW = 100_000;
const content = Uint8Array.from({ length: 20 * ROW }, (_, i) => (i / ROW) | 0);
const file = build(`data: ${ndarray(0, "uint8", [20, ROW])}`, [{ content }]);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The ranges that were asked for, and what is answered out of the ordinary: each answer once. */
const asked: string[] = [];
const oddities: Answer[] = [];
let headers: Record<string, string> = {};
let served = file;
let busy = { now: 0, most: 0 };
/** How long an answer takes, in milliseconds. */
let delay = 0;
/** However slow the machine is. */
const WAIT = { timeout: 60_000, interval: 5 };

const ranged: Answer = ({ headers: { range } }, response) => {
  if (range === undefined) {
    response.end(served);
    return;
  }
  const [start = 0, last = served.length - 1] = (range.match(/\d+/g) ?? []).map(Number);
  if (start >= served.length) {
    response.writeHead(416, { "content-range": `bytes */${served.length}` }).end();
    return;
  }
  const end = Math.min(last, served.length - 1);
  const body = served.subarray(start, end + 1);
  const contentRange = `bytes ${start}-${end}/${served.length}`;
  response.writeHead(206, { "content-length": body.length, "content-range": contentRange, ...headers });
  response.end(body);
};

const server = createServer((request, response) => {
  asked.push(request.headers.range ?? request.method ?? "");
  busy.now += 1;
  busy.most = Math.max(busy.most, busy.now);
  response.on("close", () => {
    busy.now -= 1;
  });
  const answer = oddities.shift() ?? ranged;
  setTimeout(() => answer(request, response), delay);
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}/a.asdf`;
});

beforeEach(() => {
  asked.length = 0;
  oddities.length = 0;
  headers = {};
  served = file;
  busy = { now: 0, most: 0 };
  delay = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens the file and forgets what that took. */
async function opened(options: OpenOptions = {}): Promise<AsdfFile> {
  const result = await open(url, { checksums: "ignore", ...options });
  asked.length = 0;
  return result;
}

async function row(from: AsdfFile, index: number, signal?: AbortSignal) {
  const { data } = column(await arrayAt(from, "data").read([index, slice(50_000, 50_100)], { signal }));
  expect(data).toEqual(new Uint8Array(100).fill(index));
}

const refuse = (status: number, more: Record<string, string> = {}): Answer => {
  return (_, response) => response.writeHead(status, more).end();
};

test("what is fetched: the first 64 KiB, then what is needed", async () => {
  const remote = await open(url, { checksums: "ignore" });
  await row(remote, 3);
  expect(asked).toEqual([
    "bytes=0-65535",
    `bytes=${file.length - 17 * ROW + 50_000}-${file.length - 17 * ROW + 50_099}`,
  ]);
});

test("keeping little does not make opening ask twice", async () => {
  await open(url, { http: { cache: 0 }, checksums: "ignore" });
  expect(asked).toEqual(["bytes=0-65535"]);
});

test.each([0, 300, 65_535, 65_536, 65_537])("a file of %i bytes", async (length) => {
  served = build(`a: ${"x".repeat(Math.max(0, length - 99))}`).subarray(0, length);
  const error = await open(url).then(
    () => "opened",
    ({ code }) => code,
  );
  expect(error).toBe(length === 0 ? "not-asdf" : "opened");
});

test("a server that does not say how long the file is, is asked for the rest and not heard out", async () => {
  headers = { "content-range": "bytes 0-65535/*" };
  const remote = await open(url, { checksums: "ignore" });
  expect(asked).toEqual(["bytes=0-65535", "bytes=65536-"]);
  expect(remote.size).toBe(file.length);
  headers = {};
  await row(remote, 19);
});

test("what is busy is asked again, when it says", async () => {
  const remote = await opened();
  const start = performance.now();
  oddities.push(
    refuse(503, { "retry-after": "1" }),
    refuse(429, { "retry-after": new Date().toUTCString() }),
  );
  await row(remote, 1);
  expect(asked).toHaveLength(3);
  expect(performance.now() - start).toBeGreaterThan(990);
});

test("broken connections and short answers are taken up where they ended", async () => {
  const remote = await opened();
  const cut: Answer = (_, response) => {
    response.writeHead(206, { "content-length": 100 });
    response.write(new Uint8Array(60).fill(1), () => response.destroy());
  };
  oddities.push(cut, (_, response) => response.writeHead(206).end(new Uint8Array(10).fill(1)));
  await row(remote, 1);
  const starts = asked.map((range) => Number(/\d+/.exec(range)?.[0]));
  expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, 60, 70]);
});

test("what fails for good, or too often, is an error", async () => {
  const remote = await opened({ http: { retries: 2 } });
  oddities.push(...Array.from({ length: 3 }, () => refuse(500)));
  expect(await failure(() => row(remote, 1))).toMatchObject({
    code: "network",
    message: expect.stringContaining("500"),
  });
  expect(asked).toHaveLength(3);
  oddities.push(refuse(404));
  expect((await failure(() => row(remote, 1))).message).toContain("404");
  expect(asked).toHaveLength(4);
  await row(remote, 1);
});

test("an abort ends the waiting for another attempt", async () => {
  const remote = await opened();
  oddities.push(refuse(503, { "retry-after": "20" }));
  const error = await failure(() => row(remote, 1, AbortSignal.timeout(100)));
  expect(error).toMatchObject({ code: "aborted", cause: { name: "TimeoutError" } });
  expect(asked).toHaveLength(1);
});

test("a server that falls silent is asked again, for what is missing", async () => {
  const remote = await opened({ http: { timeout: 500 } });
  const beginning: Answer = ({ headers: { range } }, response) => {
    const [start = 0, last = 0] = (range?.match(/\d+/g) ?? []).map(Number);
    response.writeHead(206, { "content-range": `bytes ${start}-${last}/${file.length}` });
    response.write(file.subarray(start, start + 60));
  };
  oddities.push(() => {}, beginning);
  await row(remote, 1);
  const starts = asked.map((range) => Number(/\d+/.exec(range)?.[0]));
  expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, 0, 60]);
  // The silent requests are broken off.
  await vi.waitFor(() => expect(busy.now).toBe(0), WAIT);
});

describe("how long a server may be silent", () => {
  let sending: ReadableStreamDefaultController<Uint8Array>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        sending = controller;
      },
    });
    const headers = { "content-range": `bytes 0-${small.length - 1}/${small.length}` };
    const answer = new Response(body, { status: 206, headers });
    vi.spyOn(globalThis, "fetch")
      .mockResolvedValueOnce(answer)
      .mockReturnValue(new Promise(() => {}));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const address = "http://x.example/a.asdf";
  const small = build("a: 1");
  const message = `nothing arrived for 60 s from ${address}: try again, or allow a longer silence (\`http.timeout\`)`;

  test("a slow one is waited for as long as it sends", async () => {
    const opening = open(address);
    for (const byte of small) {
      await vi.advanceTimersByTimeAsync(59_000);
      sending.enqueue(Uint8Array.of(byte));
    }
    sending.close();
    expect((await opening).get("a")).toBe(1);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("a silent one for a minute", async () => {
    let error: AsdfError | undefined;
    void failure(() => open(address, { http: { retries: 1 } })).then((thrown) => {
      error = thrown;
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(4000);
    expect(error).toMatchObject({ code: "network", message });
    expect(vi.mocked(fetch).mock.lastCall?.[1]?.signal?.aborted).toBe(true);
  });

  test("as long as the signal allows, if the caller sets no limit", async () => {
    const stopping = new AbortController();
    const error = failure(() => open(address, { signal: stopping.signal, http: { timeout: 0 } }));
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    stopping.abort();
    expect((await error).code).toBe("aborted");
  });
});

test("two who want the same share one request, and one who leaves does not take it along", async () => {
  const remote = await opened();
  const held: (() => void)[] = [];
  oddities.push((request, response) => held.push(() => ranged(request, response)));
  const leaver = new AbortController();
  const leaving = failure(() => row(remote, 5, leaver.signal));
  const staying = Promise.all([row(remote, 5), row(remote, 5)]);
  await vi.waitFor(() => expect(held).toHaveLength(1), WAIT);
  leaver.abort();
  expect((await leaving).code).toBe("aborted");
  held[0]?.();
  await staying;
  expect(asked).toHaveLength(1);
});

test("a request that nobody waits for any more is broken off", async () => {
  const remote = await opened();
  delay = 30_000;
  expect((await failure(() => row(remote, 5, AbortSignal.timeout(50)))).code).toBe("aborted");
  await vi.waitFor(() => expect(busy.now).toBe(0), WAIT);
  const closed = failure(() => row(remote, 6));
  await vi.waitFor(() => expect(busy.now).toBe(1), WAIT);
  remote.close();
  expect((await closed).code).toBe("closed");
  await vi.waitFor(() => expect(busy.now).toBe(0), WAIT);
});

test("what was fetched is kept, the last used of it", async () => {
  const requests = async (remote: AsdfFile, ...rows: number[]) => {
    asked.length = 0;
    for (const index of rows) {
      await arrayAt(remote, "data").read([index]);
    }
    return asked.length;
  };
  // A part that takes more than a quarter of the room is not kept.
  expect(await requests(await opened({ http: { cache: 3 * ROW } }), 1, 1)).toBe(2);
  const remote = await opened({ http: { cache: 4 * ROW } });
  expect(await requests(remote, 1, 2, 3, 4, 1, 2, 3, 4)).toBe(4);
  expect(await requests(remote, 1, 5, 1, 3, 4, 5)).toBe(1);
  expect(await requests(remote, 2)).toBe(1);
  remote.limitCache(0);
  // A part that was kept, but no more than two, and none is added that takes more than a quarter.
  expect(await requests(remote, 2, 4, 4)).toBe(2);
});

test("ranges near each other are one request, long ones several, four at a time", async () => {
  const rows = [slice(2, 12, 2), slice(0, 100)];
  const apart = await opened();
  await arrayAt(apart, "data").read(rows);
  expect(asked).toHaveLength(5);
  const joined = await opened({ http: { gap: 2 * ROW } });
  await arrayAt(joined, "data").read(rows);
  expect(asked).toHaveLength(1);
  const split = await opened({ http: { most: ROW } });
  delay = 20;
  busy.most = 0;
  const [first, second] = await Promise.all([
    arrayAt(split, "data").read(),
    arrayAt(split, "data").read([19]),
  ]);
  expect(Buffer.from(column(first).data as Uint8Array).equals(Buffer.from(content))).toBe(true);
  expect(column(second).shape).toEqual([ROW]);
  expect(busy.most).toBe(4);
});

const saturday = { "last-modified": "Sat, 21 Nov 2026 00:00:00 GMT" };
const sunday = { "last-modified": "Sun, 22 Nov 2026 00:00:00 GMT" };

test.each([
  ["another ETag", { etag: '"a"' }, { etag: '"b"' }, file],
  ["another date", saturday, sunday, file],
  ["a larger size", {}, {}, build("a: 1", [{ content }, { content }])],
  ["a smaller size", {}, {}, file.subarray(0, 70_000)],
] as const)("a version with %s is another file", async (_, before, after, bytes) => {
  headers = before;
  const remote = await opened();
  [headers, served] = [after, bytes];
  expect((await failure(() => row(remote, 9))).code).toBe("source-changed");
});

const partly = (length: number, more: Record<string, string> = {}): Answer => {
  return (_, response) => response.writeHead(206, more).end(new Uint8Array(length));
};

test.each([
  ["the whole file", refuse(200)],
  ["another range", partly(100, { "content-range": `bytes 0-99/${file.length}` })],
  ["more than was asked for", partly(200)],
  ["compressed bytes", partly(100, { "content-encoding": "zstd" })],
] as const)("an answer of %s is not believed", async (_, answer) => {
  const remote = await opened();
  oddities.push(answer);
  expect((await failure(() => row(remote, 9))).code).toBe("range-not-supported");
  await row(remote, 9);
});

test("an object store's words, and its signed links", async () => {
  const xml = "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>";
  oddities.push((_, response) => response.writeHead(403, { "content-type": "application/xml" }).end(xml));
  const { message } = await failure(() => open(`${url}?X-Amz-Signature=0%2F1`));
  expect(message).toContain("403 Forbidden (AccessDenied: Request has expired)");
  let seen: string | undefined = "";
  oddities.push((request, response) => {
    seen = request.url;
    ranged(request, response);
  });
  await open(`${url}?X-Amz-Signature=0%2F1`);
  expect(seen).toBe("/a.asdf?X-Amz-Signature=0%2F1");
});

test.each([
  ["s3://bucket/a/key one#2.asdf", "https://bucket.s3.amazonaws.com/a/key%20one%232.asdf"],
  ["gs://my.bucket/a key.asdf", "https://storage.googleapis.com/my.bucket/a%20key.asdf"],
  ["s3://my.bucket/key.asdf", "https://s3.amazonaws.com/my.bucket/key.asdf"],
  [new URL("s3://bucket/key%20one.asdf"), "https://bucket.s3.amazonaws.com/key%20one.asdf"],
])("%s is at %s", async (source, address) => {
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 404 }));
  await failure(() => open(source));
  expect(String(fetched.mock.lastCall?.[0])).toBe(address);
  fetched.mockRestore();
});
