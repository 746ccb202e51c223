/** What callers misspell or mix up: errors that have a code, and say what was meant. */
import { open as openHandle } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  AsdfError,
  type AsdfFile,
  convertSky,
  formatAngle,
  ndarray,
  open,
  openSync,
  parseDirection,
  toTable,
  write,
} from "asdf-wasm";
import { COLORMAPS, histogram, interval, levels, render, statistics, toneCurve } from "asdf-wasm/image";
import { beforeAll, expect, test } from "vitest";
import { build } from "../support/build.ts";
import { failure } from "../support/values.ts";

let file: AsdfFile;
const part = { data: new Float32Array(4), shape: [2, 2], stride: [2, 1] };

beforeAll(async () => {
  const column = { name: "flux", data: ndarray(new Float64Array(3)) };
  const tree = { roman: { data: ndarray(part.data, { shape: [2, 2] }), t: { columns: [column] } } };
  file = await open(await write(tree, { as: "bytes" }));
});

/** A call with arguments that its types forbid. */
type Loose = (...given: readonly unknown[]) => unknown;
const loose = (call: unknown) => call as Loose;

const limits = { min: 0, max: 1 };

const CASES: readonly [what: string, call: () => unknown, code: string, words: string][] = [
  ["a path", () => file.array("roman/dta"), "not-found", "did you mean `data`?"],
  ["the path of a WCS", () => file.wcs("roman/dat"), "not-found", "did you mean `data`?"],
  [
    "a column",
    () => toTable(file.get("roman/t")).read(null, { fields: ["fulx"] }),
    "bad-selection",
    "`flux`?",
  ],
  ["an option", () => loose(open)(new Blob(), { checksum: "warn" }), "bad-argument", "`checksums`?"],
  ["a value", () => loose(open)(new Blob(), { external: "same-orign" }), "bad-argument", '"same-origin"?'],
  [
    "a colour map",
    () => loose(render)(part, { ...limits, colormap: "virdis" }),
    "bad-argument",
    '"viridis"?',
  ],
  ["a stretch", () => loose(render)(part, { ...limits, stretch: "asin" }), "bad-argument", '"asinh"?'],
  [
    "an option of a picture",
    () => loose(render)(part, { ...limits, colourmap: 1 }),
    "bad-argument",
    "`colormap`?",
  ],
  ["an interval", () => loose(interval)(part, { kind: "zscal" }), "bad-argument", '"zscale"?'],
  [
    "lists as slices",
    () =>
      loose(file.array("roman/data").read.bind(file.array("roman/data")))([
        [0, 10],
        [0, 10],
      ]),
    "bad-selection",
    "slice(0, 10)",
  ],
  [
    "a text as a selection",
    () => loose(file.array("roman/data").read.bind(file.array("roman/data")))("0:10"),
    "bad-selection",
    '"0:10"',
  ],
  ["numpy's name", () => loose(ndarray)(part.data, { dtype: "<f4" }), "bad-argument", '"float32"?'],
  ["another name", () => loose(ndarray)([1], { dtype: "float" }), "bad-argument", '"float64"?'],
  [
    "numpy's name of what is read",
    () => loose(file.array.bind(file))("roman/data", ">i2"),
    "bad-argument",
    '"int16"?',
  ],
  ["a scheme", () => open("htp://example.org/a.asdf"), "not-found", "did you mean `http`?"],
  ["another scheme", () => open("httpss://example.org/a.asdf"), "not-found", "did you mean `https`?"],
  ["a path for openSync", () => loose(openSync)("a.asdf"), "bad-argument", "await open"],
  ["a Blob for openSync", () => loose(openSync)(new Blob()), "bad-argument", "await open"],
];

test.each(CASES)("%s", async (_, call, code, words) => {
  const error = await failure(async () => call());
  expect(error).toMatchObject({ code });
  expect(error.message).toContain(words);
});

test("a long name is not compared, and a strange one has no hint", async () => {
  for (const name of ["x".repeat(1e6), "zzzzzz"]) {
    const error = await failure(() => file.array(`roman/${name}`));
    expect(error.message).not.toContain("did you mean");
  }
});

test("a leading slash is that of JSON Pointer, unless the root has an empty key", async () => {
  expect(file.get("/roman/data")).toBe(file.get("roman/data"));
  expect(file.array("/roman/data").shape).toEqual([2, 2]);
  expect(await file.resolve("/roman/data")).toBe(file.get("roman/data"));
  const odd = openSync(build("{'': {a: 1}, a: 2}"));
  expect([odd.get("/a"), odd.get("a")]).toEqual([1, 2]);
});

test("a handle of Node is refused by name", async () => {
  const handle = await openHandle(fileURLToPath(import.meta.url));
  const error = await failure(() => loose(open)(handle) as Promise<unknown>);
  await handle.close();
  expect(error.message).toContain("`FileHandle` of Node");
});

test("every failure of pictures and angles is an AsdfError", () => {
  const colors = COLORMAPS.viridis;
  const calls: readonly (() => unknown)[] = [
    ...[undefined, null, 5, "a", {}, { data: 1, shape: [1] }].flatMap((input) => [
      () => loose(statistics)(input),
      () => loose(render)(input, limits),
      () => loose(interval)(input, { kind: "minmax" }),
      () => loose(histogram)(input, limits),
    ]),
    ...[undefined, null, 5, "hms", {}, { form: "hsm" }, { form: "hms", decimals: -1 }].map(
      (format) => () => loose(formatAngle)(5, format),
    ),
    ...[undefined, null, 5, {}, { min: "0", max: 1 }, { ...limits, colormap: 5 }, { ...limits, nan: 5 }].map(
      (options) => () => loose(render)(part, options),
    ),
    ...[undefined, null, { kind: null }, { kind: "manual" }, { kind: "percentile" }].map(
      (options) => () => loose(interval)(part, options),
    ),
    ...[null, { kind: "asinh", a: "x" }, { kind: "power" }, { kind: "histogram" }, 5].flatMap((stretch) => [
      () => loose(levels)({ ...limits, stretch }),
      () => loose(toneCurve)({ ...limits, stretch }),
    ]),
    ...[undefined, null].flatMap((options) => [
      () => loose(levels)(options),
      () => loose(toneCurve)(options),
    ]),
    ...[0, 1.5, 1e12, Number.NaN].map((bins) => () => histogram(part, { ...limits, bins })),
    () => loose(render)(part, { ...limits, colormap: colors?.subarray(3) }),
    () => loose(formatAngle)("5", { form: "hms" }),
    () => loose(parseDirection)(5),
    () => loose(convertSky)("icrs", undefined, [1, 2]),
    () => loose(convertSky)("icrs", "fk5", undefined),
  ];
  for (const call of calls) {
    let thrown: unknown = "nothing";
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect(thrown, String(call)).toBeInstanceOf(AsdfError);
  }
});

test("a file that was cut in its tree is truncated; one with a defect there is not", async () => {
  const bytes = Buffer.from(build("a: 1\nb: [1, {c: 'text'}]\nd: [1, 2]\n"));
  const from = bytes.indexOf("b: [");
  const open1 = (end: number) => {
    try {
      openSync(bytes.subarray(0, end));
      return "opens";
    } catch (error) {
      return error instanceof AsdfError ? error.code : "?";
    }
  };
  for (let end = from + 6; end < bytes.indexOf("]\nd"); end += 1) {
    const source = { size: end, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
    expect((await failure(() => open(source))).code).toBe("truncated");
    expect(open1(end)).toBe("truncated");
  }
  expect((await failure(() => open(build("a: [1\nb: 2")))).code).toBe("bad-tree");
});
