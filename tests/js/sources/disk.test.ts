/** In Node: files by their path, and streams. */
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { open, openSync } from "asdf-wasm";
import { afterAll, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const content = Uint16Array.from({ length: 100_000 }, (_, i) => i);
const file = build(`data: ${ndarray(0, "uint16", [100_000])}`, [{ content }]);
const folder = mkdtempSync(join(tmpdir(), "asdf disk "));
const path = join(folder, "a #1.asdf");
writeFileSync(path, file);

afterAll(() => rmSync(folder, { recursive: true }));

function isOpen(): boolean {
  const links = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return links.includes(path);
}

const sources = {
  "a path": () => path,
  "a relative path": () => relative(".", path),
  "a file: URL": () => pathToFileURL(path),
  "a file: URL as text": () => pathToFileURL(path).href,
  "a stream of Node": () => createReadStream(path),
  "a stream of the web": () => new Blob([file]).stream(),
  "pieces, one by one": () => Readable.from([file.subarray(0, 7), file.subarray(7)]),
};

test.each(Object.entries(sources))("%s", async (_, source) => {
  const opened = await open(source());
  expect(opened.size).toBe(file.length);
  expect(column(await arrayAt(opened, "data").read([-1])).data).toEqual(Uint16Array.of(99_999 & 0xffff));
  opened.close();
});

test.runIf(process.platform === "linux")(
  "closing closes the file, and so does failing to open it",
  async () => {
    const opened = await open(path);
    expect(isOpen()).toBe(true);
    opened.close();
    await expect.poll(isOpen).toBe(false);
    writeFileSync(join(folder, "text"), "hello");
    expect((await failure(() => open(join(folder, "text")))).code).toBe("not-asdf");
  },
);

test("what is not there, is a folder, or shrinks", async () => {
  expect((await failure(() => open(join(folder, "none")))).code).toBe("not-found");
  expect((await failure(() => open(folder))).code).toBe("not-found");
  const short = join(folder, "short.asdf");
  writeFileSync(short, file);
  const opened = await open(short);
  truncateSync(short, 1000);
  expect((await failure(() => arrayAt(opened, "data").read([-1]))).code).toBe("truncated");
  opened.close();
  const elsewhere = new URL("file://host/x.asdf");
  expect((await failure(() => open(elsewhere))).code).toBe("not-found");
});

test("other files that this one refers to, found by `resolve`", async () => {
  const master = openSync(build(`data: ${ndarray("part.asdf", "uint16", [3])}`), { resolve: () => path });
  expect(column(await arrayAt(master, "data").read()).data).toEqual(Uint16Array.of(0, 1, 2));
  master.close();
});

test("a stream that fails, is no bytes, or says nothing", async () => {
  const cause = new Error("broken");
  const broken = new ReadableStream({ start: (controller) => controller.error(cause) });
  expect(await failure(() => open(broken))).toMatchObject({ code: "network", cause });
  expect((await failure(() => open(Readable.from(["text"])))).message).toContain("bytes");
  const silent = new ReadableStream({ start: () => {} });
  expect((await failure(() => open(silent, { signal: AbortSignal.timeout(20) }))).code).toBe("aborted");
  const another = new ReadableStream({ start: () => {} });
  expect((await failure(() => open(another, { signal: AbortSignal.abort() }))).code).toBe("aborted");
});
