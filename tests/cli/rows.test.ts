/** Rows of a table by regions of a file, as regions, and measured in an image. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ndarray, open, write } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import vectors from "../js/matching/rows.vectors.json" with { type: "json" };
import { json, roman, root, run, scratch } from "./run.ts";

const path = scratch();
let [sources, field, image] = ["", "", ""];

beforeAll(async () => {
  [sources, field, image] = [path("sources.csv"), path("field.reg"), path("image.asdf")];
  const { ra, dec, file } = vectors.sky;
  writeFileSync(sources, `id,ra,dec\n${ra.map((lon, i) => `${i},${lon},${dec[i]}`).join("\n")}\n`);
  writeFileSync(field, file);
  const data = Float32Array.from({ length: 600 }, (_, i) => i % 7);
  const shape = [20, 30];
  const tree = { data: ndarray(data, { shape }), err: ndarray(new Float32Array(600).fill(2), { shape }) };
  writeFileSync(image, Buffer.from(await (await write(tree)).arrayBuffer()));
});

describe("rows inside", () => {
  test("as astropy's regions finds them, and with filters", async () => {
    const found = await json("table", sources, "--inside", field, "--head", "1000");
    expect(found.head.map(({ id }: { id: number }) => id)).toEqual(vectors.sky.inside);
    const few = await json("table", sources, "--inside", field, "--where", "id < 100", "--columns", "id");
    expect(few.matching).toBe(vectors.sky.inside.filter((id) => id < 100).length);
  });

  test("written as a table", async () => {
    const { code, err } = await run("table", sources, "--inside", field, "-o", path("inside.parquet"));
    expect([code, err]).toEqual([0, expect.stringContaining(`${vectors.sky.inside.length} of 200 rows`)]);
    expect((await json("table", path("inside.parquet"))).rows).toBe(vectors.sky.inside.length);
  });

  test("what does not fit together is said", async () => {
    writeFileSync(path("pixels.reg"), "image\ncircle(10,10,5)\n");
    writeFileSync(path("mixed.reg"), 'icrs\ncircle(150,2,5")\nimage\ncircle(10,10,5)\n');
    writeFileSync(path("none.reg"), "# nothing\n");
    const said = async (file: string) => (await run("table", sources, "--inside", path(file))).err;
    expect(await said("pixels.reg")).toContain(
      "the regions are in pixels, and the positions of the table on",
    );
    expect(await said("mixed.reg")).toContain("some of the regions are in pixels");
    expect(await said("none.reg")).toContain("holds no regions");
    writeFileSync(path("places.csv"), "x,y\n9,9\n30,9\n");
    expect((await json("table", path("places.csv"), "--inside", path("pixels.reg"))).matching).toBe(1);
  });
});

describe("rows as regions", () => {
  test("circles of a size, which are read again", async () => {
    const file = path("circles.reg");
    const { code, err } = await run(
      "regions",
      sources,
      "--radius",
      "500mas",
      "--where",
      "id < 3",
      "-o",
      file,
    );
    expect([code, err]).toEqual([0, expect.stringContaining("3 regions of 3 rows")]);
    expect(readFileSync(file, "utf8")).toMatch(
      /icrs\ncircle\([\d.]+,[\d.]+,0\.5"\) # color=#39e6ff text=\{0\}/,
    );
    const back = await json("table", sources, "--inside", file);
    expect(back.head.map(({ id }: { id: number }) => id)).toEqual([0, 1, 2]);
  });

  test("ellipses of columns, in pixels and on the sky", async () => {
    writeFileSync(
      path("forms.ecsv"),
      [
        ...["# %ECSV 1.0", "# ---", "# datatype:", "# - {name: x, datatype: float64}"],
        ...["# - {name: y, datatype: float64}", "# - {name: ra, unit: deg, datatype: float64}"],
        ...[
          "# - {name: dec, unit: deg, datatype: float64}",
          "# - {name: a, unit: arcsec, datatype: float64}",
        ],
        ...["# - {name: p, datatype: float64}", "# - {name: name, datatype: string}"],
        ...["x y ra dec a p name", "1 2 150 2 0.5 3 S1", '4 5 "" "" 0.5 3 S2'],
      ].join("\n"),
    );
    const written = async (...more: readonly string[]) => {
      const file = path("forms.reg");
      const { err, code } = await run("regions", path("forms.ecsv"), ...more, "-f", "-o", file);
      return code === 0 ? readFileSync(file, "utf8").split("\n").slice(-3).join("\n") : err;
    };
    expect(await written("--semi-axes", "a,0.25arcsec", "--angle", "30", "--names", "name")).toBe(
      'icrs\nellipse(150,2,0.5",0.25",120) # color=#39e6ff text={S1}\n',
    );
    expect(await written("--semi-axes", "p,p", "--pixels", "x,y", "--scale", "2", "--where", "x < 3")).toBe(
      "image\nellipse(2,3,6,6,0) # color=#39e6ff text={0}\n",
    );
    expect(await written("--radius", "3")).toContain("'3' has no unit");
    expect(await written("--radius", "p")).toContain("rows on the sky have sizes in angles");
    expect(await written("--radius", "a", "--pixels", "x,y")).toContain(
      "rows in pixels have sizes in pixels",
    );
    expect(await written()).toContain("rows become circles of a `radius`, or ellipses of `semiAxes`");
    writeFileSync(path("forms.ecsv"), "lon,lat\n150,2\n");
    expect(await written("--radius", "2arcsec")).toContain(
      "the reference system of the positions is not known",
    );
    expect(await written("--radius", "2arcsec", "--positions", "lon,lat,icrs")).toContain('circle(150,2,2")');
  });
});

test("what reading rows finds wrong is told by every subcommand that reads them", async () => {
  const [folder, out] = [path("hats"), path("read.asdf")];
  cpSync(join(root, "tests/data/catalogues/hats/imported"), folder, { recursive: true });
  rmSync(join(folder, "dataset/Norder=4/Dir=0/Npix=1702.parquet"));
  const written = ["-f", "-o", out] as const;
  for (const [args, isRead] of [
    [["table", folder, "--where", "mag < 90", ...written], true],
    [["convert", `${folder}/`, out, "-f"], true],
    [["match", folder, sources, "--radius", "1", "--join", "left", ...written], true],
    [["measure", image, "data", "--rows", folder, "--pixels", "mag,mag", "--radius", "2", ...written], true],
    [["regions", folder, "--radius", "1arcsec", "-f", "-o", path("hats.reg")], true],
    [["table", folder, "--head", "1"], false],
  ] as const) {
    const { code, err } = await run(...args);
    const told = err.match(
      /warning: the partition `dataset\/Norder=4\/Dir=0\/Npix=1702.parquet` is not there/g,
    );
    expect([args[0], code, told?.length ?? 0]).toEqual([args[0], 0, isRead ? 1 : 0]);
  }
});

describe("rows measured", () => {
  test("columns behind the table's own, with units and descriptions", async () => {
    writeFileSync(path("at.csv"), "id,x,y\n1,10,10\n2,90,10\n3,,1\n");
    const out = path("measured.ecsv");
    const args = ["measure", image, "data", "--rows", path("at.csv"), "--radius", "2", "--errors", "err"];
    const { code, err } = await run(...args, "--annulus", "1,3", "-o", out);
    expect([code, err]).toEqual([0, "Masked cells stay masked.\n"]);
    const { columns, head } = await json("table", out);
    expect(columns.slice(3).map(({ name }: { name: string }) => name)).toEqual([
      ...["aperture_sum", "aperture_sum_err", "aperture_background", "aperture_area"],
    ]);
    expect(head[0].aperture_sum_err).toBeCloseTo(Math.sqrt(4 * Math.PI * 4), 6);
    expect(head[0].aperture_area).toBeCloseTo(4 * Math.PI, 6);
    expect(head.map(({ aperture_sum: sum }: { aperture_sum: number | null }) => sum === null)).toEqual([
      ...[false, true, true],
    ]);
  });

  test("by the WCS of a file of Roman, as by pixels", async () => {
    const file = await open(roman);
    const wcs = await file.wcsOf(file.array("roman/data"));
    const [ra, dec] = wcs?.pixelToWorld(100.25, 60.5) ?? [];
    file.close();
    writeFileSync(path("both.csv"), `ra,dec,x,y\n${ra},${dec},100.25,60.5\n`);
    const sums = async (...more: readonly string[]) => {
      const out = path("roman.asdf");
      await run(
        ...["measure", roman, "--rows", path("both.csv"), "--radius", "3", "--flags", "roman/dq", "-f"],
        ...["-o", out, ...more],
      );
      return (await json("table", out)).head[0].aperture_sum;
    };
    const [onSky, inPixels] = [await sums(), await sums("--pixels", "x,y")];
    expect(inPixels).toBeGreaterThan(0);
    expect(onSky).toBeCloseTo(inPixels, 3);
  });

  test("what cannot be measured is said", async () => {
    const args = ["measure", image, "--rows", path("at.csv"), "-o", path("never.ecsv")];
    expect((await run(...args)).err).toContain("--radius");
    expect((await run(...args, "--radius", "0")).err).toContain("the radius is 0, not more than 0");
    expect((await run(...args, "--radius", "1", "--annulus", "3")).err).toContain("of a ring, in pixels");
    expect((await run(...args, "--radius", "1", "--errors", "asdf_library")).err).toContain("is no array");
    expect((await run(...args, "--radius", "1", "--pixels", "x")).err).toContain("is not two columns");
    expect((await run(...args, "--radius", "1", "--date", "soon")).err).toContain("is not a date");
    const onSky = ["measure", image, "--rows", sources, "-o", path("never.ecsv"), "--radius", "1"];
    expect((await run(...onSky)).err).toContain("positions on the sky need a WCS");
  });
});
