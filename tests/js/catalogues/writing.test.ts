/** Cells that a format must not change when a table is written. */
import type { ArrayData } from "asdf-wasm";
import { open } from "asdf-wasm";
import { openTable, writeTable } from "asdf-wasm/catalogues";
import { readRows, type TableSource } from "asdf-wasm/tables";
import { expect, test } from "vitest";

type Column = Pick<ArrayData, "data" | "mask">;

function tableOf(columns: Readonly<Record<string, readonly [datatype: string, Column]>>): TableSource {
  const all = Object.entries(columns);
  const rows = all[0]?.[1][1].data.length ?? 0;
  return {
    rows,
    columns: all.map(([name, [datatype]]) => ({
      ...{ name, datatype, unit: "", description: "", isText: false, sortable: true },
    })),
    left: [],
    read: async (wanted, { start, stop } = { start: 0, stop: rows }) =>
      wanted.flatMap((index) => {
        const { data, mask } = all[index]?.[1][1] ?? { data: [] };
        const part = { data: data.slice(start, stop), shape: [stop - start], stride: [1] };
        return mask ? { ...part, mask: mask.slice(start, stop) } : part;
      }),
    bytes: () => 0,
  };
}

test("0 and -0 stay apart in Parquet, whichever comes first", async () => {
  const zeros = [0, -0, 1, 1, -0, 0, 1, 1];
  const table = tableOf({
    first: ["float64", { data: Float64Array.from(zeros) }],
    second: ["float32", { data: Float32Array.from(zeros, (value) => -value) }],
  });
  const again = await readRows(await openTable(await (await writeTable(table, "parquet")).blob()));
  expect([...(again["first"]?.data ?? [])]).toEqual(zeros);
  expect([...(again["second"]?.data ?? [])]).toEqual(zeros.map((value) => -value));
});

// astropy 8 compares TNULL with numbers after TZERO (0 of an int8 was masked, or the table refused), the standard before it.
test("masked integers have no TZERO beside TNULL in FITS", async () => {
  const mask = Uint8Array.of(0, 0, 1, 0);
  const table = tableOf({
    i8: ["int8", { data: Int8Array.of(-128, 0, 1, 127), mask }],
    u16: ["uint16", { data: Uint16Array.of(0, 2 ** 15, 1, 2 ** 16 - 1), mask }],
    u32: ["uint32", { data: Uint32Array.of(0, 2 ** 31, 1, 2 ** 32 - 1), mask }],
    whole: ["uint16", { data: Uint16Array.of(0, 2 ** 15, 1, 2 ** 16 - 1) }],
    truth: ["bool8", { data: Uint8Array.of(0, 1, 1, 0), mask }],
  });
  const written = await writeTable(table, "fits");
  expect(written.remarks).toContain(
    "i8 becomes int16, u16 becomes int32, u32 becomes int64: so astropy finds masked cells.",
  );
  expect(written.remarks).toContain("astropy does not find the masked cells of truth: it reads False there.");
  const blob = await written.blob();
  expect((await blob.text()).match(/(TNULL|TZERO)\d/g)).toEqual(["TNULL1", "TNULL2", "TNULL3", "TZERO4"]);
  const again = await readRows(await openTable(blob));
  const cells = Object.entries(again).map(([name, { data, mask: marks }]) => [
    name,
    [...data].map((value, i) => (marks?.[i] ? null : Number(value))),
  ]);
  expect(Object.fromEntries(cells)).toEqual({
    i8: [-128, 0, null, 127],
    u16: [0, 2 ** 15, null, 2 ** 16 - 1],
    u32: [0, 2 ** 31, null, 2 ** 32 - 1],
    whole: [0, 2 ** 15, 1, 2 ** 16 - 1],
    truth: [0, 1, null, 0],
  });
});

// astropy 8 refuses the whole table with a negative TNULL (it was -2^63), and masks the cells that are TNULL after TZERO.
test("masked integers of 64 bits without a sign have a TNULL in FITS with which astropy opens the table", async () => {
  const data = BigUint64Array.of(0n, 2n ** 64n - 1n, 2n ** 63n - 2n, 5n, 2n ** 63n);
  const table = tableOf({ u64: ["uint64", { data, mask: Uint8Array.of(0, 0, 0, 1, 0) }] });
  const written = await writeTable(table, "fits");
  expect(written.remarks).toContain(
    "astropy does not find the masked cells of u64: it reads TNULL + 2^63 there.",
  );
  const blob = await written.blob();
  // Not 2^63 - 1, which 2^64 - 1 is before TZERO, nor 2^63 - 2, which is a number of the column.
  expect((await blob.text()).match(/TNULL1 *= *(-?\d+)/)?.[1]).toBe(String(2n ** 63n - 3n));
  const { u64 } = await readRows(await openTable(blob));
  expect([...(u64?.mask ?? [])]).toEqual([0, 0, 0, 1, 0]);
  expect([...(u64?.data ?? [])].filter((_, i) => i !== 3)).toEqual([...data].filter((_, i) => i !== 3));
});

// asdf-astropy 0.11 reads this tag of a column's unit as MagUnit, DexUnit and DecibelUnit; `unit/unit` has no such units.
test.each([
  ["mag(AB)", "tag:astropy.org:astropy/units/unit-1.0.0"],
  ["dex(cm / s2)", "tag:astropy.org:astropy/units/unit-1.0.0"],
  ["dB(mW)", "tag:astropy.org:astropy/units/unit-1.0.0"],
  ["mag", "tag:stsci.edu:asdf/unit/unit-1.0.0"],
])("a column in %s stays one in ASDF, and from there in ECSV", async (unit, tag) => {
  const given = new Blob([
    `# %ECSV 1.0\n# ---\n# datatype: [{name: a, unit: ${unit}, datatype: int64}]\na\n1\n`,
  ]);
  const blob = await (await writeTable(await openTable(given), "asdf")).blob();
  using file = await open(blob);
  expect(file.tag("table/columns/0/unit")).toBe(tag);
  const again = await openTable(blob);
  expect(again.columns.map((column) => column.unit)).toEqual([unit]);
  expect(await (await (await writeTable(again, "ecsv")).blob()).text()).toContain(`unit: "${unit}"`);
});

test("metadata of ECSV with quantities are written to ASDF", async () => {
  const lines = [
    "%ECSV 1.0",
    "---",
    "datatype: [{name: a, datatype: int64}]",
    "meta: {t0: !astropy.units.Quantity {unit: !astropy.units.Unit {unit: Gyr}, value: 13.72}}",
  ];
  const table = await openTable(new Blob([`${lines.map((line) => `# ${line}\n`).join("")}a\n1\n`]));
  const file = await open(await (await writeTable(table, "asdf")).blob());
  expect(file.get("table/meta/t0/value")).toBe(13.72);
  file.close();
});

test.each(["parquet", "ecsv", "votable", "fits", "asdf", "csv"] as const)(
  "columns named as properties of all objects are written to %s and read again",
  async (format) => {
    const names = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"];
    const table = await openTable(new Blob([`${names.join(",")}\n1,2,3,4,5\n`]));
    const again = await openTable(await (await writeTable(table, format)).blob());
    expect(again.columns).toMatchObject(names.map((name) => ({ name, datatype: "int64", unit: "" })));
    const rows = Object.entries(await readRows(again));
    expect(rows.map(([name, { data }]) => [name, Number(data[0])])).toEqual(
      names.map((name, i) => [name, i + 1]),
    );
  },
);
