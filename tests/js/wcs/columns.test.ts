/** The WCS of table columns: pixel lists and images in cells, where astropy has them. */
import { readFileSync } from "node:fs";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

interface Case {
  readonly name: string;
  /** The letter of the version. */
  readonly key: string;
  readonly header: Readonly<Record<string, string | number>>;
  readonly pixels: readonly (readonly [number, number])[];
  readonly world: readonly (readonly [number, number])[];
  readonly types: readonly string[];
}

const truth = new URL("../../data/wcs/columns.json", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(truth, "utf8"));

test.each(cases.map((each) => [each.name, each] as const))(
  "%s",
  async (_, { key, header, pixels, world, types }) => {
    const file = await open(build(`header: ${JSON.stringify(header)}`));
    // A table has no image to which it belongs.
    expect(file.wcsPaths()).toEqual([]);
    expect(file.wcsKeys("header")).toContain(key);
    const wcs = await file.wcs("header", { key });
    expect(wcs.frames.at(-1)?.axes.map(({ physicalType }) => physicalType)).toEqual(types);
    for (const [i, [x, y]] of pixels.entries()) {
      const actual = wcs.pixelToWorld(x - 1, y - 1);
      const apart = actual.map((value, axis) => Math.abs(value - (world[i]?.[axis] ?? Number.NaN)));
      expect(Math.max(...apart), `${x}, ${y}: ${actual}, not ${world[i]}`).toBeLessThan(1e-11);
    }
  },
);

test("columns that are no direction, and tables without a WCS", async () => {
  const of = async (header: object) => (await open(build(`header: ${JSON.stringify(header)}`))).wcs("header");
  const plain = await of({ TCTYP3: "DETX", TCRPX3: 2, TCRVL3: 10, TCDLT3: 0.5, TCTYP5: "DETY" });
  expect(plain.pixelToWorld(4, 0)).toEqual([11.5, 1]);
  await expect(of({ XTENSION: "BINTABLE", TTYPE1: "x", TCRVL1: 5 })).rejects.toMatchObject({
    code: "bad-tree",
  });
  const file = await open(build(`header: {TCTYP1: RA---TAN, TCTYP2: DEC--TAN, TCTY1C: X}`));
  expect(file.wcsKeys("header")).toEqual(["", "C"]);
  await expect(file.wcs("header", { key: "D" })).rejects.toThrow("it has the primary one, C");
  await expect(of({ TCTYP1: "RA---XYZ", TCTYP2: "DEC--XYZ" })).rejects.toThrow("XYZ");
});
