/** WCS of FITS that need tables in other HDUs, alternate ones, and ZPN: astropy's positions, and what is said where a table is missing. */
import { readFileSync } from "node:fs";
import { open, slice, type Wcs } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

interface Case {
  readonly name: string;
  readonly header?: Readonly<Record<string, string | number>>;
  /** A file of `field/fits/extract-blocked-by-wcs` instead of `tables.fits`. */
  readonly file?: string;
  readonly hdu?: number;
  readonly key?: string;
  readonly pixels: readonly (readonly number[])[];
  readonly world: readonly (readonly number[] | null)[];
}

const data = new URL("../../data/", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(new URL("wcs/tables.json", data), "utf8"));
const tables = await open(readFileSync(new URL("wcs/tables.fits", data)));

/** Positions are astropy's to 10⁻⁹, and lead back to the pixels. */
function expectPositions(wcs: Wcs, { name, pixels, world }: Case): void {
  for (const [i, pixel] of pixels.entries()) {
    const expected = world[i];
    const actual = wcs.pixelToWorld(...pixel);
    if (!expected) {
      expect(actual.some(Number.isNaN), `${name} at ${pixel}: ${actual}`).toBe(true);
      continue;
    }
    const scale = Math.max(1, ...expected.map(Math.abs));
    for (const [axis, value] of expected.entries()) {
      const difference = (actual[axis] ?? Number.NaN) - value;
      const turns = axis === wcs.sky?.longitude ? 360 * Math.round(difference / 360) : 0;
      expect(Math.abs(difference - turns) / scale, `${name} at ${pixel}: ${actual}`).toBeLessThan(1e-9);
    }
    const back = wcs.worldToPixel(...actual);
    const far = Math.max(...back.map((value, axis) => Math.abs(value - (pixel[axis] ?? 0))));
    expect(far, `${name} back to ${pixel}: ${back}`).toBeLessThan(1e-6);
  }
}

const inFile = (path: string) => open(readFileSync(new URL(path, data)));
const inTree = (header: unknown) => open(build(`header: ${JSON.stringify(header)}`));

test.each(cases.map((each) => [each.name, each] as const))("%s", async (_, each) => {
  const { header, hdu = 0, key, file } = each;
  const opened = file ? await inFile(`field/fits/extract-blocked-by-wcs/${file}`) : tables;
  const wcs = header
    ? await (await inTree(header)).wcs("header")
    : await opened.wcs(opened.hdus[hdu] ?? "", { key });
  expect(wcs.warnings).toEqual([]);
  expectPositions(wcs, each);
  const { name = "" } = opened.hdus[hdu] ?? {};
  if (!header && !key) {
    expectPositions(await opened.wcs(`${name}/header`), each);
  }
});

test("without its tables, a header keeps the sky, and says what is left out", async () => {
  const { cards = [] } = tables.hdus[1] ?? {};
  const header = cards.map(({ keyword, value }) => [keyword, value ?? null]);
  const plain = header.filter(([keyword]) => !/^(?:CPDIS|D2IMDIS)/.test(String(keyword)));
  const left = await (await inTree(header)).wcs("header");
  expect(left.pixelToWorld(12, 140)).toEqual(
    (await (await inTree(plain)).wcs("header")).pixelToWorld(12, 140),
  );
  const of = (axis: number, name: string, table: string) => ({
    code: "unsupported-transform",
    message: `the WCS of this FITS header: the distortion of pixel axis ${axis} (${name}) is left out: its table (${table},${axis}) is not in the file`,
    path: "header",
  });
  expect(left.warnings).toEqual([
    of(1, "D2IMDIS", "D2IMARR"),
    of(2, "D2IMDIS", "D2IMARR"),
    of(1, "CPDIS", "WCSDVARR"),
    of(2, "CPDIS", "WCSDVARR"),
  ]);
  const others = { CPDIS1: "TPD", CQDIS2: "Polynomial", DP1_T: 3 };
  const { warnings } = await (await inTree([...plain, ...Object.entries(others)])).wcs("header");
  expect(warnings.map(({ message }) => message.split("header: ")[1])).toEqual([
    "the distortion CPDIS1 'TPD' is left out",
    "the distortion CQDIS2 'Polynomial' is left out",
  ]);
});

test("alternate WCS are listed, and chosen by their letters", async () => {
  const others = tables.hdus.find(({ name }) => name === "OTHERS");
  const file = await inTree((others?.cards ?? []).map(({ keyword, value }) => [keyword, value ?? null]));
  expect([tables.wcsKeys(others ?? ""), file.wcsKeys("header")]).toEqual([
    ["", "A", "D"],
    ["", "A", "D"],
  ]);
  const data = others?.data;
  const choices = data ? tables.wcsChoices(data) : [];
  expect([choices[0], ...choices.slice(-2)]).toEqual([
    { path: "OTHERS/header", isBest: true },
    { path: "fits:8:A", isBest: false },
    { path: "fits:8:D", isBest: false },
  ]);
  expect((await tables.wcs("fits:8:A")).sky?.reference).toBe("galactic");
  expect((await file.wcs("header", { key: "A" })).sky?.reference).toBe("galactic");
  expect((await file.wcs("header", { key: "" })).sky?.reference).toBe("icrs");
  for (const key of ["B", "a", "AA", "^"]) {
    await expect(file.wcs("header", { key })).rejects.toMatchObject({
      code: "not-found",
      message: `this header has no WCS '${key}': it has the primary one, A, D`,
    });
  }
});

test("tables move with the image that is cut; where others use them too, the part says what it leaves out", async () => {
  const file = await inFile("wcs/tables.fits");
  const all = ["BOTH", "PRIOR", "DETECTOR", "ONE", "TURNED", "LINE", "DEFAULT"];
  const rows = [slice(1, 4), slice(2, 5)];
  const part = await open(await file.cutout(Object.fromEntries(all.map((name) => [`${name}/data`, rows]))));
  expect(file.warnings.map(({ path }) => path)).toEqual([]);
  for (const name of all) {
    const [whole, cut] = [await file.wcs(`${name}/header`), await part.wcs(`${name}/header`)];
    expect(cut.warnings, name).toEqual([]);
    for (const [x, y] of [
      [0, 0],
      [40, 110.5],
    ] as const) {
      const expected = whole.pixelToWorld(x + 2, y + 1);
      const actual = cut.pixelToWorld(x, y);
      expect(Math.max(...actual.map((value, i) => Math.abs(value - (expected[i] ?? 0)))), name).toBeLessThan(
        1e-11,
      );
    }
  }
  const alone = await open(await file.cutout({ "TURNED/data": rows }));
  expect(alone.get("TURNED/header/CPDIS1")).toBe("Lookup");
  expect((await alone.wcs("TURNED/header")).pixelToWorld(7, 9)).toEqual(
    (await part.wcs("TURNED/header")).pixelToWorld(7, 9),
  );

  const shared = await open(await file.cutout({ "BOTH/data": rows, "TURNED/data": [slice(0, 4, 2), null] }));
  const left = (path: string, table: string) => ({
    code: "not-copied",
    message: `the distortion of this WCS is left out of the part: its table (${table}) counts pixels of the whole image`,
    path,
  });
  expect(file.warnings).toEqual([left("BOTH/header", "D2IMARR,1"), left("TURNED/header", "WCSDVARR,3")]);
  expect(shared.get("BOTH/header/CPDIS1")).toBeUndefined();
  expect((await shared.wcs("BOTH/header")).warnings).toEqual([]);
  // What was not cut keeps its tables.
  const prior = (from: typeof file) => from.wcs("PRIOR/header").then((wcs) => wcs.pixelToWorld(12, 140));
  expect(await prior(shared)).toEqual(await prior(file));
});
