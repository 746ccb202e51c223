/** FITS and ASDF that gzip has packed, and the checksums of HDUs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { type NdArray, open } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { hdu, image, PRIMARY } from "../../support/fits.ts";
import { failure } from "../../support/values.ts";

const field = join(import.meta.dirname, "../../data/field/fits");
const path = join(field, "fits-gz-cli/tiny.fits.gz");
const twelve = Int16Array.from({ length: 12 }, (_, i) => i);

test("a file that gzip has packed opens from a path, a Blob, a stream, memory and a byte source", async () => {
  const packed = readFileSync(path);
  const source = {
    size: packed.length,
    read: async (at: number, length: number) => new Uint8Array(packed.subarray(at, at + length)),
  };
  for (const given of [path, new Blob([packed]), Readable.from([packed]), new Uint8Array(packed), source]) {
    using file = await open(given);
    const { data } = file.hdus[0] ?? {};
    expect([file.dialect, data?.dtype, data?.shape]).toEqual(["fits", "int16", [3, 4]]);
    expect((await data?.read())?.data).toEqual(twelve);
  }
  using asdf = await open(gzipSync(build("a: !core/ndarray-1.1.0 [1, 2]")));
  expect((await (asdf.get("a") as NdArray).read()).shape).toEqual([2]);
});

test("gzip in several members is one file; one that is cut, or holds more than is allowed, is refused", async () => {
  const plain = Buffer.concat([hdu(PRIMARY), hdu(image("SCI", 8, [300, 300]), new Uint8Array(90_000))]);
  const members = Buffer.concat([gzipSync(plain.subarray(0, 5000)), gzipSync(plain.subarray(5000))]);
  using file = await open(members);
  expect([file.size, file.hdus.length, file.hdus[1]?.problem]).toEqual([plain.length, 2, undefined]);
  const cut = await failure(() => open(members.subarray(0, -30)));
  expect([cut.code, cut.message]).toEqual(["corrupt-data", expect.stringContaining("gzip")]);
  const bomb = await failure(() => open(members, { limits: { output: 50_000 } }));
  expect([bomb.code, bomb.message]).toEqual(["limit-exceeded", expect.stringContaining("50000 bytes")]);
});

test("HDUs are verified by CHECKSUM and DATASUM, where they have them", async () => {
  const bytes = readFileSync(join(field, "verify-ignores-checksum/checksum_false.fits"));
  using file = await open(new Uint8Array(bytes));
  const { hdus } = await file.verify();
  expect(hdus?.failed.length).toBeGreaterThan(0);
  const [first] = hdus?.failed ?? [];
  expect([first?.error.code, first?.error.hdu]).toEqual(["checksum", first?.hdu]);
  // Words that add up to ones make a CHECKSUM right; DATASUM is their sum.
  const data = Uint8Array.of(0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 5);
  const summed = (sum: string) => hdu([...image("SCI", 8, [12]), ["DATASUM", sum]], data);
  using sound = await open(new Uint8Array(Buffer.concat([hdu(PRIMARY), summed("6"), summed("7")])));
  const found = (await sound.verify()).hdus;
  expect([found?.matched, found?.unchecked, found?.failed.map((failed) => failed.hdu)]).toEqual([
    [1],
    [0],
    [2],
  ]);
  expect(found?.failed[0]?.error.message).toContain("their sum is 6");
});
