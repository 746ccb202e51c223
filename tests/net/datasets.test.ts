/** A data set of ten thousand FITS files on a real server: which of them are asked for, counted from its log. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, slice, stack } from "asdf-wasm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { build } from "../support/build.ts";
import { hdu, image, PRIMARY } from "../support/fits.ts";
import { Server } from "./server.ts";

const [MAPS, WAVELENGTHS, SIDE] = [100, 100, 8];
const nameOf = (map: number, wavelength: number) => `f_${map}_${wavelength}.fits`;
/** Maps of which the files were not transferred. */
const isMissing = (map: number, wavelength: number) => map === 50 && wavelength % 10 === 0;
let server: Server;
let url: string;

/** A file whose first element says which it is. */
function fits(first: number, shape: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * shape.reduce((product, length) => product * length, 1));
  for (let i = 0; i < data.length / 4; i += 1) {
    data.writeFloatBE(first + i / 100, 4 * i);
  }
  return Buffer.concat([hdu(PRIMARY), hdu(image("SCI", -32, shape), data)]);
}

function manager(names: readonly (readonly string[])[], shape: readonly number[]): Uint8Array {
  const tree = `fileuris: ${JSON.stringify(names)}, target: SCI, datatype: float32, shape: [${shape}]`;
  return build(`data: !<asdf://dkist.nso.edu/tags/file_manager-1.1.0> {${tree}}`);
}

/** The requests of each file, by its name. */
function requests(log: readonly { readonly path: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of log) {
    const name = path.split("/").at(-1) ?? "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

beforeAll(async () => {
  server = await Server.start();
  url = `${server.home}/plain/set.asdf`;
  const names = Array.from({ length: MAPS }, (_, map) =>
    Array.from({ length: WAVELENGTHS }, (__, wavelength) => nameOf(map, wavelength)),
  );
  const file = fits(0, [1, SIDE, SIDE]);
  for (let map = 0; map < MAPS; map += 1) {
    for (let wavelength = 0; wavelength < WAVELENGTHS; wavelength += 1) {
      if (!isMissing(map, wavelength)) {
        file.writeFloatBE(1000 * map + wavelength, file.length - 2880);
        writeFileSync(join(server.files, nameOf(map, wavelength)), file);
      }
    }
  }
  server.write("set.asdf", manager(names, [1, SIDE, SIDE]));
});

afterAll(() => server.remove());

test("the set opens in three requests at most, and a selection asks only for the files that it touches", async () => {
  const opening = await server.during(() => open(url));
  expect(opening.log.length).toBeLessThanOrEqual(3);
  using file = opening.result;
  const cube = file.array("data", "float32");
  expect(cube.shape).toEqual([MAPS, WAVELENGTHS, SIDE, SIDE]);
  expect(cube.files).toHaveLength(MAPS * WAVELENGTHS);

  const plane = await server.during(() => cube.read([7, 9]));
  expect(plane.result.data[0]).toBe(7009);
  expect([...requests(plane.log).keys()]).toEqual(["f_7_9.fits"]);
  expect(plane.log.length).toBeLessThanOrEqual(2);

  let [now, most] = [0, 0];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
    now += 1;
    most = Math.max(most, now);
    return fetch(...request).finally(() => {
      now -= 1;
    });
  });
  const spectrum = await server.during(() => cube.read([8, null, 0, 0]));
  vi.restoreAllMocks();
  expect([...spectrum.result.data]).toEqual(Array.from({ length: WAVELENGTHS }, (_, i) => 8000 + i));
  const asked = requests(spectrum.log);
  expect(asked.size).toBe(WAVELENGTHS);
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(2);
  expect(most).toBeLessThanOrEqual(4);
});

test("a thousand files of which ten are not there: these are NaN, and named once", async () => {
  using file = await open(url);
  const { data } = await file.array("data", "float32").read([slice(46, 56), null, 0, 0]);
  const missing = [...data.keys()].filter((i) => Number.isNaN(data[i]));
  expect(missing).toEqual(Array.from({ length: 10 }, (_, i) => 400 + 10 * i));
  expect(file.warnings).toMatchObject([{ code: "missing-files", count: 10 }]);
  expect(file.warnings[0]?.message).toMatch(/^10 of 10000 files .*`f_50_0.fits`/);
});

test("of large files the header and the rows that are wanted are asked for", async () => {
  const shape = [1, 1000, 1000];
  const names = ["l0.fits", "l1.fits", "l2.fits"];
  for (const [i, name] of names.entries()) {
    server.write(name, new Uint8Array(fits(i, shape)));
  }
  server.write("large.asdf", manager([names], shape));
  using file = await open(`${server.home}/plain/large.asdf`);
  const rows = await server.during(() => file.array("data", "float32").read([0, null, slice(500, 510)]));
  const asked = requests(rows.log);
  expect([...asked.keys()].toSorted()).toEqual(names);
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(3);
  expect(rows.bytes).toBeLessThan(3 * (10 * 4000 + 2 * 65_536));

  const cube = await stack(
    names.map((name) => `${server.home}/plain/${name}`),
    { path: "SCI/data", axis: -1 },
  );
  const pixel = await server.during(() => cube.read([0, 999, 999]));
  expect([...requests(pixel.log).keys()].toSorted()).toEqual(names);
  expect(pixel.bytes).toBeLessThan(1_000_000);
});
