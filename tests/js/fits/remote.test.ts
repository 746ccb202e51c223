/** What is requested of a FITS file that is far away: see tests/fits/remote.rs. */

import { open, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { asdfExtension, type CardText, hdu, header, image, PRIMARY, SparseFile } from "../../support/fits.ts";

/** A file of 9 HDUs: seven images of 17.6 MB with headers of 100 cards, and the ASDF extension, which is the last. */
function large(): { file: SparseFile; offsets: readonly number[] } {
  const parts: [number, Uint8Array][] = [[0, hdu(PRIMARY)]];
  let end = 2880;
  const offsets: number[] = [];
  const more = Array.from({ length: 100 }, (_, i) => [`KEY${i}`, i] as CardText);
  for (let version = 1; version <= 7; version += 1) {
    const cards = header([...image("SCI", -32, [2200, 2000]), ["EXTVER", version], ...more]);
    parts.push([end, cards]);
    offsets.push(end + cards.length);
    end += cards.length + Math.ceil((2200 * 2000 * 4) / 2880) * 2880;
  }
  const text = Buffer.from(
    `#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\nsky: !core/ndarray-1.1.0 {source: 'fits:SCI,5'}\npad: '${"x".repeat(100_000)}'\n...\n`,
  );
  const last = hdu(asdfExtension(text.length), text);
  parts.push([end, last]);
  return { file: new SparseFile(parts, end + last.length), offsets };
}

test("tree and HDUs of 120 MB take 12 requests of 512 KiB at most, and a window its rows alone", async () => {
  const { file: far, offsets } = large();
  expect(far.size).toBeGreaterThan(120_000_000);
  using file = await open(far);
  expect(file.hdus).toHaveLength(9);
  expect(file.get("pad")).toHaveLength(100_000);
  expect(far.asked.length).toBeLessThanOrEqual(12);
  expect(far.bytes).toBeLessThanOrEqual(512 << 10);

  far.asked.length = 0;
  const { data, shape } = await file.array("sky", "float32").read([slice(100, 110), slice(500, 600)]);
  expect([shape, data.every((value) => value === 0)]).toEqual([[10, 100], true]);
  const [from = 0, to = 0] = [offsets[4] ?? 0, (offsets[4] ?? 0) + 110 * 2000 * 4];
  expect(far.asked.every(([at, length]) => at >= from + 100 * 2000 * 4 && at + length <= to)).toBe(true);
  expect(far.bytes).toBeLessThanOrEqual(10 * 2000 * 4);
});
