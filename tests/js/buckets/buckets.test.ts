/** Buckets: signatures like botocore's, lists in pages, files by range, and what helps after a refusal. */
import { type AsdfError, open } from "asdf-wasm";
import { Bucket, type Credentials } from "asdf-wasm/buckets";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Store, type StoreOptions, startStore } from "../../support/bucketServer.ts";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, failure } from "../../support/values.ts";
import vectors from "./signatures.vectors.json";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY";

test.each(vectors)(
  "the signature of $url is botocore's",
  async ({ key, query, token, authorization, date }) => {
    vi.useFakeTimers({ now: Date.parse("2026-11-27T09:30:15Z"), toFake: ["Date"] });
    const sent: Request[] = [];
    vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
      sent.push(new Request(url, { headers: init.headers ?? {} }));
      return new Response("", { status: 404 });
    });
    try {
      const credentials = {
        accessKeyId: "AKIDEXAMPLE",
        secretAccessKey: SECRET,
        ...(token && { sessionToken: token }),
      };
      const bucket = new Bucket("bucket", { region: "eu-west-1", credentials });
      const words = new URLSearchParams(query);
      const first = bucket.list({
        prefix: words.get("prefix") ?? "",
        delimiter: words.get("delimiter") ?? undefined,
      });
      if (key !== undefined || words.has("prefix")) {
        await (key === undefined ? first.next() : bucket.open(key)).catch(() => {});
        expect(sent[0]?.headers.get("x-amz-date")).toBe(date);
        expect(sent[0]?.headers.get("authorization")).toBe(authorization);
      }
    } finally {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    }
  },
);

const ROWS = 4000;
const image = build(`data: ${ndarray(0, "uint8", [ROWS, 1000])}`, [
  { content: Uint8Array.from({ length: ROWS * 1000 }, (_, i) => i / 1000) },
]);
const NAMES = ["a+b (1).asdf", "image.asdf", "night 1/one.asdf", "night 1/two.asdf", "ü/日本.asdf"];
const keys = new Map([
  ["AKID", { secret: SECRET }],
  ["ASIA", { secret: SECRET, token: "session/1+==" }],
]);
const mine: Credentials = { accessKeyId: "AKID", secretAccessKey: SECRET };

async function collected<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) {
    all.push(page);
  }
  return all;
}

let store: Store;
const started = async (options: Partial<StoreOptions> = {}) => {
  const file = (name: string) =>
    NAMES.includes(name)
      ? {
          size: image.length,
          bytes: (offset: number, length: number) => image.subarray(offset, offset + length),
        }
      : undefined;
  store = await startStore({ bucket: "sky", keys, names: NAMES, file, ...options });
  return store;
};
beforeEach(async () => {
  await started();
});
afterEach(() => store.stop());

const bucketOf = (credentials: ConstructorParameters<typeof Bucket>[1] = {}) =>
  new Bucket("sky", { endpoint: store.endpoint, credentials: mine, ...credentials });

describe("files", () => {
  test.each(NAMES)("%s is opened with a signed request, and read by range", async (name) => {
    const file = await bucketOf().open(name);
    const { data } = await arrayAt(file, "data").read([7, null]);
    expect([...(data as Uint8Array)]).toEqual(new Array(1000).fill(7));
    expect(store.asked.length).toBeLessThanOrEqual(3);
  });

  test("a source of a file is what open() takes", async () => {
    const source = await bucketOf().source("image.asdf");
    expect(source.size).toBe(image.length);
    expect(arrayAt(await open(source), "data").shape).toEqual([ROWS, 1000]);
  });

  test("a file of 10 GB is opened in at most three requests and 256 kB", async () => {
    await store.stop();
    const size = 10 ** 10;
    const text = `#ASDF 1.0.0\n%YAML 1.1\n--- !<tag:stsci.edu:asdf/core/asdf-1.1.0>\ndata: !<tag:stsci.edu:asdf/core/ndarray-1.1.0> {source: 0, datatype: uint8, shape: [${size}]}\n...\n`;
    const header = new DataView(new ArrayBuffer(54));
    header.setUint32(0, 0xd3424c4b);
    header.setUint16(4, 48);
    for (const at of [14, 22, 30]) {
      header.setBigUint64(at, BigInt(size));
    }
    const front = Buffer.concat([Buffer.from(text), new Uint8Array(header.buffer)]);
    let given = 0;
    const bytes = (offset: number, length: number) => {
      given += length;
      const part = new Uint8Array(length);
      part.set(front.subarray(Math.min(offset, front.length), Math.min(offset + length, front.length)));
      return part;
    };
    await started({ names: ["huge.asdf"], file: () => ({ size: front.length + size, bytes }) });
    const file = await bucketOf().open("huge.asdf");
    expect(arrayAt(file, "data").shape).toEqual([size]);
    expect(store.asked.length).toBeLessThanOrEqual(3);
    expect(given).toBeLessThanOrEqual(256 * 1024);
  });

  test("keys are renewed in the middle of a read; what was read stays", async () => {
    const given: Credentials[] = [
      mine,
      { accessKeyId: "ASIA", secretAccessKey: SECRET, sessionToken: "session/1+==" },
    ];
    const credentials = vi.fn(() => given.shift() ?? mine);
    const file = await bucketOf({ credentials }).open("image.asdf");
    store.refusals.push({ code: "ExpiredToken", status: 400 });
    const { data } = await arrayAt(file, "data").read([ROWS - 1, null]);
    expect((data as Uint8Array)[0]).toBe((ROWS - 1) % 256);
    expect(credentials).toHaveBeenCalledTimes(2);
  });

  test("keys that have expired, and are not renewed, are said so", async () => {
    const file = await bucketOf().open("image.asdf");
    store.refusals.push({ code: "ExpiredToken", status: 400 });
    const message = (await failure(() => arrayAt(file, "data").read([ROWS - 1, null]))).message;
    expect(message).toContain("the keys have expired, and new ones are needed");
    const { data } = await arrayAt(file, "data").read([ROWS - 1, null]);
    expect((data as Uint8Array)[0]).toBe((ROWS - 1) % 256);
  });

  test("a file that is replaced in the bucket is not mixed with what was read", async () => {
    const file = await bucketOf().open("image.asdf");
    store.version = 2;
    const error = await failure(() => arrayAt(file, "data").read([ROWS - 1, null]));
    expect(error.code).toBe("source-changed");
    expect((await arrayAt(await bucketOf().open("image.asdf"), "data").read([0, null])).data).toHaveLength(
      1000,
    );
  });

  test("a clock that is wrong, without a server that says the time, is a sentence", async () => {
    const file = await bucketOf().open("image.asdf");
    vi.stubGlobal("fetch", async () => {
      const body = "<Error><Code>RequestTimeTooSkewed</Code><Message>refused</Message></Error>";
      return new Response(body, { status: 403 });
    });
    const reading = await failure(() => arrayAt(file, "data").read([ROWS - 1, null]));
    const listing = await failure(() => bucketOf().list().next());
    vi.unstubAllGlobals();
    for (const { message } of [reading, listing]) {
      expect(message).toMatch(/clock/);
    }
  });

  test("a bucket in another region is found, and a clock that is wrong corrected", async () => {
    await store.stop();
    await started({ region: "eu-central-1" });
    store.ahead = 3 * 3600_000;
    await bucketOf().open("image.asdf");
    expect(store.asked.length).toBeLessThanOrEqual(4);
    const before = store.asked.length;
    await bucketOf().list().next();
    expect(store.asked.length - before).toBe(3);
  });

  test("no key of mine is sent elsewhere by a redirection", async () => {
    const { origin } = new URL(store.endpoint);
    vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
      const isFirst = new URL(url).origin === origin;
      const headers = new Headers(init.headers);
      expect(headers.has("authorization")).toBe(isFirst);
      const to = { location: "http://elsewhere.example/x" };
      return isFirst ? new Response(null, { status: 302, headers: to }) : new Response("", { status: 404 });
    });
    try {
      expect((await failure(() => bucketOf().open("image.asdf"))).code).toBe("not-found");
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test("a region that an answer names leads to no other server", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    asked.push(new URL(url).host);
    return new Response("<Error><Code>x</Code><Region>elsewhere.example/</Region></Error>", { status: 400 });
  });
  try {
    await failure(() => new Bucket("sky", { credentials: mine }).open("image.asdf"));
  } finally {
    vi.unstubAllGlobals();
  }
  expect(asked).toEqual(["sky.s3.us-east-1.amazonaws.com"]);
});

describe("refusals have a sentence, without the secret", () => {
  test.each([
    [
      "a wrong secret",
      { accessKeyId: "AKID", secretAccessKey: "wrong" },
      "the secret key does not belong to the access key",
    ],
    ["an unknown key", { accessKeyId: "NONE", secretAccessKey: SECRET }, "does not know this access key"],
    [
      "a wrong token",
      { accessKeyId: "ASIA", secretAccessKey: SECRET, sessionToken: "old" },
      "session token is wrong, or has expired",
    ],
    ["no keys", undefined, "may not be read by everybody"],
  ] as const)("%s", async (_, credentials, words) => {
    const error = await failure(() => bucketOf({ credentials }).open("image.asdf"));
    expect(error.message).toContain(words);
    expect(JSON.stringify([error.message, (error as AsdfError).stack])).not.toContain(SECRET);
  });

  test("a list, a bucket and a file that are not there", async () => {
    const next = (bucket: Bucket) => failure(() => bucket.list().next());
    expect((await next(bucketOf({ credentials: undefined }))).message).toContain(
      "does not let everybody list this bucket",
    );
    store.refusals.push({ code: "NoSuchBucket", status: 404 });
    expect(await next(bucketOf())).toMatchObject({
      code: "not-found",
      message: expect.stringContaining("no bucket of this name"),
    });
    expect((await failure(() => bucketOf().open("none.asdf"))).code).toBe("not-found");
    expect(() => new Bucket("s3:///key")).toThrow("no name of a bucket");
    expect(() => new Bucket("sky", { endpoint: "ftp://x" })).toThrow("the address of a server");
    expect(() => new Bucket("sky", { endpoint: "https://a:b@x.org" })).toThrow("no name and password");
  });
});

describe("lists", () => {
  test("files and folders under a prefix", async () => {
    const pages = await collected(bucketOf().list({ delimiter: "/" }));
    expect(pages.flatMap(({ folders }) => folders)).toEqual(["night 1/", "ü/"]);
    expect(pages.flatMap(({ files }) => files.map(({ key }) => key))).toEqual(["a+b (1).asdf", "image.asdf"]);
    expect(pages[0]?.files[0]).toMatchObject({
      size: image.length,
      modified: new Date("2026-11-27T09:30:15Z"),
    });
    const [inside] = await collected(bucketOf().list({ prefix: "night 1/", delimiter: "/" }));
    expect(inside?.files.map(({ key }) => key)).toEqual(["night 1/one.asdf", "night 1/two.asdf"]);
    expect(await Bucket.all({ endpoint: store.endpoint, credentials: mine })).toEqual(["sky"]);
  });

  test("100,000 keys come in pages, as far as one asks", async () => {
    await store.stop();
    const names = Array.from({ length: 100_000 }, (_, i) => `r${String(i).padStart(7, "0")}.asdf`);
    await started({ names, file: () => ({ size: 1, bytes: () => new Uint8Array(1) }) });
    let [count, pages] = [0, 0];
    for await (const { files } of bucketOf().list()) {
      count += files.length;
      pages += 1;
      if (pages === 3) {
        break;
      }
    }
    expect([count, store.asked.length]).toEqual([3000, 3]);
    const all = await collected(bucketOf().list());
    expect(all.reduce((sum, { files }) => sum + files.length, 0)).toBe(100_000);
  });

  test("a list that never ends, and one that is stopped", async () => {
    await store.stop();
    await started({ names: [], keys: new Map() });
    const page =
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>";
    vi.stubGlobal("fetch", async () => new Response(page));
    try {
      expect((await failure(() => collected(bucketOf().list()))).message).toContain(
        "the same page of the list again",
      );
    } finally {
      vi.unstubAllGlobals();
    }
    const signal = AbortSignal.abort();
    expect((await failure(() => bucketOf().list({ signal }).next())).code).toBe("aborted");
  });

  test("a server that is busy is asked again", async () => {
    store.refusals.push({ code: "SlowDown", status: 503 }, { code: "SlowDown", status: 503 });
    const [page] = await collected(bucketOf().list());
    expect(page?.files.length).toBe(NAMES.length);
  });
});
