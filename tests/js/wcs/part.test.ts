/** The WCS of a cutout: the same pixels have the same places on the sky, evaluated in the whole and in the part. */
import { readFileSync } from "node:fs";
import { type AsdfFile, ndarray, open, type Selection, slice, write } from "asdf-wasm";
import { expect, test } from "vitest";

const data = new URL("../../data/", import.meta.url);
const { headers }: { headers: { name: string; header: Record<string, number | string> }[] } = JSON.parse(
  readFileSync(new URL("wcs/fits.json", data), "utf8"),
);
const header = (name: string) => headers.find((each) => each.name === name)?.header ?? {};

/** A part, and the pixels of the whole, x first, that its first pixel and the one after it along each axis are. */
interface Part {
  readonly selection: Selection;
  readonly start: readonly [number, number];
  readonly step: readonly [number, number];
}

const PARTS: readonly Part[] = [
  { selection: [slice(30, 94), slice(100, 164)], start: [100, 30], step: [1, 1] },
  { selection: [slice(7, 90, 3), slice(150, 20, -2)], start: [150, 7], step: [-2, 3] },
];

async function expectSame(file: AsdfFile, array: string, path: string, { selection, start, step }: Part) {
  const part = await open(await file.cutout({ [array]: selection }));
  const [whole, cut] = [await file.wcs(path), await part.wcs(path)];
  for (const [x, y] of [
    [0, 0],
    [5, 11],
    [17.5, 3.25],
  ] as const) {
    const expected = whole.pixelToWorld(start[0] + x * step[0], start[1] + y * step[1]);
    const actual = cut.pixelToWorld(x, y);
    for (const [axis, value] of actual.entries()) {
      expect(Math.abs(value - (expected[axis] ?? 0)), `${path} ${x} ${y}`).toBeLessThan(1e-11);
    }
    const back = cut.worldToPixel(...actual);
    expect(back[0]).toBeCloseTo(x, 1);
    expect(back[1]).toBeCloseTo(y, 1);
  }
}

test.each(["roman_l2_192", "roman_l3_192"])("the gwcs of %s", async (name) => {
  const file = await open(readFileSync(new URL(`roman/${name}.asdf`, data)));
  for (const part of PARTS) {
    await expectSame(file, "roman/data", "roman/meta/wcs", part);
  }
});

test.each(["CD", "PC and CDELT", "SIP", "CAR of the whole sky", "latitude first"])(
  "FITS keywords: %s",
  async (name) => {
    const image = ndarray(new Uint8Array(100 * 200), { shape: [100, 200] });
    const small = Object.entries(header(name)).map(([keyword, value]) => [keyword.toLowerCase(), value]);
    const cards = Object.entries(header(name)).map(([keyword, value]) => [keyword, value, ""]);
    const sized = [...cards, ["NAXIS", 2], ["NAXIS1", 200, "length"], ["NAXIS2", 100]];
    const file = await open(
      await write({
        data: image,
        meta: { wcsinfo: Object.fromEntries(small) },
        fits: { header: sized, data: image },
      }),
    );
    for (const part of PARTS) {
      await expectSame(file, "data", "meta/wcsinfo", part);
      await expectSame(file, "data", "fits/header", part);
    }
    const part = await open(await file.cutout({ data: [slice(30, 94), slice(100, 164, 2)] }));
    expect(part.get("fits/header")).toContainEqual(["NAXIS1", 32, "length"]);
  },
);

test("a header with CROTA is cut by any steps: where they differ, a matrix takes the place of the angle", async () => {
  const pixels = () => ndarray(new Uint8Array(100 * 200), { shape: [100, 200] });
  const cards = Object.entries(header("CROTA")).map(([keyword, value]) => [keyword, value]);
  const file = await open(
    await write({ map: { data: pixels(), header: header("CROTA") }, list: { cards, image: pixels() } }),
  );
  const equal: Part = {
    selection: [slice(10, 90, 2), slice(20, 120, 2)],
    start: [20, 10],
    step: [2, 2],
  };
  for (const part of [equal, ...PARTS]) {
    await expectSame(file, "map/data", "map/header", part);
    await expectSame(file, "list/image", "list/cards", part);
  }
  const [first, second] = [equal.selection, [slice(10, 90, 2), slice(20, 120)]];
  const cut = await open(await file.cutout({ "map/data": first, "list/image": second }));
  expect(cut.get("map/header")).toMatchObject({ CROTA2: 33 });
  expect(cut.get("map/header/PC1_1")).toBeUndefined();
  const names = (cut.get("list/cards") as [string, number][]).map(([keyword]) => keyword);
  expect(names).toContain("PC1_2");
  expect(names).not.toContain("CROTA2");
});
