/** Exported differences and ratios: what is computed is exported, in the pixels of the first image, and nothing that is of that image alone. */
import type { ExportJob } from "@asdf-wasm/www/viewer/protocol/exports.ts";
import type { CompareCalls, Computation } from "@asdf-wasm/www/viewer/protocol/images/compare.ts";
import { compareAnswers } from "@asdf-wasm/www/viewer/worker/calls/compare.ts";
import { ndarray, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { floats, hdu, image } from "../../support/fits.ts";
import { tangent } from "../../support/onSky.ts";
import { exportCalls, exported, held, opened, signal } from "./support.ts";

type Part = Extract<ExportJob, { of: "array" }>["part"];

const compareCalls = held.calls<CompareCalls>(compareAnswers);
const [ROWS, COLUMNS] = [8, 8];
const PLANE = { axes: [0, 1], index: [0, 0] };

/** What is exported of one array and another. */
async function computed(
  computation: Computation,
  one: number,
  other: CompareOther,
  sampling = "nearest" as const,
) {
  const { array } = await compareCalls.compute({ computation, one, other, sampling });
  return (format: "fits" | "csv" | "npy", part: Omit<Part, "node"> = {}, more: object = {}): ExportJob => ({
    ...{ of: "array", format, part: { node: array.id, ...part } },
    ...more,
  });
}
type CompareOther = Parameters<CompareCalls["compute"]>[0]["other"];

const lines = (bytes: Buffer) => bytes.toString().trimEnd().split("\r\n");

/** The cards of the first header, and the float32 behind it. */
function fits(bytes: Buffer) {
  const text = bytes.toString("latin1");
  const cards = text.slice(0, text.indexOf(`END${" ".repeat(77)}`)).match(/.{80}/g) ?? [];
  const start = Math.ceil((cards.length + 1) / 36) * 2880;
  return {
    cards: cards.map((card) => card.trimEnd()),
    value: (i: number) => bytes.readFloatBE(start + 4 * i),
  };
}

test("of arrays of one file: a line, a part and the whole have the difference, its unit and its masks", async () => {
  const unit = (values: Float32Array<ArrayBuffer>, more = {}) => ndarray(values, { shape: [2, 3], ...more });
  const node = await opened(
    new Uint8Array(
      await (
        await write({
          one: unit(Float32Array.of(10, 20, 30, 40, 50, 60)),
          other: unit(Float32Array.of(1, 2, 4, 8, 16, 32), { mask: Uint8Array.of(0, 0, 0, 0, 1, 0) }),
        })
      ).arrayBuffer(),
    ),
  );
  const job = await computed("difference", node("one"), node("other"));
  expect(lines(await exported(job("csv")))).toEqual(["9,18,26", "32,,28"]);
  const part = { section: PLANE, rows: { start: 0, stop: 2 }, columns: { start: 1, stop: 3 } };
  expect(lines(await exported(job("csv", part)))).toEqual(["18,26", ",28"]);
  const along = { section: { axes: [1], index: [1, 0] } };
  expect(lines(await exported(job("csv", along, { isLine: true })))).toEqual([
    "index,value",
    "0,32",
    "1,",
    "2,28",
  ]);
  const npy = await exported(job("npy"));
  expect(npy.subarray(128)).toEqual(Buffer.from(Float32Array.of(9, 18, 26, 32, Number.NaN, 28).buffer));

  const { cards, value } = fits(await exported(job("fits", part)));
  expect([0, 1, 2, 3].map(value)).toEqual([18, 26, Number.NaN, 28]);
  expect(cards).toContain("COMMENT one - other[:, :], from x 1 and y 0 on, computed from ASDF.");
  const ratio = await computed("ratio", node("one"), node("other"));
  expect(lines(await exported(ratio("csv")))[0]).toBe("10,10,7.5");
  expect(fits(await exported(ratio("fits"))).cards).toContain("COMMENT one / other, computed from ASDF.");
});

test("with an image resampled by the sky: NaN where that is not, the keywords of the first, no errors beside it", async () => {
  const place = tangent({ ra: 80, dec: 30, side: COLUMNS });
  const sci = Buffer.alloc(4 * ROWS * COLUMNS);
  for (let i = 0; i < ROWS * COLUMNS; i += 1) {
    sci.writeFloatBE(100 + i, 4 * i);
  }
  const bytes = Buffer.concat([
    hdu([
      ["SIMPLE", true],
      ["BITPIX", 8],
      ["NAXIS", 0],
    ]),
    hdu([...image("SCI", -32, [ROWS, COLUMNS]), ["BUNIT", "Jy"], ["EXPTIME", 30], ...place], sci),
    hdu([...image("ERR", -32, [ROWS, COLUMNS]), ["BUNIT", "Jy"]], sci),
  ]);
  // Pixel x of the second image is at pixel x + 2 of the first.
  const moved = place.map(
    ([keyword, value]) => [keyword, keyword === "CRPIX1" ? Number(value) - 2 : value] as const,
  );
  const second = new File(
    [new Uint8Array(floats([ROWS, COLUMNS], [["BUNIT", "Jy"], ...moved], (i) => i % COLUMNS))],
    "b.fits",
  );
  const node = await opened(new Uint8Array(bytes));
  const source = { files: [{ path: "b.fits", file: second }] };
  const job = await computed("difference", node("SCI/data"), {
    ...{ id: "file-2", name: "b.fits", source, path: "PRIMARY/data", unit: "Jy" },
  });
  const rows = lines(await exported(job("csv")));
  expect(rows[0]).toBe("nan,nan,102,102,102,102,102,102");
  expect(rows[7]).toBe("nan,nan,158,158,158,158,158,158");

  const whole = job("fits", {}, { wcs: held.file.world.coordinates.beside(node("SCI/data"))[0]?.path });
  const { remarks } = await exportCalls.plan(whole, signal);
  expect(remarks).toContain(
    "The header, errors and flags of the HDU are of its own image, and are left out.",
  );
  const resampled = "b.fits is resampled by the sky (nearest pixel); where it is not, there is no value.";
  expect(remarks).toContain(resampled);
  const file = await exported(whole);
  const { cards, value } = fits(file);
  expect([0, 1, 2, 7].map(value)).toEqual([Number.NaN, Number.NaN, 102, 102]);
  expect(file.toString("latin1")).not.toMatch(/XTENSION|EXPTIME/);
  expect(cards).toContain("BUNIT   = 'Jy      '");
  expect(cards.join("\n")).toContain("CTYPE1  = 'RA---TAN'");
  expect(cards).toContain("COMMENT SCI - b.fits (nearest), computed from FITS.");
  expect(cards.join(" ").replace(/ COMMENT /g, " ")).toContain(resampled);
});
