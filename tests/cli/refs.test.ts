/** `refs`: reference files for xarray and dask. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { expect, test } from "vitest";
import { roman, run, scratch } from "./run.ts";

const at = scratch();
const refsIn = (path: string) => JSON.parse(readFileSync(path, "utf8")).refs;

test("a reference file of a file: absolute paths, or as seen from its folder; and what was left out", async () => {
  await run("convert", roman, at("plain.asdf"), "--compression", "none");
  const { code, err, out } = await run("refs", at("plain.asdf"), "-o", at("a.json"), "--chunk", "20000");
  expect({ code, out }).toEqual({ code: 0, out: "" });
  const refs = refsIn(at("a.json"));
  expect(JSON.parse(refs["roman.data/.zarray"])).toMatchObject({ shape: [192, 192], chunks: [24, 192] });
  expect(refs["roman.data/1.0"]).toMatchObject({ 0: at("plain.asdf"), 2: 24 * 192 * 4 });
  expect(err).toBe("");
  expect((await run("refs", roman, "-o", at("a.json"))).code).toBe(3);
  expect((await run("refs", roman, "-f", "-o", at("a.json"), "--relative")).code).toBe(0);
  expect(refsIn(at("a.json"))["roman.data/0.0"][0]).toBe(relative(dirname(at("a.json")), roman));

  await run("convert", roman, at("b.asdf"), "--compression", "bls2");
  const some = await run("refs", at("b.asdf"), "-o", at("b.json"));
  expect(some.code).toBe(0);
  expect(some.err).toMatch(/`roman\/data` is left out: no codec of Zarr decodes its block \(bls2/);
  expect(some.err).toContain("convert --compression none");
  expect(refsIn(at("b.json"))).not.toHaveProperty(["roman.data/.zarray"]);

  writeFileSync(at("none.asdf"), "#ASDF 1.0.0\n%YAML 1.1\n--- {a: 1}\n...\n");
  const none = await run("refs", at("none.asdf"), "-o", at("none.json"));
  expect(none).toMatchObject({ code: 3, err: expect.stringContaining("no array can be referred to") });
  expect(existsSync(at("none.json"))).toBe(false);
});

test("several files as groups, or stacked; to the standard output", async () => {
  const grouped = JSON.parse((await run("refs", roman, roman)).out);
  expect(grouped.refs).toHaveProperty(["roman_l2_192_1/roman.data/0.0"]);
  const stacked = JSON.parse((await run("refs", roman, roman, "--stack", "n", "--format", "zarr3")).out);
  expect(JSON.parse(stacked.refs["roman.data/zarr.json"])).toMatchObject({ shape: [2, 192, 192] });
  const json = await run("refs", roman, "-o", at("c.json"), "--json");
  expect(JSON.parse(json.out)).toMatchObject({ written: [at("c.json")], left: [] });
  expect((await run("refs", "-")).code).toBe(2);
});
