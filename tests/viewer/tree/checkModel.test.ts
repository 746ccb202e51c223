/** The check of a file that is edited, cancelled and closed while it runs: no answer of before takes the place of a later one. */
import type { Checked } from "@asdf-wasm/www/viewer/protocol/schemas.ts";
import { CheckModel } from "@asdf-wasm/www/viewer/state/schemas/checkModel.ts";
import type { ViewHost } from "@asdf-wasm/www/viewer/state/view.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A model whose checks end when a test says so. */
function modelOf() {
  const told: Checked[] = [];
  const running: { readonly signal: AbortSignal; readonly end: (count: number) => void }[] = [];
  const host = {
    request: (signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        running.push({ signal, end: (count) => resolve({ problems: [], count, warnings: [] }) });
      }),
    tellChecked: (checked: Checked) => told.push(checked),
  } as unknown as ViewHost;
  return { model: new CheckModel(host), running, told };
}

test("an edit while a check runs begins another, whose result counts", async () => {
  const { model, running, told } = modelOf();
  void model.check();
  model.outdate();
  await vi.advanceTimersByTimeAsync(200);
  model.outdate();
  await vi.advanceTimersByTimeAsync(299);
  expect(running).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(running.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  running[0]?.end(1);
  running[1]?.end(2);
  await vi.runAllTimersAsync();
  expect(model.checked.value?.count).toBe(2);
  expect(told.map(({ count }) => count)).toEqual([2]);
});

test("a check that is cancelled after an edit does not begin again", async () => {
  const { model, running } = modelOf();
  void model.check();
  model.outdate();
  model.cancel();
  await vi.runAllTimersAsync();
  expect(running).toHaveLength(1);
  expect(model.isChecking.value).toBe(false);
  expect(model.failure.value).toBe("");
});

test("nothing begins, and nothing is told, once the file is closed", async () => {
  const { model, running, told } = modelOf();
  void model.check();
  running[0]?.end(1);
  await vi.runAllTimersAsync();
  model.outdate();
  model.dispose();
  await vi.runAllTimersAsync();
  expect(running).toHaveLength(1);
  expect(told).toHaveLength(1);
});
