/** The command on files of a server: what it asks for. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, run } from "../cli/run.ts";
import { ndarray } from "../support/build.ts";
import { writeSparse } from "../support/sparse.ts";
import { Server } from "./server.ts";

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server.remove());

test("`info` of a file of 10 GB takes two requests, and an element of it few bytes", async () => {
  const side = 50_000;
  writeSparse(join(server.files, "large.asdf"), `data: ${ndarray(0, "float32", [side, side])}`, [
    4 * side * side,
  ]);
  const url = `${server.home}/plain/large.asdf`;
  const info = await server.during(() => json("info", url));
  expect(info.result).toMatchObject({ arrays: [{ path: "data", shape: [side, side] }] });
  expect(info.log.map(({ method, status }) => `${method} ${status}`)).toEqual(["GET 206", "GET 206"]);
  expect(info.bytes).toBeLessThan(256 * 1024);
  const tree = [0, 1].map((block) => `data${block}: ${ndarray(block, "uint8", [1e9])}`);
  writeSparse(join(server.files, "blocks.asdf"), tree.join("\n"), [1e9, 1e9]);
  expect((await run("info", `${server.home}/plain/blocks.asdf`)).out).toMatch(
    /\n {2}1 +\d+ +\? +\? .*\n {2}--blocks reads the missing headers\.\n$/,
  );
  const get = await server.during(() => run("get", url, "data[40000, 40000:40004]"));
  expect(get.result.out).toBe("[0, 0, 0, 0]\n");
  expect(get.bytes).toBeLessThan(512 * 1024);
  const missing = await run("info", `${server.home}/plain/none.asdf`);
  expect(missing).toMatchObject({ code: 3, out: "" });
  expect(missing.err).toContain("404");
});
