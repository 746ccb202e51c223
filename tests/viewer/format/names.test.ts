/** Names of files on their tabs: what differs is seen. */

import { distinctNames } from "@asdf-wasm/science/format/names";
import { expect, test } from "vitest";

test("names of one exposure keep the word in which they differ", () => {
  const names = ["01", "02", "18"].map((sca) => `r0000101001001001001_0001_wfi${sca}_f106_cal.asdf`);
  const cut = distinctNames(names, 30);
  expect(new Set(cut).size).toBe(3);
  for (const [i, sca] of ["wfi01", "wfi02", "wfi18"].entries()) {
    expect(cut[i]).toContain(sca);
    expect(cut[i]?.length).toBeLessThanOrEqual(32);
    expect(cut[i]?.startsWith("r00")).toBe(true);
  }
});

test("short names stay, and what is like no other keeps its beginning and end", () => {
  const long = `${"a".repeat(40)}.asdf`;
  expect(distinctNames(["one.asdf", long], 20)).toEqual(["one.asdf", "aaaaaaaaaa…aaaaa.asdf"]);
  expect(distinctNames([long, long], 20)).toEqual(["aaaaaaaaaa…aaaaa.asdf", "aaaaaaaaaa…aaaaa.asdf"]);
});

test("a name that begins another, and names that differ everywhere", () => {
  const names = [`${"b".repeat(40)}.fits`, `${"b".repeat(40)}2.fits`, `${"b".repeat(10)}${"c".repeat(60)}`];
  const cut = distinctNames(names, 20);
  expect(new Set(cut).size).toBe(3);
});
