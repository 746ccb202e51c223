/** `file.wcs()` and the file around it: what is read, workers, references, and nodes that cannot be compiled. */
import { type ByteSource, type OpenOptions, open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

const GWCS = "!<tag:stsci.edu:gwcs/wcs-1.2.0>";
const STEP = "!<tag:stsci.edu:gwcs/step-1.1.0>";
const transform = (kind: string) => `!transform/${kind}-1.2.0`;

/** A WCS of one transform. */
const gwcs = (text: string) =>
  `${GWCS} {name: '', steps: [${STEP} {frame: detector, transform: ${text}}, ${STEP} {frame: world, transform: null}]}`;

const shifts = (x: number, y: number) =>
  `${transform("concatenate")} {forward: [${transform("shift")} {offset: ${x}}, ${transform("shift")} {offset: ${y}}]}`;

/** Counts what is read. */
function counted(bytes: Uint8Array): { source: ByteSource; reads: [offset: number, length: number][] } {
  const reads: [number, number][] = [];
  const read = async (offset: number, length: number) => {
    reads.push([offset, length]);
    return bytes.subarray(offset, offset + length);
  };
  return { source: { size: bytes.length, read }, reads };
}

const image = new Uint8Array(4_000_000);
const coefficients = Float64Array.of(2, 0.5);
const large = build(
  `data: ${arrayText(0, "uint8", [2000, 2000])}
wcs: ${gwcs(`${transform("polynomial")} {coefficients: ${arrayText(1, "float64", [2])}}`)}
unused: ${arrayText(2, "uint8", [2000, 2000])}`,
  [{ content: image }, { content: coefficients, compression: "zlib" }, { content: image }],
);

const OPTIONS: [what: string, options: OpenOptions][] = [
  ["on this thread", {}],
  ["by workers", { workers: true }],
];

test.each(OPTIONS)("only the arrays of the WCS are read: %s", async (_, options) => {
  const { source, reads } = counted(large);
  using file = await open(source, options);
  const wcs = await file.wcs("wcs");
  expect(wcs.pixelToWorld(4)).toEqual([4]);
  expect(wcs.pixelToWorld(-2)).toEqual([1]);
  expect(reads.length).toBeLessThan(8);
  // Without a block index, the file is walked along its headers.
  expect(reads.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(300_000);
});

test("arrays cannot be read of a closed file; a WCS without arrays can still be compiled", async () => {
  const file = await open(large);
  const small = await open(build(`wcs: ${gwcs(shifts(1, 2))}`));
  file.close();
  small.close();
  expect((await failure(() => file.wcs("wcs"))).code).toBe("closed");
  expect((await small.wcs("wcs")).pixelToWorld(0, 0)).toEqual([1, 2]);
});

test("references in a WCS, and to one, are resolved", async () => {
  const text = `shift: ${transform("shift")} {offset: 3}
wcs: ${gwcs(`${transform("concatenate")} {forward: [{$ref: '#/shift'}, {$ref: 'other.asdf#/of/x'}]}`)}
same: {$ref: '#/wcs'}`;
  const other = build(`of: {x: {$ref: '#/deep'}}\ndeep: ${transform("shift")} {offset: -5}`);
  using file = await open(build(text), { resolve: () => other });
  expect(file.wcsPaths()).toEqual(["wcs"]);
  expect((await file.wcs("wcs")).pixelToWorld(0, 0)).toEqual([3, -5]);
  expect((await file.wcs("same")).pixelToWorld(1, 1)).toEqual([4, -4]);
});

test("a transform by itself", async () => {
  using file = await open(build(`shift: ${transform("shift")} {offset: 3}`));
  const wcs = await file.wcs("shift");
  expect([wcs.frames, wcs.boundingBox, wcs.sky]).toEqual([[], [null], undefined]);
  expect(wcs.worldToPixel(10)).toEqual([7]);
  expect(wcs.pixelScale(1)).toBeNaN();
  expect(wcs.orientation(1)).toBeUndefined();
  expect((await failure(async () => wcs.footprint())).code).toBe("bad-argument");
  expect(wcs.footprint({ limits: [[0, 4]] })).toEqual([[3], [7]]);
});

test("an unknown transform is named with its path, and the other WCS of the file is not affected", async () => {
  const unknown = "!<tag:example.org:transform/wobble-1.0.0> {by: 3}";
  const text = `good: ${gwcs(shifts(1, 2))}
bad: ${gwcs(`${transform("compose")} {forward: [${shifts(1, 2)}, ${unknown}]}`)}`;
  using file = await open(build(text));
  expect(file.wcsPaths()).toEqual(["good", "bad"]);
  const error = await failure(() => file.wcs("bad"));
  expect([error.code, error.path]).toEqual(["unsupported-transform", "bad/steps/0/transform/forward/1"]);
  expect(error.message).toContain("tag:example.org:transform/wobble-1.0.0");
  expect((await file.wcs("good")).pixelToWorld(0, 0)).toEqual([1, 2]);
});

const MALFORMED: [what: string, wcs: string, path: string][] = [
  ["no steps", `${GWCS} {name: ''}`, "wcs"],
  ["a missing parameter", gwcs(`${transform("shift")} {}`), "wcs/steps/0/transform"],
  ["text for a number", gwcs(`${transform("shift")} {offset: wide}`), "wcs/steps/0/transform/offset"],
  ["records for numbers", gwcs(`${transform("polynomial")} {coefficients: RECORDS}`), "wcs"],
  ["a cycle", gwcs(`&t ${transform("compose")} {forward: [*t, *t]}`), "wcs"],
];

test.each(MALFORMED)("%s is an error with its path", async (_, wcs, path) => {
  const records = "!core/ndarray-1.1.0 {data: [[1]], datatype: [{name: a, datatype: int8}], shape: [1]}";
  using file = await open(build(`wcs: ${wcs.replace("RECORDS", records)}`));
  const error = await failure(() => file.wcs("wcs"));
  expect(["bad-tree", "bad-array", "limit-exceeded", "unsupported-transform"]).toContain(error.code);
  expect(error.path ?? "").toMatch(new RegExp(`^${path}`));
});

test("a WCS that was read can be written, and says the same", async () => {
  using file = await open(build(`wcs: ${gwcs(shifts(1, 2))}`));
  using copy = await open(await write({ wcs: file.get("wcs") ?? null }));
  expect((await copy.wcs("wcs")).pixelToWorld(0, 0)).toEqual([1, 2]);
});
