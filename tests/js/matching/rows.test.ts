/** Rows of a table in an image: inside of a region, as regions, measured. Photometry itself is compared with photutils elsewhere. */
import { NdArray, open } from "asdf-wasm";
import { openTable } from "asdf-wasm/catalogues";
import { measureRows, photometry } from "asdf-wasm/measure";
import { writeRegions } from "asdf-wasm/regions";
import { readRows, rowRegions, rowsInside, type TableSource } from "asdf-wasm/tables";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { hdu as hduOf } from "../support/fits.ts";

const SIDE = 64;
/** Degrees in a pixel. */
const PIXEL = 1 / 3600;

/** An image of ones on the sky, but for a two at [10, 20]. */
function fits(): Buffer {
  const data = Buffer.alloc(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    data.writeFloatBE(i === 20 * SIDE + 10 ? 2 : 1, 4 * i);
  }
  return hduOf(
    [
      ...([
        ["SIMPLE", true],
        ["BITPIX", -32],
        ["NAXIS", 2],
        ["NAXIS1", SIDE],
        ["NAXIS2", SIDE],
      ] as const),
      ...([
        ["CTYPE1", "RA---TAN"],
        ["CTYPE2", "DEC--TAN"],
        ["CRVAL1", 150],
        ["CRVAL2", 0],
      ] as const),
      ...([
        ["CRPIX1", (SIDE + 1) / 2],
        ["CRPIX2", (SIDE + 1) / 2],
        ["CDELT1", -PIXEL],
        ["CDELT2", PIXEL],
      ] as const),
    ],
    data,
  );
}

const csv = (text: string): Promise<TableSource> => openTable(new Blob([text]));

async function numbers(table: TableSource, name: string): Promise<(number | null)[]> {
  const { [name]: part } = await readRows(table, { columns: [name] });
  const values: ArrayLike<number | bigint | string> = part?.data ?? [];
  return Array.from(values, (value, row) => (part?.mask?.[row] ? null : Number(value)));
}

describe("in pixels", () => {
  let image: NdArray;
  let errors: NdArray;
  let table: TableSource;
  beforeAll(async () => {
    const rows = Array.from({ length: 30 }, (_, y) =>
      Array.from({ length: 40 }, (_, x) => (Math.sin(x * 12.9 + y * 78.2) * 43758.5) % 10),
    );
    const yaml = (of: (value: number) => number) => JSON.stringify(rows.map((row) => row.map(of)));
    const file = await open(
      new Blob([
        treeFile(
          `data: !core/ndarray-1.1.0 ${yaml((x) => x)}\nerr: !core/ndarray-1.1.0 ${yaml((x) => Math.abs(x) / 9)}\n`,
        ),
      ]),
    );
    [image, errors] = [file.array("data"), file.array("err")];
    table = await csv("id,x,y,size\n1,10.3,20.1,2\n2,5,5,0\n3,38.9,1,3\n4,500,5,1\n5,,5,2\n6,20,15.5,4\n");
  });

  test("the photometry of each row is that of its circle", async () => {
    const background = { kind: "annulus", gap: 2, width: 3, by: "median" } as const;
    const given = { array: errors, are: "deviations" } as const;
    const shares: number[] = [];
    const measured = await measureRows(table, image, {
      ...{
        radius: 2.5,
        background,
        errors: given,
        unit: "mJy",
        onProgress: (share: number) => shares.push(share),
      },
    });
    expect(measured.columns.slice(4).map(({ name, unit }) => [name, unit])).toEqual([
      ["aperture_sum", "mJy"],
      ["aperture_sum_err", "mJy"],
      ["aperture_background", "mJy"],
      ["aperture_area", "pix2"],
    ]);
    const [x, y] = [await numbers(measured, "x"), await numbers(measured, "y")];
    expect(measured.metadata).toBe(table.metadata);
    const expected = await Promise.all(
      x.map((x, row) =>
        x === null || x > 40
          ? undefined
          : photometry(
              image,
              { kind: "circle", x, y: y[row] ?? 0, radius: 2.5 },
              { background, errors: given },
            ),
      ),
    );
    const of = (value: (found: NonNullable<(typeof expected)[number]>) => number | undefined) =>
      expected.map((found) => (found ? (value(found) ?? null) : null));
    expect(await numbers(measured, "aperture_sum")).toEqual(of(({ net }) => net));
    expect(await numbers(measured, "aperture_sum_err")).toEqual(of(({ error }) => error));
    expect(await numbers(measured, "aperture_background")).toEqual(of((found) => found.background?.perPixel));
    expect(await numbers(measured, "aperture_area")).toEqual(of(({ area }) => area));
    expect((await numbers(measured, "aperture_sum")).filter((sum) => sum === null)).toHaveLength(2);
  });

  test("rows inside of a region, and circles around rows", async () => {
    expect(
      await numbers(await rowsInside(table, { kind: "circle", x: 12, y: 20, radius: 12 }), "id"),
    ).toEqual([1, 6]);
    const regions = await rowRegions(table, { radius: "size" });
    expect(regions.map(({ name, shape }) => [name, "radius" in shape && shape.radius])).toEqual([
      ["0", 2],
      ["2", 3],
      ["3", 1],
      ["5", 4],
    ]);
    expect(await rowRegions(table, { radius: 1 })).toHaveLength(5);
  });

  test("what cannot be done is said", async () => {
    const said = (work: Promise<unknown>) => work.then(String, String);
    expect(await said(measureRows(table, image, { radius: 0 }))).toMatch(/the radius is 0, not more than 0/);
    expect(await said(measureRows(await csv("a,b\n1,2\n"), image, { radius: 1 }))).toMatch(
      /known as positions: it has a, b/,
    );
    expect(await said(measureRows(await csv("ra,dec\n1,2\n"), image, { radius: 1 }))).toMatch(/need a WCS/);
    expect(await said(rowRegions(table, { radius: "radius" }))).toMatch(/no column `radius`/);
    const stopping = new AbortController();
    stopping.abort();
    expect(await said(measureRows(table, image, { radius: 1, signal: stopping.signal }))).toMatch(
      /AbortError/,
    );
  });
});

test("positions on the sky, by the WCS", async () => {
  const file = await open(fits());
  const [hdu] = file.hdus;
  if (!(hdu?.data instanceof NdArray)) {
    throw new Error("the file has no image");
  }
  const wcs = await file.wcs(hdu);
  const place = (x: number, y: number) => [150 - (x - (SIDE - 1) / 2) * PIXEL, (y - (SIDE - 1) / 2) * PIXEL];
  const table = await csv(
    `ra,dec\n${[place(10, 20), place(30, 40), place(30, 400)].map(String).join("\n")}\n`,
  );
  const measured = await measureRows(table, hdu.data, { radius: 3, wcs });
  const [one = 0, other = 0, none] = await numbers(measured, "aperture_sum");
  expect([one, other, none]).toEqual([expect.closeTo(9 * Math.PI + 1), expect.closeTo(9 * Math.PI), null]);
  expect(
    (await rowsInside(table, { kind: "box", x: 10, y: 20, width: 2, height: 2, angle: 0 }, { wcs })).rows,
  ).toBe(1);
  const text = await writeRegions(await rowRegions(table, { radius: 2, wcs }), { system: "icrs", wcs });
  expect(text.match(/circle\(/g)).toHaveLength(3);
});
