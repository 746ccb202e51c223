/** Rows are not left out by statistics that are of other rows, or in another order than the values. */

import { boundsOf, mayHold } from "@asdf-wasm/catalogues/formats/parquet/statistics";
import { valueTypeOf } from "@asdf-wasm/catalogues/formats/parquet/values";
import { rowsOfSpans } from "@asdf-wasm/science/tables/spans";
import { openTable } from "asdf-wasm/catalogues";
import { expect, test } from "vitest";

function columnOf(element: Parameters<typeof valueTypeOf>[0]) {
  const type = valueTypeOf(element, false);
  const { datatype, storedAs } = type;
  const leaf = { path: ["t"], element, schemaPath: [], index: 0, type, isKey: false };
  return { name: "t", datatype, storedAs, leaves: [leaf], nested: undefined, isNullable: false };
}

test("dates beyond four digits of the year have another order as texts", () => {
  const days = columnOf({ name: "t", type: "INT32", converted_type: "DATE" });
  const known = (least: number, greatest: number) => ({
    isNull: false,
    bounds: () => boundsOf(days, least, greatest),
  });
  expect(mayHold("> 2021", days, known(0, 10_000))).toBe(false);
  expect(mayHold("> 2021", days, known(0, 20_000))).toBe(true);
  // The last day is in the year 13657, the first one before the year 0.
  expect(mayHold("> 2021", days, known(0, 4_268_888))).toBe(true);
  expect(mayHold("< 1960", days, known(-987_654, 0))).toBe(true);
  const times = columnOf({ name: "t", type: "INT64", converted_type: "TIMESTAMP_MICROS" });
  expect(boundsOf(times, 0n, 10n ** 18n)).toBeUndefined();
  expect(boundsOf(times, 0n, 10n ** 15n)).toMatchObject({ least: "1970-01-01T00:00:00.000000Z" });
});

test("spans of a table have no statistics of the whole", async () => {
  const table = await openTable(new Blob(["a\n1\n2\n3\n"]));
  const spans = async () => [{ start: 2, stop: 3 }];
  const some = rowsOfSpans({ ...table, candidates: () => [], narrowed: spans }, [{ start: 1, stop: 3 }]);
  expect([some.rows, some.candidates, some.narrowed]).toEqual([2, undefined, undefined]);
});
