/** Files in an object store: presigned links, and what it says in XML when it refuses. */
import { open, slice } from "asdf-wasm";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { test } from "../e2e/support/viewer.ts";
import { build, ndarray } from "../support/build.ts";
import { fixture } from "../support/files.ts";
import { arrayAt, column, failure } from "../support/values.ts";
import { ObjectStore } from "./store.ts";

const content = Uint32Array.from({ length: 1 << 18 }, (_, i) => i);
const tree = `data: ${ndarray(0, "uint32", [1 << 18])}`;
let store: ObjectStore;

beforeAll(async () => {
  store = await ObjectStore.start();
  await store.put("file.asdf", build(tree, [{ content }]));
  await store.put("roman.asdf", new Uint8Array(await fixture("roman/roman_l2_192.asdf")));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => store.remove());

test.for(["presigned", "presignedBefore"] as const)(
  "a %s link is read by range, with GET alone",
  async (signed) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const url = store[signed]("file.asdf");
    const opened = await open(url);
    const { data } = column(await arrayAt(opened, "data").read([slice(200_000, 200_003)]));
    expect(data).toEqual(Uint32Array.of(200_000, 200_001, 200_002));
    expect(fetched.mock.calls.map(([target, init]) => [String(target), init?.method ?? "GET"])).toEqual([
      [url, "GET"],
      [url, "GET"],
    ]);
    expect(fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("range"))).toEqual([
      "bytes=0-65535",
      expect.stringMatching(/^bytes=\d+-\d+$/),
    ]);
  },
);

test("a link that has expired, is signed by another, or leads to nothing: the store's own words", async () => {
  const expired = await failure(() => open(store.presigned("file.asdf", 10, new Date(Date.now() - 60_000))));
  expect(expired.code).toBe("network");
  expect(expired.message).toContain("403 Forbidden (AccessDenied: Request has expired)");
  expect(expired.message).toContain("the link to it has expired");
  const forged = await failure(() => open(store.presignedBefore("file.asdf", "another secret")));
  expect(forged.message).toContain("403 Forbidden (SignatureDoesNotMatch: ");
  const missing = await failure(() => open(store.presigned("none.asdf")));
  expect(missing.message).toContain("404 Not Found (NoSuchKey: The specified key does not exist.)");
});

test("a link that expires while the file is open is an error of the read, and what is here stays", async () => {
  const opened = await open(store.presigned("file.asdf", 60));
  const array = arrayAt(opened, "data");
  const first = await array.read([slice(100_000, 100_010)]);
  // The store looks at this process's clock.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const late = await failure(() => array.read());
  expect(late).toMatchObject({ code: "network", message: expect.stringContaining("Request has expired") });
  expect(await array.read([slice(100_000, 100_010)])).toEqual(first);
});

test("an object that is replaced while it is open", async () => {
  await store.put("changing.asdf", build(tree, [{ content }]));
  const opened = await open(store.presigned("changing.asdf"));
  await store.put("changing.asdf", build(tree, [{ content: content.map((i) => i + 1) }]));
  expect((await failure(() => arrayAt(opened, "data").read())).code).toBe("source-changed");
  const again = await open(store.presigned("changing.asdf"));
  expect(column(await arrayAt(again, "data").read([0])).data).toEqual(Uint32Array.of(1));
});

test("a presigned link in the page's address is shown", async ({ open }) => {
  const viewer = await open({ query: `?url=${encodeURIComponent(store.presigned("roman.asdf"))}` });
  await viewer.drawn();
  await expect.poll(() => viewer.page.title()).toContain("roman.asdf");
});

test("one that has expired is refused in the store's words", async ({ open }) => {
  const expired = store.presigned("roman.asdf", 10, new Date(Date.now() - 60_000));
  const viewer = await open({ query: `?url=${encodeURIComponent(expired)}` });
  await viewer.notices.getByText("AccessDenied: Request has expired").waitFor();
  // The browser logs what the server answered.
  viewer.complaints.length = 0;
});
