/** `stack`: the arrays of many files as one array in a file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ndarray, open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { fits } from "../support/onSky.ts";
import { run, scratch } from "./run.ts";

const at = scratch();

test("exposures become one array; files that do not fit are left out by name, and the exit code says so", async () => {
  for (const value of [1, 2, 3]) {
    writeFileSync(at(`e${value}.fits`), fits({ ra: 10, dec: 20, value }));
  }
  const exposures = [1, 2, 3].map((value) => at(`e${value}.fits`));
  const made = await run("stack", ...exposures, "-o", at("cube.asdf"), "-c", "lz4");
  expect(made).toMatchObject({ code: 0, out: "", err: "" });
  {
    using file = await open(at("cube.asdf"));
    const cube = file.array("data", "float32");
    expect([...(await cube.read([null, 0, 0])).data]).toEqual([1, 2, 3]);
    expect([cube.shape, cube.compression]).toEqual([[3, 64, 64], "lz4"]);
    expect(file.get("files")).toEqual(exposures);
    expect(file.get("path")).toBe("PRIMARY/data");
  }

  const odd = await write({ PRIMARY: { data: ndarray(new Float32Array(4), { shape: [2, 2] }) } });
  writeFileSync(at("odd.asdf"), new Uint8Array(await odd.arrayBuffer()));
  const all = [...exposures, at("odd.asdf"), at("lost.fits")];
  const some = await run("stack", ...all, "-o", at("some.asdf"), "--axis", "-1");
  expect(some.code).toBe(3);
  expect(some.err).toMatch(/left out: \S*odd\.asdf: it has 2 × 2 elements of float32, where/);
  expect(some.err).toMatch(/left out: \S*lost\.fits: .*no such file/);
  {
    using file = await open(at("some.asdf"));
    expect(file.array("data").shape).toEqual([64, 64, 3]);
    expect([...(await file.array("data", "float32").read([20, 10])).data]).toEqual([2, 4, 6]);
  }
  const json = JSON.parse((await run("stack", ...all, "-fo", at("some.asdf"), "--json")).out);
  expect(json).toMatchObject({ shape: [3, 64, 64], files: exposures, leftOut: [{}, {}], warnings: [] });
});

test("a file that exists stays, and so does what cannot be stacked", async () => {
  writeFileSync(at("e.fits"), fits({ ra: 10, dec: 20, value: 1 }));
  writeFileSync(at("there.asdf"), "mine");
  expect((await run("stack", at("e.fits"), "-o", at("there.asdf"))).code).toBe(3);
  expect(readFileSync(at("there.asdf"), "utf8")).toBe("mine");
  for (const [arguments_, code, message] of [
    [[at("lost.fits")], 3, "lost.fits"],
    [[at("e.fits"), "--path", "nothing"], 3, "nothing"],
    [[at("e.fits"), "--axis", "3"], 3, "axis"],
    [[at("e.fits"), "--axis", "x"], 2, "whole number"],
    [["-"], 2, "paths and URLs"],
  ] as const) {
    const failed = await run("stack", ...arguments_, "-o", at("none.asdf"));
    expect(failed).toMatchObject({ code, err: expect.stringContaining(message) });
  }
  expect((await run("stack", at("e.fits"))).code).toBe(2);
  expect(existsSync(at("none.asdf"))).toBe(false);
});
