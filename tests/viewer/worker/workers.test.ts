/** How the page spreads its files over workers, and what it does with one that fails. */

import { Connection } from "@asdf-wasm/www/viewer/client/connection.ts";
import { startAhead } from "@asdf-wasm/www/viewer/client/fileWorker.ts";
import { setWorker } from "@asdf-wasm/www/viewer/client/thread.ts";
import type { Notice } from "@asdf-wasm/www/viewer/protocol/facts.ts";
import { beforeEach, expect, test, vi } from "vitest";

/** Counts its files by the ports that it was sent. */
class CountingWorker extends EventTarget {
  ports: MessagePort[] = [];
  isEnded = false;

  postMessage(port: MessagePort): void {
    this.ports.push(port);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

let workers: CountingWorker[] = [];

beforeEach(() => {
  workers = [];
  setWorker(() => {
    const worker = new CountingWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
});

const ignore = () => {};
const counts = () => workers.map(({ ports }) => ports.length);
const ended = () => workers.map(({ isEnded }) => isEnded);

function opened(count: number): Connection[] {
  return Array.from({ length: count }, () => new Connection(ignore));
}

function close(connections: readonly Connection[]): void {
  for (const connection of connections) {
    connection.close();
  }
}

test("the first four files have a worker each, and eighteen share these", () => {
  const four = opened(4);
  expect(counts()).toEqual([1, 1, 1, 1]);
  const more = opened(14);
  expect(counts()).toEqual([5, 5, 4, 4]);

  close(four);
  expect(ended()).toEqual([false, false, false, false]);
  close(more);
  expect(ended()).toEqual([true, true, true, true]);
});

test("a file goes to the worker that holds the fewest, and a worker ends with its last file", () => {
  const [first, second, ...others] = opened(8);
  close([first, others[2]] as Connection[]);
  expect(ended()).toEqual([true, false, false, false]);
  // One more worker starts in place of the one that ended.
  others.push(...opened(1));
  expect(counts()).toEqual([2, 2, 2, 2, 1]);
  close([second, ...others] as Connection[]);
  expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
});

test("a worker is told that one of its files is closed", async () => {
  const [first, ...others] = opened(5);
  const messages: unknown[] = [];
  const [port] = workers[0]?.ports ?? [];
  port?.addEventListener("message", ({ data }) => messages.push(data));
  port?.start();
  first?.close();
  await vi.waitFor(() => expect(messages).toMatchObject([{ type: "RELEASE" }]));
  expect(workers[0]?.isEnded).toBe(false);
  close(others);
});

test("no further file goes to a worker whose module trapped, or that failed", () => {
  const failures: Notice[] = [];
  const files = [new Connection((notice) => failures.push(notice)), ...opened(3)];
  workers[1]?.dispatchEvent(new MessageEvent("message", { data: "trapped" }));
  files.push(...opened(4));
  expect(counts()).toEqual([2, 1, 2, 2, 1]);
  expect(failures).toEqual([]);
  workers[0]?.dispatchEvent(Object.assign(new Event("error"), { message: "uncaught" }));
  expect(failures).toMatchObject([{ code: "unexpected", message: "uncaught" }]);
  files.push(...opened(3));
  expect(counts()).toEqual([2, 1, 2, 2, 2, 2]);
  expect(ended()).not.toContain(true);
  close(files);
  expect(ended()).not.toContain(false);
});

test("a worker that was started ahead is used by the next file, and ends if none comes", () => {
  const end = startAhead();
  const files = opened(1);
  expect(counts()).toEqual([1]);
  end();
  expect(ended()).toEqual([false]);
  close(files);
  startAhead()();
  expect(ended()).toEqual([true, true]);
});
