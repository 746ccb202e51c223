/** What the reader is told while the kernel does not answer. */

import type { Model } from "@asdf-wasm/notebook/anywidget.ts";
import { Kernel } from "@asdf-wasm/notebook/kernel.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A kernel whose messages are sent by `send`, the words that are shown, and what calls the kernel's listeners. */
function kernelOf(send: (content: { readonly id: string }) => void) {
  const listeners = new Map<string, (content?: unknown) => void>();
  const on = (event: string, listener: () => void) => listeners.set(event, listener);
  const said: string[] = [];
  const kernel = new Kernel({ on, off: () => {}, send } as unknown as Model, (text) => said.push(text));
  const call = (event: string, content?: unknown) => listeners.get(event)?.(content);
  return { kernel, said, call };
}

test("a kernel that is busy is awaited, and its answer ends that", async () => {
  const ids: string[] = [];
  const { kernel, said, call } = kernelOf(({ id }) => ids.push(id));
  const answer = kernel.ask({ kind: "size" });
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([expect.stringContaining("Waiting for the kernel")]);
  call("msg:custom", { id: ids[0], size: 5 });
  expect((await answer).content["size"]).toBe(5);
  vi.advanceTimersByTime(10_000);
  expect(said.at(-1)).toBe("");
});

test("a kernel that has ended is not awaited, however often it is asked", async () => {
  const { kernel, said, call } = kernelOf(() => {
    throw new Error("the comm is closed");
  });
  call("comm_live_update");
  for (let i = 0; i < 2; i += 1) {
    await expect(kernel.ask({ kind: "size" })).rejects.toThrow("restarted or has ended");
    vi.advanceTimersByTime(10_000);
    expect(said.at(-1)).toContain("restarted or has ended");
  }
});
