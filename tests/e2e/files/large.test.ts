/** A file that no memory holds: opening it, and reading a little of it, reads only that little. */
import { mkdtemp, open as openFile, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { blockFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const row = 1 << 20;
const rows = 5 * 1024;
const yaml = `
image: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [2, 2]}
large: !core/ndarray-1.1.0 {source: 1, datatype: uint8, byteorder: little, shape: [${rows}, ${row}]}`;
const pkg = join(import.meta.dirname, "../../../pkg");

let folder: string;
let path: string;
let size: number;

/** Five gigabytes of holes, but for the last row's first byte, which is 7. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "asdf-large-"));
  path = join(folder, "large.asdf");
  const head = Buffer.concat([blockFile(yaml, Uint8Array.of(0, 85, 170, 255)), blockHeader(rows * row)]);
  const start = head.length;
  size = start + rows * row;
  const file = await openFile(path, "w");
  await file.write(head);
  await file.write(Uint8Array.of(7), 0, 1, start + (rows - 1) * row);
  await file.truncate(size);
  await file.close();
});

afterAll(() => rm(folder, { recursive: true }));

/** The package in the page as `asdf`, and the file picked by an input of its own. */
async function usePackage(page: Page): Promise<void> {
  await page.route("**/package/**", async (route) => {
    const [, name = ""] = new URL(route.request().url()).pathname.split("/package/");
    const contentType = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    await route.fulfill({ body: await readFile(join(pkg, name)), contentType });
  });
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "large";
    document.body.append(input);
  });
  await page.locator("#large").setInputFiles(path);
  // As text, or vitest would make the import its own.
  await page.evaluate(`import("/package/index.js").then((asdf) => Object.assign(globalThis, { asdf }))`);
}

test("the package reads kilobytes of a File of five gigabytes", async ({ viewer }) => {
  const { page } = viewer;
  await usePackage(page);
  const seen = await page.evaluate(async () => {
    const { open, slice }: typeof import("asdf-wasm") = Reflect.get(globalThis, "asdf");
    const blob = document.querySelector<HTMLInputElement>("#large")?.files?.[0] ?? new Blob();
    let read = 0;
    const sliceOf = Blob.prototype.slice;
    Blob.prototype.slice = function (this: Blob, start = 0, end = this.size, type = "") {
      read += end - start;
      return sliceOf.call(this, start, end, type);
    };
    const file = await open(blob);
    const opened = read;
    const array = new Map(file.arrays()).get("large");
    const part = await array?.read([slice(-1, null), slice(0, 4096)]);
    const [first] = part?.data ?? [];
    file.close();
    return { size: blob.size, opened, selection: read - opened, first };
  });
  expect(seen).toMatchObject({ size, first: 7 });
  expect(seen.opened).toBeLessThan(150_000);
  expect(seen.selection).toBeLessThan(70_000);
});

test("another tree is written over it, of which nothing is read again", async ({ viewer }) => {
  const { page } = viewer;
  await usePackage(page);
  const seen = await page.evaluate(async () => {
    const { open, slice }: typeof import("asdf-wasm") = Reflect.get(globalThis, "asdf");
    const blob = document.querySelector<HTMLInputElement>("#large")?.files?.[0] ?? new Blob();
    let read = 0;
    const bytesOf = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function (this: Blob) {
      read += this.size;
      return bytesOf.call(this);
    };
    const memories = new Set<WebAssembly.Memory>();
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...asked) => {
      const made = await instantiate(...asked);
      const { memory } = made.instance.exports;
      if (memory instanceof WebAssembly.Memory) {
        memories.add(memory);
      }
      return made;
    };
    const file = await open(blob);
    const saved = await file.edit((tree) => {
      tree["note"] = "changed";
    });
    const whole = read;
    const held = [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    file.close();
    const again = await open(saved);
    const part = await new Map(again.arrays()).get("large")?.read([slice(-1, null), slice(0, 4096)]);
    const [first] = part?.data ?? [];
    const note = again.get("note");
    again.close();
    return { grown: saved.size - blob.size, whole, modules: memories.size, held, note, first };
  });
  expect(seen).toMatchObject({ note: "changed", first: 7 });
  expect(seen.grown).toBeLessThan(2000);
  expect(seen.whole).toBeLessThan(2 ** 20);
  // All else that is held is what was read, and the head that is written.
  expect(seen.modules).toBe(2);
  expect(seen.held + seen.whole).toBeLessThan(16 * 2 ** 20);
});

test("the page shows its tree and a small image of it", async ({ viewer }) => {
  await viewer.pick(path);
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("image");
  await viewer.row("large").waitFor();
});
