/** Which ranges of a remote Parquet file are requested, from the log of the server. */
import { readFileSync } from "node:fs";
import { openTable, writeTable } from "asdf-wasm/catalogues";
import { arranged, readRows } from "asdf-wasm/tables";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Server } from "./server.ts";

let server: Server;

beforeAll(async () => {
  server = await Server.start();
  const file = readFileSync(new URL("../data/catalogues/parquet/spread.parquet", import.meta.url));
  server.write("spread.parquet", file);
});
afterAll(() => server.remove());

/** Without ranges being merged over gaps, and nothing of what was fetched kept but the first bytes. */
const open = () => openTable(`${server.home}/plain/spread.parquet`, { http: { gap: 0, cache: 0 } });

test("two requests to the schema, then one for each chunk; neighbours are merged", async () => {
  const { result: table, log } = await server.during(open);
  expect([table.rows, table.columns.length]).toEqual([2500, 18]);
  expect(log).toHaveLength(2);

  // Row groups 2 to 4 of 5 are neither in the first nor in the last bytes.
  const span = { start: 1000, stop: 2000 };
  const one = await server.during(() => readRows(table, { columns: ["flux_03"], ...span }));
  expect(one.log).toHaveLength(2);
  expect(one.bytes).toBeLessThan(2 * 500 * 8 + 500);
  const apart = await server.during(() => readRows(table, { columns: ["flux_06", "flux_12"], ...span }));
  expect(apart.log).toHaveLength(4);
  const neighbours = await server.during(() => readRows(table, { columns: ["flux_08", "flux_09"], ...span }));
  expect(neighbours.log).toHaveLength(2);
});

test("row groups in which no row passes a filter are not requested", async () => {
  const table = await open();
  const filters = [{ column: "id", text: `= ${2n ** 60n + 1200n}` }];
  const { log, result } = await server.during(() => arranged(table, { filters }));
  expect(result.rows).toBe(1);
  expect(log).toHaveLength(1);
  const { result: none, log: nothing } = await server.during(() =>
    arranged(table, { filters: [{ column: "id", text: `< ${2n ** 60n}` }] }),
  );
  expect([none.rows, nothing.length]).toEqual([0, 0]);
});

test("of long chunks, only the pages with the wanted rows are requested, whose places the file says", async () => {
  const rows = 100_000;
  const made = {
    rows,
    columns: ["name", "flux"].map((name) => ({
      ...{ name, datatype: name === "flux" ? "float64" : "text", isText: name === "name" },
      ...{ sortable: true, unit: "", description: "" },
    })),
    left: [],
    read: async (columns: readonly number[], { start, stop } = { start: 0, stop: rows }) =>
      columns.map((column) => {
        const at = Array.from({ length: stop - start }, (_, i) => start + i);
        const isNull = (row: number) => row % 7 === 0;
        const data =
          column === 1
            ? Float64Array.from(at, (row) => (isNull(row) ? 0 : Math.sqrt(row)))
            : at.map((row) => (isNull(row) ? "" : `s${Math.imul(row, 2654435761) >>> 20}`));
        const mask = Uint8Array.from(at, (row) => Number(isNull(row)));
        return { data, shape: [at.length], stride: [1], mask };
      }),
    bytes: () => 0,
  };
  const file = await (await writeTable(made, "parquet")).blob();
  server.write("paged.parquet", Buffer.from(await file.arrayBuffer()));
  const address = `${server.home}/plain/paged.parquet`;
  const table = await openTable(address, { http: { gap: 0, cache: 0 } });
  const read = (start: number, stop: number) => server.during(() => readRows(table, { start, stop }));
  const expected = async (start: number, stop: number) => readRows(made, { start, stop });

  const first = await read(60_000, 60_040);
  expect(first.result).toEqual(await expected(60_000, 60_040));
  // The dictionary of texts and a page of its indices, and a page of numbers; the first and the last bytes are known.
  expect(first.log.length).toBeLessThanOrEqual(3);
  const second = await read(80_000, 80_040);
  expect(second.result).toEqual(await expected(80_000, 80_040));
  expect(second.log.length).toBeLessThanOrEqual(3);
  const numbers = await server.during(() => readRows(table, { columns: ["flux"], start: 5, stop: 9 }));
  expect(numbers.bytes).toBeLessThan(file.size / 5);
  // Rows on several pages.
  expect((await read(10_000, 90_000)).result).toEqual(await expected(10_000, 90_000));
  expect((await read(0, rows)).result).toEqual(await expected(0, rows));
});

test("of long chunks, only the pages in which rows may pass filters are requested, as their bounds say", async () => {
  const rows = 200_000;
  const first = 2n ** 60n;
  const column = { sortable: true, unit: "", description: "" };
  const made = {
    rows,
    columns: [
      { ...column, name: "id", datatype: "int64", isText: false },
      { ...column, name: "flux", datatype: "float64", isText: false },
      { ...column, name: "name", datatype: "text", isText: true },
    ],
    left: [],
    read: async (columns: readonly number[], { start, stop } = { start: 0, stop: rows }) =>
      columns.map((column) => {
        const at = Array.from({ length: stop - start }, (_, i) => start + i);
        const shape = [at.length];
        if (column === 0) {
          return { data: BigInt64Array.from(at, (row) => first + BigInt(row)), shape, stride: [1] };
        }
        // Null in whole pages, NaN in others.
        const isNull = (row: number) => row < 70_000;
        const mask = Uint8Array.from(at, (row) => Number(isNull(row)));
        const flux = (row: number) =>
          row % 1000 === 907 ? Number.NaN : isNull(row) ? 0 : Math.sqrt(row) - 300;
        const data =
          column === 1
            ? Float64Array.from(at, flux)
            : at.map((row) => `s${String(row).padStart(6, "0")}${Math.imul(row, 2654435761) >>> 0}`);
        return { data, shape, stride: [1], ...(column === 1 && { mask }) };
      }),
    bytes: () => 0,
  };
  const file = await (await writeTable(made, "parquet")).blob();
  server.write("bounded.parquet", Buffer.from(await file.arrayBuffer()));
  const passing = async (...texts: readonly string[]) => {
    const filters = texts.map((text) => {
      const [column = "", ...comparison] = text.split(" ");
      return { column, text: comparison.join(" ") };
    });
    const table = await openTable(`${server.home}/plain/bounded.parquet`, { http: { gap: 0, cache: 0 } });
    const { result, log, bytes } = await server.during(() => arranged(table, { filters }));
    const found = await readRows(result, { columns: ["id"] });
    const all = await readRows(await arranged(made, { filters }), { columns: ["id"] });
    expect(found, texts.join()).toEqual(all);
    table.close();
    return { rows: result.rows, requests: log.length, share: bytes / file.size };
  };
  const one = await passing(`id = ${first + 123_457n}`);
  expect(one.rows).toBe(1);
  expect(one.requests).toBeLessThanOrEqual(3);
  expect(one.share).toBeLessThan(0.1);
  const last = await passing("name >= s1999", "flux > 0");
  expect(last.rows).toBe(99);
  expect(last.requests).toBeLessThanOrEqual(5);
  expect(last.share).toBeLessThan(0.2);
  const none = await passing(`id < ${first + 1000n}`, "flux > -1000");
  expect(none.rows).toBe(0);
  expect(none.share).toBeLessThan(0.1);
  for (const text of [
    "flux < -29",
    "flux != 0",
    "flux <= -35.4",
    "name = s070001",
    "name s07000",
    "flux nan",
  ]) {
    await passing(text);
  }
});
