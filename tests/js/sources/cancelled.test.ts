/** A read that was cancelled lets go of its result at once, though its source never answers, and its signal and its file are still there. */
import { type ByteSource, open, WorkerPool } from "asdf-wasm";
import { expect, onTestFinished, test, vi } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { leftOf } from "../../support/collect.ts";
import { arrayAt, failure } from "../../support/values.ts";

const MIB = 2 ** 20;
const SIZE = 16 * MIB;
let noise = 1;
const content = Uint32Array.from({ length: SIZE / 4 }, () => {
  noise = (noise * 1103515245 + 12345) % 2 ** 31;
  return noise;
});
const file = build(
  [
    `plain: ${ndarray(0, "uint32", [2048, 2048])}`,
    `packed: ${ndarray(1, "uint32", [2048, 2048])}`,
    `swapped: ${ndarray(0, "uint32", [2048, 2048]).replace("little", "big")}`,
  ].join("\n"),
  [{ content }, { content, compression: "zlib" }],
);

/** References to the larger memory that this thread allocates from now on. */
function allocations(): WeakRef<ArrayBufferLike>[] {
  const made: WeakRef<ArrayBufferLike>[] = [];
  const watched = new Proxy(Uint8Array, {
    construct: (target, args, asked) => {
      const array: Uint8Array = Reflect.construct(target, args, asked);
      if (typeof args[0] === "number" && args[0] >= SIZE / 4) {
        made.push(new WeakRef(array.buffer));
      }
      return array;
    },
  });
  vi.stubGlobal("Uint8Array", watched);
  onTestFinished(() => void vi.unstubAllGlobals());
  return made;
}

/** Waits only for the pages that are being made at this moment. */
async function expectGone(memory: WeakRef<ArrayBufferLike>): Promise<void> {
  await expect.poll(async () => (await leftOf(memory))?.byteLength).toBe(undefined);
}

/** The code of the failure; not the failure itself, whose stack holds functions, and they what they work on. */
async function code(work: () => unknown): Promise<string> {
  return (await failure(work)).code;
}

/** A source that answers `most` requests for a megabyte or more, and no other ones; what it was asked stays pending. */
function silent(most: number) {
  let [left, isAsked] = [most, false];
  const pending: Promise<never>[] = [];
  const source: ByteSource = {
    size: file.length,
    read: (offset, length) => {
      left -= length >= MIB ? 1 : 0;
      if (left >= 0) {
        return Promise.resolve(file.slice(offset, offset + length));
      }
      isAsked = true;
      const never = new Promise<never>(() => {});
      pending.push(never);
      return never;
    },
  };
  return { source, pending, isAsked: () => isAsked };
}

test.each([
  ["plain", 0, false],
  ["plain", 0, true],
  ["packed", 2, false],
  ["packed", 2, true],
  ["swapped", 2, false],
  ["swapped", 2, true],
])("%s after %i answers, on workers: %s", async (name, most, onWorkers) => {
  using workers = new WorkerPool({ size: 1, part: MIB });
  const { source, pending, isAsked } = silent(most);
  using opened = await open(source, onWorkers ? { workers } : {});
  const array = arrayAt(opened, name);
  const stop = new AbortController();
  const made = allocations();
  const cancelled = code(() => array.read([], { signal: stop.signal }));
  await vi.waitFor(() => expect(isAsked()).toBe(true), 20_000);
  stop.abort();
  expect(await cancelled).toBe("aborted");
  for (const memory of made) {
    await expectGone(memory);
  }
  expect([stop.signal.aborted, pending.length > 0]).toEqual([true, true]);
});

test("and so does one that was finished, while its signal is kept for the next", async () => {
  using opened = await open(silent(100).source);
  const stop = new AbortController();
  const made = allocations();
  for (const name of ["plain", "packed", "swapped"]) {
    await arrayAt(opened, name).read([], { signal: stop.signal });
  }
  expect(made.length).toBeGreaterThan(2);
  for (const memory of made) {
    await expectGone(memory);
  }
  expect(stop.signal.aborted).toBe(false);
});

test("no more pages are made for it", async () => {
  const { environment, setEnvironment } = await import(
    new URL("../../../pkg/api/environment.js", import.meta.url).href
  );
  const usual = environment();
  let isWanted: (() => boolean) | undefined;
  const populate = (_memory: Uint8Array, _size: number, wanted: () => boolean) => {
    isWanted = wanted;
    return [new Promise(() => {})];
  };
  setEnvironment({ ...usual, populate });
  onTestFinished(() => setEnvironment(usual));
  using opened = await open(file);
  const stop = new AbortController();
  const cancelled = failure(() => arrayAt(opened, "packed").read([], { signal: stop.signal }));
  await vi.waitFor(() => expect(isWanted?.()).toBe(true), 20_000);
  stop.abort();
  expect((await cancelled).code).toBe("aborted");
  expect(isWanted?.()).toBe(false);
});
