/** The command and data sets whose arrays are in many files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, run, scratch } from "./run.ts";

const set = (name: string) => join(root, "tests/data/field/dkist", name);
const at = scratch();

test("its array is read from the files beside it, by each subcommand, and the one that is missing is named", async () => {
  const visp = set("small_visp/test_visp.asdf");
  const stats = JSON.parse((await run("stats", visp, "--json")).out);
  expect(stats).toMatchObject({ path: "dataset/data", shape: [3, 10, 25], count: 750 });
  const { out } = await run("get", visp, "dataset/data[:, 0, 0]", "--json");
  expect(JSON.parse(out)).toEqual([0.6535371131778406, 0.1498713940863431, 0.436431695103511]);
  expect((await run("get", visp, "dataset/data/fileuris", "--json")).out).toContain('"2.fits"');
  expect((await run("tree", visp, "dataset")).out).toMatch(/data .*float64 +3 × 10 × 25 +3 files/);
  expect((await run("tree", visp, "dataset/data")).out).toContain("fileuris");
  expect((await run("extract", visp, "dataset/data", at("cube.npy"))).code).toBe(0);
  expect(readFileSync(at("cube.npy")).length).toBe(128 + 8 * 750);
  expect((await run("show", visp, "dataset/data[1]", "--output", at("plane.png"))).code).toBe(0);

  const grid = await run("stats", set("grid/grid.asdf"), "files", "--json");
  expect(JSON.parse(grid.out)).toMatchObject({ count: 1800 });
  expect(grid.err).toMatch(/1 of 4 files could not be read.*`g_1_0.fits`/);
});

test("an array of asdf-zarr, whose chunks are in blocks", async () => {
  const path = join(root, "tests/data/field/zarr/blocks.asdf");
  expect((await run("get", path, "fortran[1, ::4]", "--json")).out.replaceAll(/\s/g, "")).toBe("[-20,-8,4]");
  expect((await run("tree", path)).out).toMatch(/cube .*uint16 +4 × 5 × 6/);
  expect((await run("extract", path, "line", at("line.npy"))).code).toBe(0);
  expect(readFileSync(at("line.npy")).length).toBe(128 + 800);
  const crc = await run("stats", path, "crc");
  expect(crc).toMatchObject({
    code: 3,
    err: expect.stringContaining("the filter `crc32` of Zarr is not read"),
  });
});
