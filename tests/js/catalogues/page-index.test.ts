/** Where pages of Parquet are is read once for several calls, of which one may be stopped. */
import { PageIndexes } from "@asdf-wasm/catalogues/formats/parquet/pageIndex";
import type { Bytes } from "asdf-wasm";
import { expect, test } from "vitest";

/** A file without bytes but zeros, whose reads wait until they are stopped or let go. */
function slow() {
  const waiting: (() => void)[] = [];
  let reads = 0;
  const bytes: Bytes = {
    size: 100,
    read: (_, length, signal) => {
      reads += 1;
      return new Promise((resolve, reject) => {
        waiting.push(() => resolve(new Uint8Array(length)));
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
  return {
    indexes: new PageIndexes(bytes),
    letGo: () => {
      for (const go of waiting) {
        go();
      }
    },
    reads: () => reads,
  };
}

const column = { offset_index_offset: 10n, offset_index_length: 5, file_offset: 0n };
const group = {
  ...{ start: 0, stop: 8 },
  rowGroup: { columns: [column], num_rows: 8n, total_byte_size: 0n },
};
const rows = { start: 0, stop: 4 };

test("a call that is stopped does not stop another one", async () => {
  const { indexes, letGo, reads } = slow();
  const stopping = new AbortController();
  const stopped = indexes.pagesWith(group, rows, stopping.signal);
  const other = indexes.pagesWith(group, rows, new AbortController().signal);
  expect(reads()).toBe(1);
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  await expect.poll(reads).toBe(2);
  letGo();
  expect((await other)(0, { offset: 0, length: 100 })).toBeUndefined();
  await indexes.pagesWith(group, rows, undefined);
  expect(reads()).toBe(2);
});
