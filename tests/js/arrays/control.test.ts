/** Stopping: aborted and closed work ends at once, with its own code, and leaves everything else usable. */
import { type ByteSource, open, openSync } from "asdf-wasm";
import { expect, test, vi } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const content = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
const file = build(`data: ${ndarray(0, "uint8", [100_000])}`, [{ content }]);

/** Never answers once it has been stopped. */
function stoppable() {
  let stopped = false;
  const source: ByteSource = {
    size: file.length,
    read: (offset, length) =>
      stopped ? new Promise(() => {}) : Promise.resolve(file.slice(offset, offset + length)),
  };
  return { source, stop: () => (stopped = true) };
}

test("a signal that was aborted before", async () => {
  const reason = new Error("no more");
  const error = await failure(() => open(new Blob([file]), { signal: AbortSignal.abort(reason) }));
  expect(error).toMatchObject({ code: "aborted", cause: reason });
});

test("a read that is aborted while the source is silent", async () => {
  const { source, stop } = stoppable();
  const opened = await open(source);
  stop();
  const error = await failure(() => arrayAt(opened, "data").read([], { signal: AbortSignal.timeout(10) }));
  expect(error.code).toBe("aborted");
  expect(error.cause).toMatchObject({ name: "TimeoutError" });
});

test("other reads go on", async () => {
  const opened = await open(new Blob([file]));
  const array = arrayAt(opened, "data");
  const [aborted, whole] = await Promise.allSettled([
    array.read([], { signal: AbortSignal.abort() }),
    array.read(),
  ]);
  expect(aborted.status).toBe("rejected");
  expect(whole.status === "fulfilled" && column(whole.value).data).toEqual(content);
});

test("many reads at once share a signal, which Node takes for no leak, and none of them is left on it", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
  const array = arrayAt(await open(new Blob([file])), "data");
  await Promise.all(Array.from({ length: 12 }, () => array.read([], { signal })));
  expect(warn.mock.calls).toEqual([]);
  expect(add.mock.calls.length).toBeGreaterThan(10);
  const removed = remove.mock.calls.map(([, listener]) => listener);
  expect(add.mock.calls.filter(([, listener]) => !removed.includes(listener))).toEqual([]);
  vi.restoreAllMocks();
});

test("a closed file", async () => {
  const opened = openSync(file);
  const array = arrayAt(opened, "data");
  opened.close();
  opened.close();
  expect((await failure(() => array.read())).code).toBe("closed");
  expect((await failure(() => opened.readBlock(0))).code).toBe("closed");
  expect(opened.get("data")).toBe(array);
});

test("a file that is closed during a read", async () => {
  const opened = await open(new Blob([file]));
  const reading = failure(() => arrayAt(opened, "data").read());
  opened.close();
  expect((await reading).code).toBe("closed");
});

test("a file that `using` closes", async () => {
  let kept: ReturnType<typeof openSync>;
  {
    using scoped = openSync(file);
    kept = scoped;
  }
  expect((await failure(() => kept.readBlock(0))).code).toBe("closed");
});
