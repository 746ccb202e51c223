/** Products of JWST as stdatamodels writes them: HDUs, cards, tables and trees, positions on the sky, and the same saved as ASDF. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ArrayData,
  type AsdfFile,
  type Card,
  type Hdu,
  type NdArray,
  open,
  type StructData,
  type TreeMap,
  type Wcs,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { bytesOf } from "../../support/values.ts";

/** What astropy and gwcs read of a file (tests/data/fits/make_jwst.py). */
interface Answers {
  readonly hdus: readonly {
    readonly name: string;
    readonly version: number;
    readonly cards: readonly (readonly [keyword: string, value: Card["value"], comment: string])[];
    readonly dtype?: string;
    readonly shape?: readonly number[];
    readonly sha256?: string;
    readonly rows?: number;
    readonly fields?: Readonly<Record<string, readonly [dtype: string, sha256: string]>>;
  }[];
  readonly wcs: readonly {
    readonly path: string;
    readonly pixels: readonly (readonly number[])[];
    /** Null where there is none. */
    readonly world: readonly (readonly (number | null)[])[];
    /** The pixels of those that there are. */
    readonly back: readonly (readonly (number | null)[])[];
  }[];
}

const folder = join(import.meta.dirname, "../../data/fits");
const answers: Readonly<Record<string, Answers>> = JSON.parse(
  readFileSync(join(folder, "jwst.json"), "utf8"),
);
const products = Object.entries(answers);
const openProduct = (name: string) => open(new Uint8Array(readFileSync(join(folder, `${name}.fits`))));

function digest(part: ArrayData | StructData | undefined): string {
  if (!part || part.fields) {
    throw new Error("this is no array of numbers");
  }
  return createHash("sha256").update(bytesOf(part)).digest("hex");
}

/** numpy's letter and size. */
function kindOf(dtype: Hdu["dtype"]): string {
  const [, letter = "", bits = ""] = /^(.)\D*(\d+)$/.exec(String(dtype)) ?? [];
  return `${letter}${Number(bits) / 8}`;
}

test.each(products)("%s: every HDU is what astropy reads", async (name, { hdus }) => {
  using file = await openProduct(name);
  expect(file.hdus.map(({ name, version }) => [name, version])).toEqual(
    hdus.map(({ name, version }) => [name, version]),
  );
  for (const [index, expected] of hdus.entries()) {
    const hdu = file.hdus[index] as Hdu;
    expect(hdu.problem).toBeUndefined();
    const cards = hdu.cards.map(({ keyword, value, comment }) => [keyword, value ?? null, comment]);
    const isText = ([keyword, value]: readonly unknown[]) => keyword !== "" || value !== "";
    expect(cards.filter(isText)).toEqual(expected.cards.filter(isText));
    if (expected.sha256 !== undefined) {
      expect([kindOf(hdu.dtype), hdu.shape]).toEqual([expected.dtype, expected.shape]);
      expect(digest(await hdu.data?.read()), hdu.name).toBe(expected.sha256);
    }
    const table = expected.fields && (await hdu.data?.read());
    for (const [field, [, content]] of Object.entries(expected.fields ?? {})) {
      expect(table?.shape).toEqual([expected.rows]);
      expect(digest(table?.fields?.[field]), field).toBe(content);
    }
  }
});

test.each(products)("%s: arrays of the tree are those of the HDUs", async (name, { hdus }) => {
  using file = await openProduct(name);
  const stored = hdus.filter(({ sha256, fields }) => sha256 !== undefined || fields);
  const arrays = [...file.arrays()].filter(([, { hdu }]) => hdu !== undefined);
  expect(arrays).toHaveLength(stored.length);
  for (const [path, array] of arrays) {
    expect(await array.read(), path).toEqual(await file.hdus[array.hdu ?? 0]?.data?.read());
  }
  const { meta } = file.tree as { meta: TreeMap };
  expect(meta["telescope"]).toBe("JWST");
});

const DEGREES = Math.PI / 180;
/** A thousandth of a milliarcsecond, in degrees. */
const MICROARCSECOND = 1e-6 / 3600;

/** How far points are from those that they should be: on the sky, and along other axes relative to their values. */
function distance(wcs: Wcs, actual: readonly number[], expected: readonly number[]): number {
  const { longitude = 0, latitude = 1 } = wcs.sky ?? {};
  return expected.reduce((far, value, axis) => {
    const cosine = axis === longitude ? Math.cos((expected[latitude] ?? 0) * DEGREES) : 1;
    return Math.max(far, Math.abs((actual[axis] ?? Number.NaN) - value) * cosine);
  }, 0);
}

function checkSky(file: AsdfFile, answer: Answers["wcs"][number]): Promise<void> {
  return file.wcs(answer.path).then((wcs) => {
    const found: number[][] = [];
    for (const [index, pixel] of answer.pixels.entries()) {
      const expected = (answer.world[index] ?? []).map((value) => value ?? Number.NaN);
      const actual = wcs.pixelToWorld(...pixel);
      if (expected.some(Number.isNaN)) {
        expect(actual.some(Number.isNaN), `${answer.path} at ${pixel}`).toBe(true);
        continue;
      }
      expect(distance(wcs, actual, expected), `${answer.path} at ${pixel}`).toBeLessThan(MICROARCSECOND);
      found.push(actual);
    }
    expect(found).toHaveLength(answer.back.length);
    for (const [index, expected] of answer.back.entries()) {
      const back = wcs.worldToPixel(...(found[index] ?? []));
      const far = expected.map((value, axis) => Math.abs((back[axis] ?? Number.NaN) - (value ?? Number.NaN)));
      // What gwcs has outside of the bounding box is nowhere.
      const isNowhere = expected.includes(null);
      expect(isNowhere ? back.some(Number.isNaN) : Math.max(...far) < 1e-6, `${answer.path}: ${far}`).toBe(
        true,
      );
    }
  });
}

const skies = products.filter(([, { wcs }]) => wcs.length > 0);

test("positions in products of JWST are those of gwcs to a microarcsecond, and back", async () => {
  expect(skies.length).toBeGreaterThan(3);
  for (const [name, { wcs }] of skies) {
    using file = await openProduct(name);
    expect(file.wcsPaths()).toEqual(expect.arrayContaining(wcs.map(({ path }) => path)));
    for (const answer of wcs) {
      await checkSky(file, answer);
    }
  }
});

test.each(products)("%s: saved as ASDF it has the same tree, arrays and sky", async (name, { wcs }) => {
  using file = await openProduct(name);
  using saved = await open(await write(file.tree));
  expect([saved.dialect, saved.hdus]).toEqual(["asdf", []]);
  expect(saved.wcsPaths()).toEqual(file.wcsPaths());
  const arrays = new Map<string, NdArray>(saved.arrays());
  expect([...arrays.keys()]).toEqual(Array.from(file.arrays(), ([path]) => path));
  for (const [path, array] of file.arrays()) {
    expect(await arrays.get(path)?.read(), path).toEqual(await array.read());
  }
  for (const answer of wcs) {
    await checkSky(saved, answer);
  }
});
