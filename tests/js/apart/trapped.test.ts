/** A file that needs more memory than its worker's module can have: the other files of that worker are read and edited on. */

import type { WorkerApi } from "@asdf-wasm/www/viewer/protocol/workerApi.ts";
import { fileCalls } from "@asdf-wasm/www/viewer/worker/calls/calls.ts";
import { init, ndarray, write } from "asdf-wasm";
import { expect, test, vi } from "vitest";
import { build } from "../../support/build.ts";
import { limitedModule } from "../../support/limited.ts";

const { signal } = new AbortController();
const VALUES = Uint16Array.from({ length: 100 }, (_, i) => i);

async function opened(bytes: Blob | Uint8Array<ArrayBuffer>): Promise<WorkerApi> {
  const calls = fileCalls();
  const file = new File([bytes], "one.asdf");
  await calls.open({ source: { files: [{ path: file.name, file }] } }, () => {});
  return calls;
}

async function values({ array, tree }: WorkerApi): Promise<unknown> {
  const node = (await tree.trailAlong("data"))?.at(-1) ?? -1;
  const [line] = await array.lines([{ node, axis: 0, at: [0], part: "real", bins: 100 }], signal);
  return Array.from(line?.y ?? []);
}

test("a trap leaves the other files of the worker usable, and the page is told", async () => {
  await init(limitedModule());
  const told = vi.fn();
  vi.stubGlobal("postMessage", told);
  const small = await write({ title: "small", data: ndarray(VALUES, { compression: "zlib" }) });
  const one = await opened(small);
  expect(await values(one)).toEqual([...VALUES]);
  expect(told).not.toHaveBeenCalled();

  const large = build(`text: ${"x ".repeat(4_000_000)}`);
  await expect(opened(large)).rejects.toMatchObject({ code: "limit-exceeded" });
  expect(told).toHaveBeenCalledWith("trapped");

  expect(await values(one)).toEqual([...VALUES]);
  const title = (await one.tree.trailAlong("title"))?.at(-1) ?? -1;
  await one.edit.change({ kind: "value", id: title, text: "edited" });
  expect(await one.tree.value(title)).toBe("edited");
  expect(await values(await opened(small))).toEqual([...VALUES]);
  vi.unstubAllGlobals();
});
