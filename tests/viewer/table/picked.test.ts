/** Rows from anywhere in a table that is too large to be kept in memory. */

import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { pickedRows } from "@asdf-wasm/science/tables/picked";
import { Table } from "@asdf-wasm/science/tables/table";
import { expect, test } from "vitest";

const signal = new AbortController().signal;

/** A table in a file with row groups, of which reads are recorded. */
function made(rows: number, bytes: number) {
  const reads: { start: number; stop: number }[] = [];
  const source: TableSource = {
    rows,
    columns: [{ name: "x", datatype: "float64", isText: false, sortable: true, unit: "", description: "" }],
    left: [],
    read: async (columns, span = { start: 0, stop: rows }) => {
      reads.push(span);
      const data = Float64Array.from({ length: span.stop - span.start }, (_, i) => (span.start + i) % 10_000);
      const mask = Uint8Array.from(data, (value) => Number(value === 7));
      return columns.map(() => ({ data, shape: [data.length], stride: [1], mask }));
    },
    bytes: () => bytes,
    candidates: () => [{ start: 0, stop: rows }],
  };
  return { source, reads };
}

test("windows of filtered rows read what is around these, and of small tables whole columns once", async () => {
  const arrangement = { filters: [{ column: 0, text: "= 123" }] };
  const window = async (bytes: number) => {
    const { source, reads } = made(60_000, bytes);
    const table = new Table(source);
    await table.arrange(arrangement, signal);
    reads.length = 0;
    const shown = await table.window(arrangement, { start: 1, stop: 4 }, { start: 0, stop: 1 }, signal);
    return { shown, reads };
  };
  const [large, small] = [await window(2 ** 27), await window(100)];
  expect(large.shown).toEqual(small.shown);
  expect(large.shown.values).toEqual(["123", "123", "123"]);
  expect([...(large.shown.indices ?? [])]).toEqual([10_123, 20_123, 30_123]);
  expect(large.reads).toEqual([10_123, 20_123, 30_123].map((row) => ({ start: row, stop: row + 1 })));
});

test("rows in any order, and no rows, are taken from spans", async () => {
  const { source, reads } = made(60_000, 2 ** 27);
  const none = 2 ** 32 - 1;
  const picked = pickedRows(source, Uint32Array.of(50_003, 7, none, 20, 50_001));
  const [part] = await picked.read([0], { start: 0, stop: 5 }, signal);
  expect([...(part?.data ?? [])]).toEqual([3, 7, 0, 20, 1]);
  expect([...(part?.mask ?? [])]).toEqual([0, 1, 1, 0, 0]);
  expect(reads).toEqual([
    { start: 7, stop: 21 },
    { start: 50_001, stop: 50_004 },
  ]);
});

test("rows that are not there have elements of their column's type, and every part has a mask", async () => {
  const none = 2 ** 32 - 1;
  for (const bytes of [2 ** 27, 100]) {
    const { source } = made(60_000, bytes);
    const unmasked: TableSource = {
      ...source,
      read: async (...wanted) => (await source.read(...wanted)).map(({ mask: _, ...part }) => part),
    };
    const picked = pickedRows(unmasked, Uint32Array.of(5, 6, none, none));
    const [missing] = await picked.read([0], { start: 2, stop: 4 }, signal);
    expect([missing?.data, missing?.mask]).toEqual([new Float64Array(2), Uint8Array.of(1, 1)]);
    const [there] = await picked.read([0], { start: 0, stop: 1 }, signal);
    expect([there?.data, there?.mask]).toEqual([Float64Array.of(5), Uint8Array.of(0)]);
  }
});
