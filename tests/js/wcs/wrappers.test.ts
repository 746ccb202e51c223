/** WCS around others, as astropy and ndcube write them: evaluated as they evaluate them, and cut. */
import { readFileSync } from "node:fs";
import {
  type AsdfFile,
  type Hdu,
  open,
  slice,
  type TreeMap,
  type TreeValue,
  withTag,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { failure } from "../../support/values.ts";

const data = new URL("../../data/", import.meta.url);
const read = (name: string) => open(readFileSync(new URL(name, data)));

const numbers = (value: TreeValue | undefined) =>
  (value as TreeValue[]).map((axis) => (axis as TreeValue[]).map((number) => toNumber(number)));
const toNumber = (value: TreeValue) => (value === ".nan" || value === "nan" ? Number.NaN : Number(value));
const points = (axes: number[][]) =>
  Float64Array.from((axes[0] ?? []).flatMap((_, i) => axes.map((axis) => axis[i] ?? 0)));

function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what: string) {
  expect(actual.length, what).toBe(expected.length);
  for (const [i, value] of Array.from(actual).entries()) {
    const wanted = expected[i] ?? 0;
    const isNear = Number.isNaN(wanted)
      ? Number.isNaN(value)
      : Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
    expect(isNear, `${what}: number ${i} is ${value}, not ${wanted}`).toBe(true);
  }
}

test("each wrapper gives the places that astropy and ndcube give, and the pixels", async () => {
  using file = await read("wcs/wrappers.asdf");
  const cases = file.get("cases") as TreeMap[];
  expect(cases.length).toBeGreaterThan(18);
  for (const [i, each] of cases.entries()) {
    const name = String(each["name"]);
    const wcs = await file.wcs(`cases/${i}/wcs`);
    // A compound hides the coordinates of the part that its pixel is outside of; here the whole point is outside.
    const given = points(numbers(each["world"]));
    const isHidden = (point: number) =>
      given.subarray(point * wcs.worldAxes, (point + 1) * wcs.worldAxes).some(Number.isNaN);
    const hidden = (numbers: Float64Array, axes: number) =>
      numbers.map((number, at) => (isHidden(Math.floor(at / axes)) ? Number.NaN : number));
    const world = hidden(given, wcs.worldAxes);
    expectNear(wcs.toWorld(points(numbers(each["points"]))), world, 1e-12, name);
    const pixels = hidden(points(numbers(each["pixels"])), wcs.pixelAxes);
    expectNear(wcs.toPixels(world), pixels, 1e-8, `${name}, back`);
    expect(
      wcs.frames
        .at(-1)
        ?.axes.map(({ unit }) => unit)
        .join(),
      name,
    ).toBe((each["units"] as string[]).join());
  }
});

test("what is inside a wrapper is not offered for the array beside it", async () => {
  using file = await read("field/asdf/ndcube-sliced-wcs/nd2.asdf");
  expect(file.wcsPaths()).toEqual(["cube/wcs"]);
  const wcs = await file.wcs("cube/wcs");
  expectNear(wcs.pixelToWorld(0, 0), [9.9360844, 20.159988], 1e-8, "ndcube-sliced-wcs");
  const [x, y] = wcs.worldToPixel(9.9, 20.2);
  expect([x?.toFixed(1), y?.toFixed(1)]).toEqual(["3.4", "4.0"]);

  using rebinned = await read("field/asdf/ndcube-rebinned-wcs/rebin.asdf");
  const coarse = await rebinned.wcs("cube/wcs");
  expectNear(coarse.pixelToWorld(0, 0), [10.03192026, 19.97499715], 1e-9, "ndcube-rebinned-wcs");
  expect(coarse.orientation(0, 0)?.scales.map((scale) => Math.round(scale))).toEqual([108, 144]);
});

async function expectCut(file: AsdfFile, cube: string, rows: [number, number], columns: [number, number]) {
  const whole = await file.wcs(`${cube}/wcs`);
  const part = await open(await file.cutout({ [`${cube}/data`]: [slice(...rows), slice(...columns)] }));
  const cut = await part.wcs(`${cube}/wcs`);
  for (const [x, y] of [
    [0, 0],
    [1.5, 2],
  ] as const) {
    expectNear(cut.pixelToWorld(x, y), whole.pixelToWorld(x + columns[0], y + rows[0]), 1e-12, cube);
  }
  return part;
}

test("a wrapped header takes the tables of its HDUs, and says what it leaves out", async () => {
  using fits = await read("wcs/tables.fits");
  const whole = await fits.wcs("BOTH/header");
  const hdu = ({ cards, data }: Hdu) => ({
    header: cards.map(({ keyword, value = null }): TreeValue => [keyword, value as TreeValue]),
    ...(data && { data }),
  });
  const image = fits.hdus.find(({ name }) => name === "BOTH") as Hdu;
  const tables = fits.hdus.filter(({ name }) => /^(?:WCSDVARR|D2IMARR)$/.test(name));
  const astropy = "tag:astropy.org:astropy/wcs/";
  const wrapped = (hdulist: TreeValue) => {
    const inner = withTag({ attrs: {}, hdulist }, `${astropy}wcs-1.0.0`);
    const slices_array = [3, 2].map((start) => ({ start, stop: null, step: null }));
    return withTag({ wcs: inner, slices_array }, `${astropy}slicedwcs-1.1.0`);
  };
  const { data: _, ...header } = hdu(image);
  using file = await open(
    await write({ full: wrapped([header, ...tables.map(hdu)]), bare: wrapped([header]) }),
  );
  const full = await file.wcs("full");
  expect(full.warnings).toEqual([]);
  expectNear(full.pixelToWorld(10, 137), whole.pixelToWorld(12, 140), 1e-12, "with tables");
  const bare = await file.wcs("bare");
  expect(bare.warnings.map(({ path, message }) => [path, message.split(": ")[1]])).toEqual(
    ["D2IMDIS", "CPDIS"].flatMap((kind) =>
      [1, 2].map((axis) => ["bare", `the distortion of pixel axis ${axis} (${kind}) is left out`]),
    ),
  );
});

test("a cutout moves a wrapped WCS", async () => {
  using file = await read("wcs/wrappers.asdf");
  for (const cube of ["plain", "sliced", "rebinned", "limited"]) {
    await expectCut(file, `cubes/${cube}`, [2, 8], [1, 7]);
  }
  using field = await read("field/asdf/cutout-rebinned/rebin.asdf");
  const part = await expectCut(field, "cube", [3, 9], [4, 9]);
  expectNear(
    (await part.wcs("cube/wcs")).pixelToWorld(0, 0),
    [9.90416625551734, 20.09497405271641],
    1e-12,
    "cutout-rebinned",
  );
  const error = await failure(() => field.cutout({ "cube/data": [slice(0, 8, 2), slice(0, 8, 2)] }));
  expect([error.code, error.path]).toEqual(["bad-selection", "cube/wcs"]);
});

test("wrappers that are not known, malformed, or made of themselves are refused by name", async () => {
  using source = await read("wcs/wrappers.asdf");
  const tagged = (tag: string, text: string) =>
    `#ASDF 1.0.0\n#ASDF_STANDARD 1.5.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\nwcs: &w !<${tag}> ${text}\n...\n`;
  const header =
    "{header: [[CTYPE1, RA---TAN], [CTYPE2, DEC--TAN], [CRPIX1, 1], [CRPIX2, 1], [CRVAL1, 1], [CRVAL2, 1], [CDELT1, 1]]}";
  const fits = `!<tag:astropy.org:astropy/wcs/wcs-1.0.0> {attrs: {}, hdulist: [${header}]}`;
  const astropy = "tag:astropy.org:astropy/wcs/";
  const ndcube = "tag:sunpy.org:ndcube/";
  for (const [tag, text, code] of [
    ["tag:example.org:some/warpedwcs-1.0.0", `{wcs: ${fits}}`, "unsupported-transform"],
    [`${astropy}slicedwcs-1.1.0`, "{wcs: *w, slices_array: []}", "bad-tree"],
    [`${astropy}slicedwcs-1.1.0`, `{wcs: ${fits}, slices_array: [{step: 2}, {start: 1}]}`, "bad-tree"],
    [`${astropy}slicedwcs-1.1.0`, `{wcs: ${fits}, slices_array: [1, 2]}`, "bad-tree"],
    [`${ndcube}resampledwcs-1.0.0`, `{wcs: ${fits}, factor: [1, 0], offset: [0, 0]}`, "bad-tree"],
    [`${ndcube}resampledwcs-1.0.0`, `{wcs: ${fits}, factor: [1, a], offset: [0, 0]}`, "bad-tree"],
    [`${ndcube}reorderedwcs-1.0.0`, `{wcs: ${fits}, pixel_order: [1, 1], world_order: [0, 1]}`, "bad-tree"],
    [`${ndcube}compoundwcs-1.0.0`, `{wcs: [${fits}, ${fits}], mapping: [0, 1, 4, 1]}`, "bad-tree"],
    [`${ndcube}compoundwcs-1.0.0`, "{wcs: [], mapping: null}", "bad-tree"],
    [`${astropy}highlevelwcswrapper-1.0.0`, "{wcs: 3}", "bad-tree"],
  ] as const) {
    const file = await open(new TextEncoder().encode(tagged(tag, text)));
    expect(file.wcsPaths(), text).toEqual(tag.includes("example") ? [] : ["wcs"]);
    const error = await failure(() => file.wcs("wcs"));
    expect([error.code, error.path], `${text}: ${error.message}`).toEqual([code, "wcs"]);
  }
  const unknown = await open(await write({ data: (source.get("cubes/plain") as TreeMap)["data"] ?? null }));
  expect(unknown.wcsPaths()).toEqual([]);
});

test("extra coordinates of ndcube are no WCS of the array, and are not left behind by a cutout", async () => {
  const tag = "tag:sunpy.org:ndcube/extra_coords/extra_coords/extracoords-1.0.0";
  const shift = "!<tag:stsci.edu:asdf/transform/shift-1.2.0> {offset: 1}";
  const gwcs = `!<tag:stsci.edu:gwcs/wcs-1.2.0> {name: a, steps: [{frame: a, transform: ${shift}}, {frame: b, transform: null}]}`;
  const text = `cube: {data: !core/ndarray-1.0.0 [[1, 2], [3, 4]], extra_coords: !<${tag}> {wcs: ${gwcs}}}\nother: !core/ndarray-1.0.0 [1, 2]`;
  const file = await open(
    new TextEncoder().encode(
      `#ASDF 1.0.0\n#ASDF_STANDARD 1.5.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n${text}\n...\n`,
    ),
  );
  expect(file.wcsPaths()).toEqual([]);
  const error = await failure(() => file.cutout({ "cube/data": [slice(0, 1), slice(0, 2)] }));
  expect([error.code, error.path]).toEqual(["bad-selection", "cube/extra_coords"]);
  await file.cutout({ other: [slice(0, 1)] });
});
