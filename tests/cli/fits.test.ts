/** The command and FITS files that are packed, cut, or do not match their checksums. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hdu, image, PRIMARY } from "../support/fits.ts";
import { ended, json, root, run, scratch, started } from "./run.ts";

const field = (name: string) => join(root, "tests/data/field/fits", name);
const at = scratch();

test("files that gzip has packed are read, from the standard input too", async () => {
  const packed = field("fits-gz-cli/tiny.fits.gz");
  expect((await json("info", packed)).hdus[0]).toMatchObject({ shape: [3, 4] });
  const child = started(["info", "-", "--json"], { input: true });
  child.stdin?.end(readFileSync(packed));
  expect(JSON.parse((await ended(child)).out)).toMatchObject({ dialect: "fits" });
});

test("of an image that is cut, `stats` and `show` use what is there, and say so", async () => {
  const cut = field("truncated-image/cut.fits");
  const stats = await run("stats", cut, "--json");
  expect(stats.err).toContain("the file is cut: 90 × 100 of 100 × 100");
  expect(JSON.parse(stats.out)).toMatchObject({ shape: [90, 100], count: 9000, min: 0, max: 8999 });
  const shown = await run("show", cut, "--output", at("cut.png"), "--json");
  expect([shown.code, shown.err]).toEqual([0, expect.stringContaining("the file is cut")]);
  expect(JSON.parse(shown.out)).toMatchObject({ width: 100, height: 90 });
});

test("of cut tables and compressed images, `extract`, `get` and `stats` give what is there, and say so", async () => {
  const table = join(root, "tests/data/fits/tables.fits");
  // Two of four rows of HDU 1, whose data begin at byte 8640.
  writeFileSync(at("table.fits"), readFileSync(table).subarray(0, 8640 + 300));
  const csv = await run("extract", at("table.fits"), "FIXED/data", at("rows.csv"));
  expect([csv.code, csv.err]).toEqual([0, expect.stringContaining("the file is cut: 2 of 4 rows are used")]);
  await run("extract", table, "FIXED/data", at("whole.csv"));
  const [rows, whole] = ["rows.csv", "whole.csv"].map((name) => readFileSync(at(name), "utf8").split("\r\n"));
  expect(rows).toEqual([...(whole?.slice(0, 3) ?? []), ""]);
  // Its data begin at byte 5760.
  writeFileSync(
    at("tiles.fits"),
    readFileSync(join(root, "tests/data/fits/tiles.fits")).subarray(0, 5760 + 600),
  );
  const stats = await run("stats", at("tiles.fits"));
  expect([stats.code, stats.err]).toEqual([
    0,
    expect.stringMatching(/the file is cut: \d+ × 37 of 23 × 37 elements/),
  ]);
  const got = await run("get", at("tiles.fits"), "RICE_1-I2/data", "--json");
  expect([got.code, got.err]).toEqual([0, expect.stringContaining("the file is cut")]);
  expect(JSON.parse(got.out).length).toBeLessThan(23);
});

test("`verify` finds an HDU that does not match its CHECKSUM or DATASUM", async () => {
  const { code, out } = await run("verify", field("verify-ignores-checksum/checksum_false.fits"));
  expect(code).not.toBe(0);
  expect(out).toMatch(/HDU 0: .*DATASUM/);
  expect(out).toMatch(/HDU 1: .*CHECKSUM/);
});

test("an HDU whose header is wrong is a fault once, and the others are read", async () => {
  const table = [...image("BAD", 8, [1, 8]), ["TFIELDS", 1], ["TFORM1", "3Z"]] as const;
  const bad = table.map(([key, value]) => [key, key === "XTENSION" ? "BINTABLE" : value] as const);
  const sound = hdu(image("SCI", 16, [2, 2]), new Uint8Array(8));
  writeFileSync(at("bad.fits"), Buffer.concat([hdu(PRIMARY), hdu(bad, new Uint8Array(8)), sound]));
  const { faults, arrays } = await json("verify", at("bad.fits"));
  expect(faults).toEqual([{ where: "BAD/data", message: expect.stringContaining("HDU 1 (BAD,1)") }]);
  expect(arrays).toEqual({ read: 1, failed: 1 });
  expect((await run("tree", at("bad.fits"))).out).toMatch(/int16 +2 × 2 +HDU 2/);
});
