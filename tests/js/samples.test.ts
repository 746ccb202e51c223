/** The samples of the documentation compile under the strictest settings of this repository, and do what they say. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AsdfFile, NdArray, type NewArray, open, write } from "asdf-wasm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { packageCommand } from "../../scripts/command/process.mjs";
import { build, ndarray } from "../support/build.ts";
import { type CardText, hdu, PRIMARY } from "../support/fits.ts";
import { moduleOf, samplesOf } from "./support/samples.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "target", "samples");
const roman = readFileSync(join(root, "tests/data/roman/roman_l2_192.asdf"));
const pixels = new Float32Array(64 * 64).map((_, index) => index);
const MAIN = "calibration: {$ref: 'dark.asdf#/frames/0'}";
const DARK = `frames:\n- data: ${ndarray(0, "uint8", [3])}`;

const column = (...values: number[]) => ({ data: Float64Array.from(values), shape: [2], stride: [1] });
const SCIENCE = {
  image: new Float32Array([1, 2, 3]),
  catalog: { fields: { ra: column(1, 2), dec: column(3, 4) }, shape: [2] },
  start: "2024-01-01T00:00:00",
  focal: { value: 2.4, unit: "m" },
};

const CATALOG = {
  catalog: { flux: Float64Array.of(3, 1, 2), name: ["a", "b", "c"] },
  image: new Float32Array([1, 2, 3]),
};

type Result = Record<string, unknown>;

/** What a sample is given, as TypeScript and as values, and what has to be true of the variables that it declares. */
interface Case {
  readonly given: string;
  readonly values: () => Promise<Result> | Result;
  readonly check: (result: Result) => Promise<void> | void;
}

const romanFile = () => open(new Blob([roman]));
const romanWcs = async () => (await romanFile()).wcs("roman/meta/wcs");
const reopened = async (blob: unknown): Promise<AsdfFile> => {
  expect(blob).toBeInstanceOf(Blob);
  return open(blob as Blob);
};
const isImageOf64 = async (blob: unknown): Promise<void> => {
  const image = (await reopened(blob)).get("data");
  expect(image).toBeInstanceOf(NdArray);
  expect((await (image as NdArray).read()).data).toEqual(pixels);
};
const isCutout = async (blob: unknown): Promise<void> => {
  const part = (await reopened(blob)).get("roman/data");
  expect((part as NdArray).shape).toEqual([64, 64]);
};

const putImageData = vi.fn();
/** What there is of a page in Node. */
const place = { value: "" };
let pointAt = (_: { readonly offsetX: number; readonly offsetY: number }): void => {};
const canvas = {
  clientWidth: 512,
  getContext: () => ({ putImageData }),
  addEventListener: (_: "pointermove", listener: typeof pointAt) => {
    pointAt = listener;
  },
};
const querySelector = (name: string) => (name === "canvas" ? canvas : place);
vi.spyOn(console, "log").mockImplementation(() => undefined);
/** An image of 2 rows of 2048 pixels, whose reference pixel is the first of index 100. */
const SKY: readonly CardText[] = [
  ...PRIMARY.slice(0, 2),
  ["NAXIS", 2],
  ["NAXIS1", 2048],
  ["NAXIS2", 2],
  ...(["RA---TAN", "DEC--TAN"] as const).flatMap((name, axis): CardText[] => [
    [`CTYPE${axis + 1}`, name],
    [`CRPIX${axis + 1}`, axis === 0 ? 101 : 1],
    [`CRVAL${axis + 1}`, axis === 0 ? 10 : 20],
    [`CDELT${axis + 1}`, axis === 0 ? -0.001 : 0.001],
  ]),
];

/** The cases of each page, in the order of its samples. */
const PAGES: Readonly<Record<string, readonly Case[]>> = {
  "README.md": [
    {
      given: "",
      values: () => ({}),
      check: ({ corner }) => expect(corner).toMatchObject({ shape: [2, 4], data: expect.any(Float32Array) }),
    },
    {
      given: "fileOrUrlOrBytes: Source",
      values: () => ({ fileOrUrlOrBytes: roman }),
      check: ({ exposure }) => expect(exposure).toHaveProperty("exposure_time"),
    },
    {
      given: "file: AsdfFile, pixels: Float32Array",
      values: async () => ({ file: await romanFile(), pixels }),
      check: async ({ blob, edited, part }) => {
        await isImageOf64(blob);
        expect((await reopened(edited)).get("roman/meta/filename")).toBe("mine.asdf");
        await isCutout(part);
      },
    },
  ],
  "docs/analysis.md": [
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await romanFile() }),
      check: ({ count, net, error, regions, problems }) => {
        expect(count).toBeGreaterThan(70);
        expect(net).toBeCloseTo(48.92, 2);
        expect(error).toBeCloseTo(9.39, 2);
        expect(regions).toMatchObject([{ name: "A", shape: { kind: "circle", x: expect.closeTo(83.9, 3) } }]);
        expect(problems).toEqual([]);
      },
    },
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await open(await write(CATALOG, { as: "blob" })) }),
      check: async ({ flux, csv, fits }) => {
        expect(flux).toMatchObject({ data: Float64Array.of(3, 2) });
        expect(await (csv as Blob).text()).toBe("flux,name\r\n3,a\r\n2,c\r\n");
        expect((await reopened(fits)).dialect).toBe("fits");
      },
    },
  ],
  "docs/arrays.md": [
    {
      given: "source: Source",
      values: async () => ({ source: await write(SCIENCE) }),
      check: ({ data, frame, fields, rows, start, focal }) => {
        expect(data).toEqual(Float32Array.of(1, 2));
        expect(frame).toEqual(Float32Array.of(1, 2, 3));
        expect(Object.keys(fields as object)).toEqual(["ra", "dec"]);
        expect(rows).toEqual([
          [1, 3],
          [2, 4],
        ]);
        expect(start).toEqual(new Date("2024-01-01T00:00:00Z"));
        expect(focal).toEqual({ value: 2.4, unit: "m" });
      },
    },
  ],
  "docs/converters.md": [
    {
      given: "",
      values: () => ({}),
      check: async ({ file, edited }) => {
        expect((file as AsdfFile).get("vega")).toHaveProperty("name", "Vega");
        const plain = await reopened(edited);
        expect(plain.tag("vega")).toBe("asdf://lab.example/tags/spectrum-1.0.0");
        expect(plain.get("vega/name")).toBe("α Lyrae");
        expect((await plain.array("vega/flux").read()).data).toEqual(Float64Array.of(1, 2));
      },
    },
    {
      given: "url: string",
      values: async () => ({ url: await address("roman.asdf") }),
      check: ({ started }) => expect(started).toBeInstanceOf(Date),
    },
  ],
  "docs/fits.md": [
    {
      given: "source: Source",
      values: () => ({ source: readFileSync(join(root, "tests/data/fits/asdf-table.fits")) }),
      check: async ({ science, corner, blob }) => {
        expect(science).toMatchObject({ name: "SCI", shape: [3, 4], dtype: "float32" });
        expect(corner).toMatchObject({ shape: [], data: expect.any(Float32Array) });
        expect((await reopened(blob)).dialect).toBe("asdf");
      },
    },
  ],
  "docs/images.md": [
    {
      given: "url: string, document: Document",
      values: async () => ({ url: await address("sky.fits"), document: { querySelector } }),
      check: ({ part, picture }) => {
        // The picture has every second pixel; the reference pixel is the 100th of the array.
        expect(part).toMatchObject({ shape: [1, 1024], step: 2 });
        expect(canvas).toMatchObject({ width: 1024, height: 1 });
        expect(putImageData).toHaveBeenCalledWith(picture, 0, 0);
        // It is drawn at half its width.
        pointAt({ offsetX: 25.25, offsetY: 0.25 });
        expect(place.value).toBe("00:40:00.00 +20:00:00.00");
      },
    },
  ],
  "docs/mosaic.md": [
    {
      given: "file: AsdfFile; other: AsdfFile",
      values: async () => ({ file: await romanFile(), other: await romanFile() }),
      check: ({ values, footprint, aligned }) => {
        const covered = (footprint as Float64Array).filter((share) => share > 0.999).length;
        expect(covered).toBeGreaterThan(30_000);
        expect((values as Float64Array).filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(
          covered,
        );
        expect(aligned).toMatchObject({ shape: [192, 192] });
      },
    },
    {
      given: "file: AsdfFile; other: AsdfFile",
      values: async () => ({ file: await romanFile(), other: await romanFile() }),
      check: async ({ sky, fits }) => {
        expect(sky).toMatchObject({ kernel: "exact", leftOut: [] });
        expect((await reopened(fits)).hdus).toHaveLength(2);
      },
    },
  ],
  "docs/references.md": [
    {
      given: "url: string",
      values: async () => ({ url: await address("main.asdf") }),
      check: ({ reference, node }) => {
        expect(reference).toHaveProperty("uri", "dark.asdf#/frames/0");
        expect(node).toBeInstanceOf(NdArray);
      },
    },
    {
      given: "url: string",
      values: () => ({ url: join(root, "tests/data/field/dkist/small_visp/test_visp.asdf") }),
      check: ({ row, map }) => {
        expect(row).toHaveProperty("shape", [25]);
        expect(map).toHaveProperty("shape", [3, 10, 5]);
      },
    },
    {
      given: "files: string[]",
      values: () => ({
        files: [0, 1, 2].map((i) => join(root, `tests/data/field/dkist/small_visp/${i}.fits`)),
      }),
      check: ({ cube, lightCurve, thinned }) => {
        expect(cube).toHaveProperty("shape", [3, 1, 10, 25]);
        expect(lightCurve).toHaveProperty("shape", [3]);
        expect(thinned).toHaveProperty("shape", [1, 1, 10, 25]);
      },
    },
  ],
  "docs/schemas.md": [
    {
      given: "url: string",
      values: async () => ({ url: await address("roman.asdf") }),
      check: ({ problems, meaning }) => {
        expect(problems).toEqual([]);
        expect(meaning).toHaveProperty("title", "Multi-Accumulation Table Identification Number");
      },
    },
    {
      given: "url: string",
      values: async () => ({ url: await address("roman.asdf") }),
      check: ({ checked }) => expect(checked).toHaveProperty("isValid", true),
    },
    {
      given: "url: string",
      values: async () => ({ url: await address("roman.asdf") }),
      check: ({ data }) => expect(data).toHaveLength(192 * 192),
    },
  ],
  "docs/zarr.md": [
    {
      given: "url: string",
      values: () => ({ url: join(root, "tests/data/matrix/zlib-little.asdf") }),
      check: ({ arrays, left }) => {
        expect(arrays).toContain("float32.whole");
        expect((left as readonly { path: string }[]).map(({ path }) => path)).toContain("struct/whole");
      },
    },
  ],
  "docs/wcs.md": [
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await romanFile() }),
      check: ({ path, world, pixel, corners, scale }) => {
        expect(path).toBe("roman/meta/wcs");
        expect(world).toHaveLength(2);
        expect((pixel as number[])[0]).toBeCloseTo(96, 1);
        expect(corners).toHaveLength(4);
        expect(scale).toBeCloseTo(0.11, 2);
      },
    },
    {
      given: "wcs: Wcs",
      values: async () => ({ wcs: await romanWcs() }),
      check: ({ back }) => {
        expect((back as Float64Array)[2 * 193]).toBeCloseTo(1, 1);
      },
    },
    {
      given: "wcs: Wcs",
      values: async () => ({ wcs: await romanWcs() }),
      check: ({ orientation, galactic, text, position }) => {
        expect(orientation).toHaveProperty("parity", 1);
        expect(galactic).toHaveLength(2);
        expect(text).toBe("12:34:56.7");
        expect((position as number[])[0]).toBeCloseTo(188.73625, 9);
      },
    },
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await romanFile() }),
      check: ({ failure }) => expect(failure).toMatch(/^bad-tree: /),
    },
  ],
  "docs/workers.md": [
    {
      given: "url: string, blob: Blob",
      values: async () => ({ url: await address("roman.asdf"), blob: new Blob([roman]) }),
      check: ({ file, other }) => {
        expect(file).toBeInstanceOf(AsdfFile);
        expect(other).toBeInstanceOf(AsdfFile);
      },
    },
    {
      given: "pixels: Float32Array",
      values: () => ({ pixels }),
      check: async ({ edited }) => {
        const image = (await reopened(edited)).array("image", "float32");
        expect((await image.read()).data).toEqual(pixels);
      },
    },
  ],
  "docs/writing.md": [
    {
      given: "pixels: Float32Array",
      values: () => ({ pixels }),
      check: ({ blob }) => isImageOf64(blob),
    },
    {
      given: "",
      values: () => ({}),
      check: async ({ blob }) => expect((await reopened(blob)).get("meta/object")).toBe("M 31"),
    },
    {
      given: "source: Source",
      values: () => ({ source: new Blob([build("meta: {object: M 31}")]) }),
      check: async ({ blob }) => expect((await reopened(blob)).get("meta/object")).toBe("M 33"),
    },
    {
      given: "file: AsdfFile, pixels: Float32Array",
      values: async () => ({ file: await romanFile(), pixels }),
      check: async ({ chunked, copy }) => {
        const file = await reopened(await write({ chunked: chunked as NewArray, copy: copy as NewArray }));
        expect(((await file.resolve("chunked")) as NdArray).shape).toEqual([64, 64]);
        expect(((await file.resolve("copy")) as NdArray).shape).toEqual([192, 192]);
      },
    },
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await romanFile() }),
      check: ({ blob }) => isCutout(blob),
    },
    {
      given: "file: AsdfFile",
      values: async () => ({ file: await romanFile() }),
      check: async ({ files, blob }) => {
        expect(files).toHaveProperty("0.name", "image.asdf");
        expect((await reopened(blob)).get("roman/data")).toBeInstanceOf(NdArray);
      },
    },
  ],
};

const served: Readonly<Record<string, Uint8Array>> = {
  "/main.asdf": build(MAIN),
  "/dark.asdf": build(DARK, [{ content: Uint8Array.of(1, 2, 3) }]),
  "/roman.asdf": roman,
  "/sky.fits": hdu(SKY, new Uint8Array(2 * 2048)),
};
const server = createServer(({ url = "" }, answer) => {
  const bytes = served[url];
  answer.writeHead(bytes ? 200 : 404).end(bytes);
});

async function address(name: string): Promise<string> {
  if (!server.listening) {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
}

const pathOf = (page: string, index: number): string =>
  join(folder, `${page.replaceAll(/\W/g, "-")}-${index}.ts`);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [page, cases] of Object.entries(PAGES)) {
    for (const [index, code] of samplesOf(page).entries()) {
      writeFileSync(pathOf(page, index), moduleOf(code, cases[index]?.given ?? ""));
    }
  }
});

afterAll(() => {
  server.close();
});

test("they compile", () => {
  const settings = { noUnusedLocals: false, noUnusedParameters: false };
  const config = { extends: "../../tsconfig.json", compilerOptions: settings, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [packageCommand("typescript", "tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});

describe.each(Object.entries(PAGES))("%s", (page, cases) => {
  test("each sample has a case", () => {
    expect(samplesOf(page)).toHaveLength(cases.length);
  });

  test.each(cases.map((one, index) => [index + 1, one] as const))(
    "sample %i runs",
    async (number, { values, check }) => {
      const path = pathToFileURL(pathOf(page, number - 1)).href;
      const { sample } = await import(/* @vite-ignore */ path);
      await check(await sample(await values()));
    },
  );
});
