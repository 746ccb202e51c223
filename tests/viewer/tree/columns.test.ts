/** Columns of equal length in a map: which maps are tables, and what their cells are. Nothing of a browser is needed. */

import { asdfTable } from "@asdf-wasm/science/export/asdfTable";
import { tableOf } from "@asdf-wasm/science/tables/columns";
import { Table } from "@asdf-wasm/science/tables/table";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { columnMap, init, open } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

const never = new AbortController().signal;

beforeAll(async () => {
  await init();
});

function fileOf(yaml: string) {
  return open(Buffer.from(treeFile(yaml)));
}

async function mapOf(yaml: string) {
  const found = columnMap((await fileOf(`it: ${yaml}`)).get("it") ?? null);
  return (
    found && {
      rows: found.rows,
      columns: found.columns.map(([key]) => key),
      left: found.left,
      isWhole: found.isWhole,
    }
  );
}

const ROW = "!core/ndarray-1.1.0 {data: [1, 2, 3], datatype: int32, shape: [3]}";
const PAIRS = "!core/ndarray-1.1.0 {data: [[1, 2], [3, 4], [5, 6]], datatype: int32, shape: [3, 2]}";
const TEXTS = "!core/ndarray-1.1.0 {data: [a, b, c], datatype: [ascii, 1], shape: [3]}";
const QUANTITY = `!unit/quantity-1.2.0 {value: ${ROW}, unit: !unit/unit-1.0.0 Jy}`;

describe("the columns of a map are", () => {
  test("arrays of the same length, with vectors", async () => {
    expect(await mapOf(`{x: ${ROW}, y: ${ROW}, at: ${PAIRS}}`)).toEqual({
      rows: 3,
      columns: ["x", "y", "at"],
      left: [],
      isWhole: true,
    });
  });

  test("lists and quantities too, and what else is there is left out", async () => {
    expect(await mapOf(`{x: ${QUANTITY}, name: M 31, y: [a, b, c], short: [1, 2]}`)).toEqual({
      rows: 3,
      columns: ["x", "y"],
      left: ["name", "short"],
      isWhole: false,
    });
  });

  test("only lists: a table, but not as a whole", async () => {
    expect(await mapOf("{x: [1, 2], y: [a, b]}")).toMatchObject({ rows: 2, isWhole: false });
  });

  const NONE = [
    ["of one array", `{x: ${ROW}, name: M 31}`],
    ["of different lengths", `{x: ${ROW}, y: [1, 2]}`],
    ["of one row", "{x: [1], y: [2]}"],
    ["images of the same shape", `{x: ${PAIRS}, y: ${PAIRS}}`],
    ["lists of lists", "{x: [[1], [2]], y: [[1], [2]]}"],
    ["a list", "[[1, 2], [3, 4]]"],
  ] as const;
  for (const [what, yaml] of NONE) {
    test(`none: ${what}`, async () => {
      expect(await mapOf(yaml)).toBeUndefined();
    });
  }
});

test("cells of arrays, quantities, numbers with nulls, booleans and texts are read by windows", async () => {
  const yaml = `it: {n: ${QUANTITY}, at: ${PAIRS}, t: [1.5, null, 3], ok: [true, false, true], s: [a, "12", null], z: x}`;
  const source = tableOf("it", (await fileOf(yaml)).get("it") ?? null);
  const table = new Table(source);
  expect(table.facts).toMatchObject({ rows: 3, left: ["z"] });
  expect(source.columns.map(({ name, datatype, unit, isText }) => [name, datatype, unit, isText])).toEqual([
    ["n", "int32", "Jy", false],
    ["at", "int32", "", false],
    ["t", "number", "", false],
    ["ok", "bool8", "", false],
    ["s", "text", "", true],
  ]);
  const rows = { start: 1, stop: 3 };
  const { values, mask } = await table.window({ filters: [] }, rows, { start: 0, stop: 5 }, never);
  expect(values).toEqual(["2", "[3, 4]", "masked", "false", "12", "3", "[5, 6]", "3", "true", "masked"]);
  expect([...(mask ?? [])]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  const sorted = await table.window(
    { sort: { column: 2, descending: true }, filters: [] },
    { start: 0, stop: 3 },
    { start: 2, stop: 3 },
    never,
  );
  expect(sorted.values).toEqual(["3", "1.5", "masked"]);
  const filtered = await table.arrange({ filters: [{ column: 3, text: "= true" }] }, never);
  expect(filtered.count).toBe(2);
});

// asdf-astropy writes no quantities in magnitudes, only columns and units: without the tag, 20 mag would be 20 × 3631 Jy.
test("magnitudes of a unit are the unit of a column, which a map of columns keeps", async () => {
  const unit = "!<tag:astropy.org:astropy/units/magunit-1.1.0> AB";
  const file = await fileOf(
    `t: {m: !table/column-1.1.0 {name: m, data: ${ROW}, unit: ${unit}}, q: ${QUANTITY}}`,
  );
  const nodes = new Nodes(file);
  expect(nodes.unit(nodes.trailAlong("t/m/data")?.at(-1) ?? -1)).toBe("mag(AB)");
  const source = tableOf("t", file.get("t") ?? null);
  const unitsOf = ({ columns }: typeof source) => columns.map((column) => column.unit);
  expect(unitsOf(source)).toEqual(["mag(AB)", "Jy"]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await asdfTable(source, "t", never)).pieces(never)) {
    chunks.push(chunk);
  }
  const again = await open(Buffer.concat(chunks));
  expect(again.tag("t/m")).toBe("tag:stsci.edu:asdf/table/column-1.1.0");
  expect(again.tag("t/q")).toBe("tag:stsci.edu:asdf/unit/quantity-1.2.0");
  expect(unitsOf(tableOf("t", again.get("t") ?? null))).toEqual(["mag(AB)", "Jy"]);
});

// astropy writes these to ECSV as the same format and scale; without `scale`, the schema of times has UTC.
test.each([
  [`{value: ${ROW}, format: mjd, scale: tai}`, "Time, format mjd, scale tai"],
  [`{value: ${ROW}, format: jd}`, "Time, format jd, scale utc"],
  [`{value: ${ROW}, format: gps}`, "Time, format gps"],
  [`{value: ${TEXTS}, base_format: datetime64, scale: tdb}`, "Time, scale tdb"],
])("the column of a time %s says what its elements are", async (time, description) => {
  const node = `!time/time-1.4.0 ${time}`;
  const file = await fileOf(
    `t: !table/table-1.2.0 {columns: [${node}, !x {jd1: 1.0}]}\nmap: {a: ${node}, b: ${node}}`,
  );
  const [table, map] = ["t", "map"].map((path) => tableOf(path, file.get(path) ?? null));
  expect([...(table?.columns ?? []), ...(map?.columns ?? [])].map((column) => column.description)).toEqual([
    description,
    description,
    description,
  ]);
});

test("a map says that it is a table, and so does each of its arrays, which lead to it", async () => {
  const nodes = new Nodes(
    await fileOf(`it: {x: ${ROW}, q: ${QUANTITY}, name: M 31}\nother: {x: ${ROW}}\na: ${ROW}\nb: ${ROW}`),
  );
  const id = (path: string) => nodes.trailAlong(path)?.at(-1) ?? -1;
  const at = (path: string) => nodes.node(id(path)).columns;
  expect([at("it"), at("it/x"), at("it/q/value"), at("it/name")]).toEqual([
    "part",
    "part",
    "part",
    undefined,
  ]);
  expect([at("other"), at("other/x")]).toEqual([undefined, undefined]);
  expect(nodes.tableNode(id("it/q/value"))).toBe(id("it"));
  expect(nodes.tableNode(id("it"))).toBe(id("it"));
  // The root has no row, but its columns lead to its table.
  expect(nodes.tableNode(id("a"))).toBe(nodes.tableNode(id("b")));
  expect(nodes.name(nodes.tableNode(id("a")))).toBe("");
});
