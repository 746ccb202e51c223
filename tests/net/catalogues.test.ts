/** Which ranges of a remote Parquet file are requested, from the log of the server. */
import { readFileSync } from "node:fs";
import { openTable } from "asdf-wasm/catalogues";
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
