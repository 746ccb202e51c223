/** Rows in the order of a column of any type, beside the order of comparisons. */
import { sortedRows } from "@asdf-wasm/science/tables/sorting";
import { Table } from "@asdf-wasm/science/tables/table";
import type { ArrayValues } from "asdf-wasm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

const { signal } = new AbortController();

const KINDS: Readonly<Record<string, fc.Arbitrary<ArrayValues>>> = {
  int8: fc.int8Array(),
  uint8: fc.uint8Array(),
  int16: fc.int16Array(),
  uint16: fc.uint16Array(),
  int32: fc.int32Array(),
  uint32: fc.uint32Array(),
  int64: fc.bigInt64Array(),
  uint64: fc.bigUint64Array(),
  float32: fc.float32Array(),
  float64: fc.float64Array(),
  text: fc.array(fc.string()),
};

test.each(Object.entries(KINDS))("%s", async (_, values) => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      async (data, descending, masks) => {
        const mask = Uint8Array.from({ length: data.length }, () =>
          Number(masks.next().value && masks.next().value),
        );
        // Rows need not be all of the table.
        const rows = Uint32Array.from(data.keys()).filter((row) => row % 5 !== 3);
        const isLast = (row: number) => mask[row] === 1 || Number.isNaN(data[row]);
        const known = Array.from(rows.filter((row) => !isLast(row)));
        known.sort((a, b) => {
          const [one = 0, other = 0] = [data[a], data[b]];
          return (descending ? -1 : 1) * (one < other ? -1 : one > other ? 1 : 0) || a - b;
        });
        const part = { data, mask, shape: [data.length], stride: [1] };
        expect([...(await sortedRows(rows, part, descending, signal))]).toEqual([
          ...known,
          ...rows.filter(isLast),
        ]);
      },
    ),
    { numRuns: 300 },
  );
});

test("sorting ends when it is cancelled", async () => {
  const data = Float64Array.from({ length: 2 ** 21 }, (_, i) => Math.sin(i));
  const rows = Uint32Array.from(data.keys());
  const control = new AbortController();
  const sorting = sortedRows(rows, { data, shape: [data.length], stride: [1] }, false, control.signal);
  control.abort();
  await expect(sorting).rejects.toMatchObject({ name: "AbortError" });
});

test("filters and sorts say how much is done, and can be stopped between portions", async () => {
  // Each look at the clock is late.
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    time += 1000;
    return time;
  });
  const count = 300_000;
  const data = Float64Array.from({ length: count }, (_, row) => (row * 7919) % count);
  const column = { name: "x", datatype: "float64", unit: "", description: "", isText: false, sortable: true };
  const source = {
    ...{ rows: count, columns: [column], left: [], bytes: () => 0 },
    read: async () => [{ data, shape: [count], stride: [1] }],
  };
  const arrangement = { sort: { column: 0, descending: false }, filters: [{ column: 0, text: ">= 1000" }] };
  const shares: number[] = [];
  const { count: kept } = await new Table(source).arrange(arrangement, signal, (share) => shares.push(share));
  expect(kept).toBe(count - 1000);
  expect(shares.length).toBeGreaterThan(8);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);

  const stopping = new AbortController();
  const stopped = new Table(source).arrange(arrangement, stopping.signal, (share) => {
    shares.push(share);
    stopping.abort();
  });
  const before = shares.length;
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(shares.length).toBe(before + 1);
  clock.mockRestore();
});
