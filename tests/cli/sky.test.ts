/** The subcommands that resample images by the sky. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { roman, root, run, scratch } from "./run.ts";

const at = scratch();

/** Files of the detectors of Roman, small ones. */
async function detectors(...numbers: readonly number[]): Promise<string[]> {
  const file = await open(readFileSync(join(root, "tests/js/mosaic/focal_plane.asdf")));
  return Promise.all(
    numbers.map(async (number) => {
      const path = at(`wfi${number}.asdf`);
      writeFileSync(path, await write(file.get(`wfi0${number}`) ?? {}, { as: "bytes" }));
      return path;
    }),
  );
}

test("`mosaic` writes FITS and ASDF, and names what is left out", async () => {
  const files = await detectors(1, 2);
  writeFileSync(at("bare.asdf"), await write({ data: new Float32Array(4) }, { as: "bytes" }));
  const options = ["--order", "mean", "--kernel", "exact"];
  const made = await run(
    "mosaic",
    ...files,
    at("bare.asdf"),
    at("nowhere.asdf"),
    "-o",
    at("sky.fits"),
    ...options,
  );
  expect(made).toMatchObject({ code: 3, out: "" });
  expect(made.err).toMatch(/left out: .*nowhere\.asdf: .*no such file/i);
  expect(made.err).toMatch(/left out: .*bare\.asdf: /);
  expect(made.err).toMatch(/\d+ × \d+ pixels of 2 images, kernel exact/);
  const fits = await open(at("sky.fits"));
  expect(fits.hdus.map(({ name }) => name)).toEqual(["PRIMARY", "WEIGHT"]);
  const [data] = fits.hdus;
  expect((await fits.wcs(data ?? "")).sky).toMatchObject({ reference: "icrs" });
  const again = await run("mosaic", ...files, "-o", at("sky.asdf"), ...options, "--json");
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(again.out)).toMatchObject({ written: [at("sky.asdf")], kernel: "exact", leftOut: [] });
  const asdf = await open(at("sky.asdf"));
  expect((await asdf.array("data").read()).data).toEqual((await data?.data?.read())?.data);
  const coarse = await run("mosaic", ...files, "-o", at("sky.asdf"), "--scale", "100", "--force", "--json");
  expect(JSON.parse(coarse.out).shape[0]).toBeLessThan(20);
});

test("`reproject` writes the image in the pixels of another", async () => {
  const [first = "", second = ""] = await detectors(1, 1);
  expect(await run("reproject", first, "--like", second, "-o", at("same.asdf"))).toMatchObject({ code: 0 });
  const [before, after] = [await open(first), await open(at("same.asdf"))];
  const values = (await after.array("data", "float32").read()).data;
  const truth = (await before.array("data", "float32").read()).data;
  for (const [i, value] of values.entries()) {
    expect(Math.abs(value - (truth[i] ?? 0))).toBeLessThan(1e-5);
  }
  const [here, there] = [await before.wcs("wcs"), await after.wcs("wcs")];
  expect(there.pixelToWorld(3, 7)).toEqual(here.pixelToWorld(3, 7));
  const apart = await run("reproject", roman, "--like", first, "-o", at("apart.fits"));
  expect(apart).toMatchObject({ code: 3, err: expect.stringContaining("it is outside of the target") });
});

test("what stands against it is a sentence", async () => {
  const [first = ""] = await detectors(1);
  expect(await run("mosaic", first)).toMatchObject({
    code: 2,
    err: expect.stringContaining("say where to by --output, with the extension .fits or .asdf"),
  });
  expect(await run("reproject", first, "-o", at("x.fits"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("--like"),
  });
  writeFileSync(at("line.asdf"), await write({ data: new Float32Array(4) }, { as: "bytes" }));
  expect(await run("mosaic", at("line.asdf"), "-o", at("x.fits"))).toMatchObject({
    code: 3,
    err: expect.stringContaining("there is no image to make a mosaic of"),
  });
  expect(await run("mosaic", first, "-o", at("x.fits"), "--scale", "0.00001")).toMatchObject({
    code: 3,
    err: expect.stringContaining("choose a larger scale"),
  });
});
