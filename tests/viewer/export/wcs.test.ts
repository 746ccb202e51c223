/** World coordinates in exported FITS files: the keywords have the same positions as gwcs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { exportCalls, exported, opened, signal } from "./support.ts";

type Point = readonly [x: number, y: number, longitude: number, latitude: number];

const vectors: Readonly<Record<string, readonly Point[]>> = JSON.parse(
  readFileSync(new URL("wcs.vectors.json", import.meta.url), "utf8"),
);
const DEGREE = Math.PI / 180;

/** What the test cuts out. */
const CUT = {
  section: { axes: [0, 1], index: [0, 0] },
  rows: { start: 20, stop: 90 },
  columns: { start: 50, stop: 191 },
};

/** The cards of a header with values. */
function cardsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const cards = new Map<string, string>();
  for (let at = 0; ; at += 80) {
    const card = bytes.toString("latin1", at, at + 80);
    if (card.startsWith("END ")) {
      return cards;
    }
    const [, keyword = "", value = ""] = /^([A-Z0-9_-]+) *= +('[^']*'|[^ /]+)/.exec(card) ?? [];
    cards.set(keyword, value.replaceAll("'", "").trim());
  }
}

/** The position of a pixel, by the definitions of `TAN` and SIP. */
function positionAt(cards: ReadonlyMap<string, string>, x: number, y: number): [number, number] {
  const value = (keyword: string): number => Number(cards.get(keyword) ?? 0);
  const [u, v] = [x + 1 - value("CRPIX1"), y + 1 - value("CRPIX2")];
  const sip = (letter: string): number => {
    let sum = 0;
    for (const [keyword, text] of cards) {
      const [, p, q] = new RegExp(`^${letter}_(\\d)_(\\d)$`).exec(keyword) ?? [];
      sum += p === undefined ? 0 : Number(text) * u ** Number(p) * v ** Number(q);
    }
    return sum;
  };
  const [f, g] = [u + sip("A"), v + sip("B")];
  const xi = (value("CD1_1") * f + value("CD1_2") * g) * DEGREE;
  const eta = (value("CD2_1") * f + value("CD2_2") * g) * DEGREE;
  const [longitude, latitude] = [value("CRVAL1"), value("CRVAL2") * DEGREE];
  const depth = Math.cos(latitude) - eta * Math.sin(latitude);
  const high = Math.sin(latitude) + eta * Math.cos(latitude);
  const turn = Math.atan2(xi, depth);
  return [longitude + turn / DEGREE, Math.atan2(high, Math.hypot(xi, depth)) / DEGREE];
}

for (const name of ["roman_l2_192", "roman_l3_192"]) {
  for (const part of ["whole", "cut"]) {
    test(`keywords of ${name}, ${part}, give the positions of gwcs`, async () => {
      const node = await opened(new Uint8Array(readFileSync(`tests/data/roman/${name}.asdf`)));
      const job = {
        of: "array",
        format: "fits",
        part: { node: node("roman/data"), ...(part === "cut" && CUT) },
        wcs: "roman/meta/wcs",
      } as const;
      const { remarks } = await exportCalls.plan(job, signal);
      const bytes = await exported(job);
      const folder = process.env["EXPORTS"];
      if (folder !== undefined) {
        writeFileSync(join(folder, `${name}.${part}.fits`), bytes);
      }
      const cards = cardsOf(bytes);
      const type = name === "roman_l3_192" ? "TAN" : "TAN-SIP";
      expect(remarks.join()).toContain(`WCS as ${type},`);
      expect([cards.get("CTYPE1"), cards.get("CTYPE2")]).toEqual([`RA---${type}`, `DEC--${type}`]);
      const [left, bottom] = part === "cut" ? [50, 20] : [0, 0];
      const points = vectors[`${name}.${part}`] ?? [];
      expect(points.length).toBe(25);
      for (const [x, y, longitude, latitude] of points) {
        const [found, high] = positionAt(cards, x - left, y - bottom);
        const across = (found - longitude) * Math.cos(latitude * DEGREE);
        // A pixel is at least 0.055″, or 1.5e-5°, wide: this is a millionth of it.
        expect(Math.hypot(across, high - latitude)).toBeLessThan(1e-6 * 1.5e-5);
      }
    });
  }
}

test("a cube gets its wavelengths, an axis without any its pixels; a section that is no sky gets none", async () => {
  const zeros = JSON.stringify(
    Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => [0, 0, 0, 0, 0])),
  );
  const sky =
    "CTYPE1: RA---TAN, CRPIX1: 2, CRVAL1: 10, CDELT1: -0.001, CTYPE2: DEC--TAN, CRPIX2: 2, CRVAL2: 20, CDELT2: 0.001";
  const cube = `data: !core/ndarray-1.1.0 {datatype: float32, data: ${zeros}}`;
  const yaml = `{${cube}, wcs: {WCSAXES: 3, ${sky}, CTYPE3: WAVE, CRPIX3: 1, CRVAL3: 2.0e-6, CDELT3: 1.0e-9, CUNIT3: m}}`;
  const node = await opened(new Uint8Array(Buffer.from(treeFile(yaml))));
  const job = { of: "array", format: "fits", part: { node: node("data") }, wcs: "wcs" } as const;
  const cards = cardsOf(await exported(job));
  expect([cards.get("CTYPE3"), Number(cards.get("CRVAL3")), cards.get("CUNIT3")]).toEqual([
    "WAVE",
    2e-6,
    "m",
  ]);
  expect(Number(cards.get("CD3_3"))).toBeCloseTo(1e-9, 15);
  const section = { axes: [0, 2], index: [0, 1, 0] };
  const { remarks } = await exportCalls.plan({ ...job, part: { ...job.part, section } }, signal);
  expect(remarks).toEqual(["The file gets no WCS: its two axes are not a position on the sky."]);
  const bytes = await exported({ ...job, part: { ...job.part, section } });
  expect(bytes.toString("latin1", 0, 2880)).toContain("COMMENT The file gets no WCS: its two axes are not");
  const line = {
    ...job,
    format: "csv",
    part: { ...job.part, section: { axes: [0], index: [0, 1, 1] } },
    isLine: true,
  } as const;
  const [heading = "", ...points] = (await exported(line)).toString().trimEnd().split("\r\n");
  expect(heading).toMatch(/^index,.+ \[m\],value$/);
  expect(points.map((point) => Number(point.split(",")[1]))).toEqual(
    [2e-6, 2.001e-6, 2.002e-6].map((wave) => expect.closeTo(wave, 15)),
  );
});

test("a plane of a FITS cube keeps the header of its HDU, with the third axis behind its own", async () => {
  const cube = join(
    import.meta.dirname,
    "../../data/field/fits/extract-cube-loses-wcs-and-header/w_cube.fits",
  );
  const node = await opened(new Uint8Array(readFileSync(cube)));
  const section = { axes: [1, 2], index: [2, 0, 0] };
  const part = {
    node: node("PRIMARY/data"),
    section,
    rows: { start: 10, stop: 20 },
    columns: { start: 5, stop: 8 },
  };
  const job = { of: "array", format: "fits", part, wcs: "PRIMARY/header" } as const;
  const cards = cardsOf(await exported(job));
  const wanted = { NAXIS: 2, WCSAXES: 3, CRPIX1: 45.5, CRPIX2: 30.5, CRPIX3: -1, EXPTIME: 30.5 };
  for (const [keyword, value] of Object.entries(wanted)) {
    expect(Number(cards.get(keyword)), keyword).toBe(value);
  }
  expect([cards.get("BUNIT"), cards.get("CTYPE3"), cards.get("OBJECT")]).toEqual(["Jy/beam", "VRAD", "M1"]);
});
