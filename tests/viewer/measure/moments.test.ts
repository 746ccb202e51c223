/** Moments of cubes over their spectral axes, in the units of the WCS, and what is said of those that are of noise. */

import { collapsedUnit, type Reduction } from "@asdf-wasm/science/compute/reductions";
import { readSection } from "@asdf-wasm/science/sections/reading";
import type { Section } from "@asdf-wasm/science/sections/section";
import { SectionModel, sectionText } from "@asdf-wasm/www/viewer/state/section.ts";
import { doubtText } from "@asdf-wasm/www/viewer/views/image/readout/MadeOf.tsx";
import { type AsdfFile, init, ndarray, open, write } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { type CardText, hdu, image } from "../../support/fits.ts";
import { openFile } from "../support/openFile.ts";
import { measuring, noise } from "./measuring.ts";
import vectors from "./moments.vectors.json" with { type: "json" };

const SHAPE = [40, 6, 8] as const;
const [DEPTH, ROWS, COLUMNS] = SHAPE;
const WHOLE = { x: 0, y: 0, width: COLUMNS, height: ROWS, step: 1 };

beforeAll(() => init());

/** Noise around 0, and in the left half a line. */
function cube(): Float64Array<ArrayBuffer> {
  return noise(DEPTH * ROWS * COLUMNS).map((u, i) => {
    const [k, y, x] = [Math.floor(i / (ROWS * COLUMNS)), Math.floor(i / COLUMNS) % ROWS, i % COLUMNS];
    return u - 0.5 + (x < 4 ? 40 * Math.exp(-((k - 17 - y) ** 2) / 8) : 0);
  });
}

function fitsCube(ctype: string, { unit, value, step }: { unit: string; value: number; step: number }) {
  const values = cube();
  const bytes = new DataView(new ArrayBuffer(values.byteLength));
  for (const [i, number] of values.entries()) {
    bytes.setFloat64(8 * i, number);
  }
  const cards: readonly CardText[] = [
    ["SIMPLE", true],
    ...image("", -64, SHAPE).slice(1, -3),
    ["BUNIT", "Jy/beam"],
    ["RESTFRQ", 1.420405752e9],
    ...[
      ["RA---TAN", "deg", 10, -0.001, 4] as const,
      ["DEC--TAN", "deg", 20, 0.001, 3] as const,
      [ctype, unit, value, step, 5] as const,
    ].flatMap(([type, of, at, by, pixel], axis): CardText[] => [
      [`CTYPE${axis + 1}`, type],
      [`CUNIT${axis + 1}`, of],
      [`CRVAL${axis + 1}`, at],
      [`CDELT${axis + 1}`, by],
      [`CRPIX${axis + 1}`, pixel],
    ]),
  ];
  return open(hdu(cards, new Uint8Array(bytes.buffer)));
}

async function momentOf(file: AsdfFile, path: string, by: Reduction, above?: number) {
  const { nodes, world } = openFile(file);
  const node = nodes.trailAlong(path)?.at(-1) ?? -1;
  const collapse = { axis: 0, start: 0, stop: DEPTH, by, ...(above !== undefined && { above }) };
  const section: Section = await world.withCoordinate(node, { axes: [1, 2], index: [0, 0, 0], collapse });
  return { section, ...(await readSection(path, nodes.array(node), section, WHOLE, {})) };
}

const inLeft = (_: unknown, i: number) => i % COLUMNS < 4;

describe("moments are over the spectral axis of the WCS, in its unit", () => {
  test.each(Object.entries(vectors))("%s", async (ctype, { axis, all, above, ...card }) => {
    const file = await fitsCube(ctype, card);
    for (const [threshold, expected] of [
      [undefined, all],
      [1.5, above],
    ] as const) {
      for (const by of ["moment0", "moment1", "moment2"] as const) {
        const { data, section } = await momentOf(file, "PRIMARY/data", by, threshold);
        const along = section.collapse?.along;
        expect(along).toMatchObject({ unit: card.unit });
        for (const [k, value] of axis.entries()) {
          expect((along?.values[k] ?? 0) / value).toBeCloseTo(1, 12);
        }
        const found = Array.from(data as Float64Array).filter(inLeft);
        for (const [i, value] of expected[by].entries()) {
          expect((found[i] ?? 0) / value).toBeCloseTo(1, 6);
        }
        const units = { moment0: `Jy/beam ${card.unit}`, moment1: card.unit, moment2: `${card.unit}²` };
        expect(section.collapse && collapsedUnit(section.collapse, "Jy/beam")).toBe(units[by]);
      }
    }
  });

  test("and measured in regions as they are shown", async () => {
    const { axis, all, above: _, ...card } = vectors["VRAD"];
    const file = await fitsCube("VRAD", card);
    const { section } = await momentOf(file, "PRIMARY/data", "moment1");
    const box = { kind: "box", x: 0, y: 0, width: 1, height: 1, angle: 0 };
    const found = await measuring(file, "PRIMARY/data")(box, { section }).statistics();
    expect(Number(found.sum) / (all.moment1[0] ?? 0)).toBeCloseTo(1, 9);
    expect(found.unit).toBe("m/s");
    expect(axis).toHaveLength(DEPTH);
  });

  test("over an array beside, or the planes, which is said", async () => {
    const data = ndarray(cube(), { shape: [...SHAPE] });
    const wavelength = ndarray(Float64Array.from({ length: DEPTH }, (_, k) => 5 + k / 100));
    const beside = await momentOf(
      await open(await write({ data, wavelength }, { as: "blob" })),
      "data",
      "moment1",
    );
    expect(beside.section.collapse?.along).toMatchObject({ name: "wavelength" });
    const alone = await momentOf(await open(await write({ data }, { as: "blob" })), "data", "moment2");
    expect(alone.section.collapse && collapsedUnit(alone.section.collapse, "Jy")).toBe("planes²");
  });
});

describe("moments of noise are said to be that", () => {
  test("by the sum of the values, and by centres and variances that no line has", async () => {
    const file = await open(await write({ data: ndarray(cube(), { shape: [...SHAPE] }) }, { as: "blob" }));
    const { noise: found } = await momentOf(file, "data", "width");
    // Of numbers evenly between -0.5 and 0.5: the median distance of two is 0.293.
    expect(found?.sigma).toBeCloseTo(0.293 / (0.6745 * Math.SQRT2), 1);
    expect(found).toMatchObject({ pixels: 48, weak: 24 });
    expect(found?.impossible).toBeGreaterThan(0);
    expect(found && doubtText(found, "width", "Jy")).toMatch(
      /^Of noise in 50 % of the pixels: there, the values sum up to less than 3 σ \(σ 0\.3\d* Jy a plane\); \d+ pixels have a negative variance$/,
    );
    const masked = await momentOf(file, "data", "width", 1.5);
    expect(masked.noise).toMatchObject({ pixels: 24, weak: 0, impossible: 0 });
    expect(Array.from(masked.data as Float64Array, Number.isNaN)).toEqual(
      Array.from({ length: 48 }, (_, i) => !inLeft(0, i)),
    );
  });

  test("not of a line without noise, nor of moment 0", async () => {
    const line = cube().map((_, i) => Math.exp(-((Math.floor(i / 48) - 20) ** 2) / 8));
    const file = await open(await write({ data: ndarray(line, { shape: [...SHAPE] }) }, { as: "blob" }));
    expect((await momentOf(file, "data", "moment2")).noise).toMatchObject({ weak: 0, impossible: 0 });
    expect((await momentOf(file, "data", "moment0")).noise).toBeUndefined();
  });
});

test("links keep the threshold of a moment", () => {
  const model = new SectionModel();
  model.start([...SHAPE]);
  expect(model.goTo("moment1:2:30:-0.5,y,x")).toBe(true);
  expect(model.current.value.collapse).toMatchObject({ start: 2, stop: 30, above: -0.5 });
  expect(sectionText(model.current.value, [...SHAPE])).toBe("moment1:2:30:-0.5,y,x");
  for (const wrong of ["mean:2:30:1,y,x", "moment1:2:30:x,y,x", "moment1:2:30:1:1,y,x"]) {
    expect(model.goTo(wrong)).toBe(false);
  }
});
