/** Images of files with what belongs to them, and mosaics as files: astropy and gwcs read these alike (mosaic.vectors.py). */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ndarray, open, type Wcs, withTag, write } from "asdf-wasm";
import { exportMosaic, gridOf, imageOf, mosaic, type SkyImage } from "asdf-wasm/mosaic";
import { expect, test } from "vitest";

const ROMAN = new URL("../../data/roman/roman_l2_192.asdf", import.meta.url);
const FOCAL_PLANE = new URL("focal_plane.asdf", import.meta.url);

const detectors = async (): Promise<SkyImage[]> => {
  const file = await open(readFileSync(FOCAL_PLANE));
  return Promise.all([1, 2].map((i) => imageOf(file, { path: `wfi0${i}/data`, name: `wfi0${i}` })));
};

test.each(["fits", "asdf"] as const)(
  "a mosaic as %s has its values, weights, WCS and history",
  async (format) => {
    const found = await mosaic(await detectors(), { kernel: "exact", order: "mean", unit: "" });
    const { values, weight } = await found.read();
    const exported = await exportMosaic(found, format);
    expect(exported.remarks).toEqual([]);
    const bytes = Buffer.from(await (await exported.blob()).arrayBuffer());
    if (process.env["MOSAICS"]) {
      writeFileSync(join(process.env["MOSAICS"], `mosaic.${format}`), bytes);
    }
    const file = await open(bytes);
    const [data, weights] =
      format === "fits" ? file.hdus.map((hdu) => hdu.data) : [file.array("data"), file.array("weight")];
    expect((await data?.read())?.data).toEqual(Float32Array.from(values));
    expect((await weights?.read())?.data).toEqual(weight);
    const wcs = await file.wcs(format === "fits" ? (file.hdus[0] ?? "") : "wcs");
    const points = Float64Array.of(0, 0, 31.5, 20.25);
    const grid = gridOf(wcs, found.target.shape);
    expect([...grid.toSky(points)]).toEqual(
      [...found.target.toSky(points)].map((v) => expect.closeTo(v, 11)),
    );
    expect([...grid.toPixels(found.target.toSky(points))]).toEqual(
      [...points].map((v) => expect.closeTo(v, 6)),
    );
    const text = bytes.toString("latin1");
    expect(text).toContain("Mosaic by asdf-wasm: 2 images, kernel exact, order mean");
    expect(text).toContain("wfi01");
  },
);

test("variances and flags of Roman have neither the unit of the image nor a level of the sky", async () => {
  const meta = { cal_step: { flux: "INCOMPLETE" }, background: { level: 2.5, subtracted: false } };
  const array = ndarray(new Float32Array(16), { shape: [4, 4] });
  const value = array;
  const arrays = {
    data: array,
    err: array,
    var_poisson: array,
    dq: array,
    held: { meta: { background: { level: 7 } }, value },
  };
  const tag = "asdf://stsci.edu/datamodels/roman/tags/wfi_image-1.4.0";
  const file = await open(await write({ roman: withTag({ meta, ...arrays }, tag) }));
  const said = async (name: string) => {
    const { unit, background } = await imageOf(file, { path: `roman/${name}` });
    return [unit, background];
  };
  expect(await said("data")).toEqual(["DN/s", 2.5]);
  expect(await said("err")).toEqual(["DN/s", undefined]);
  expect(await said("var_poisson")).toEqual([undefined, undefined]);
  expect(await said("dq")).toEqual([undefined, undefined]);
  // What is said beside an array counts, whatever its key is.
  expect(await said("held/value")).toEqual([undefined, 7]);
});

test("the image of Roman comes with WCS, unit, flags and the factor to MJy/sr", async () => {
  const file = await open(readFileSync(ROMAN));
  const image = await imageOf(file, { name: "roman" });
  expect(image).toMatchObject({ path: "roman/data", name: "roman", flags: { bits: 1 } });
  expect(image.flags?.array).toBe(file.array("roman/dq"));
  const found = await mosaic([{ ...image, unit: "DN/s" }], {
    kernel: "nearest",
    target: gridOf(image.wcs as Wcs, [192, 192]),
  });
  expect(found.unit).toBe("DN/s");
  const { values } = await found.read();
  const flags = (await file.array("roman/dq").read()).data as Uint32Array;
  const data = (await file.array("roman/data").read()).data as Float32Array;
  for (const [i, value] of values.entries()) {
    expect(value).toEqual((flags[i] ?? 0) % 2 === 1 ? Number.NaN : data[i]);
  }
  const exported = await exportMosaic(found, "fits", { target: { wcs: image.wcs as Wcs } });
  const fits = await open(await exported.blob());
  const [card] = fits.hdus[0]?.cards.filter(({ keyword }) => keyword === "BUNIT") ?? [];
  expect(card?.value).toBe("DN/s");
  const wcs = await fits.wcs(fits.hdus[0] ?? "");
  expect(wcs.pixelToWorld(10, 20)).toEqual(
    (image.wcs as Wcs).pixelToWorld(10, 20).map((value) => expect.closeTo(value, 9)),
  );
  await expect(imageOf(file, { path: "roman/meta" })).rejects.toThrow("there is no image at `roman/meta`");
});
