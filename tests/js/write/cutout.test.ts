/** Parts of arrays in their places: what is cut, what is not, and the gwcs that goes with the image. */
import {
  type AsdfFile,
  type CutoutOptions,
  ndarray,
  open,
  type Selection,
  slice,
  type TreeMap,
  tagOf,
  withTag,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";
import { largeFile } from "../support/large.ts";

type Selections = { [path: string]: Selection };

// biome-ignore lint/suspicious/noExplicitAny: what a file holds is known here
const known = (value: unknown): any => value;

async function cut(file: AsdfFile, selections: Selections, options: CutoutOptions = {}): Promise<AsdfFile> {
  const blob = await file.cutout(selections, { ...options, as: "blob" });
  return open(blob, { checksums: "error" });
}

/** An array of the cutout is what its selection reads of the whole. */
async function expectCut(file: AsdfFile, part: AsdfFile, path: string, selection: Selection): Promise<void> {
  const [whole, now] = [arrayAt(file, path), arrayAt(part, path)];
  const wanted = await whole.read(selection, { float16: "bits" });
  const read = await now.read([], { float16: "bits" });
  expect(read, path).toEqual(wanted);
  expect([now.dtype, now.byteorder], path).toEqual([whole.dtype, whole.byteorder]);
}

const ramp = Int32Array.from({ length: 20 * 30 }, (_, i) => i);

function source(): Promise<Blob> {
  const doubled = ndarray(ramp, { shape: [2, 10, 30], byteorder: "big", compression: "bzp2" });
  return write({
    meta: { object: "M 31" },
    sci: {
      data: ndarray(ramp, { shape: [20, 30], compression: "zlib" }),
      err: ndarray(new Float32Array(ramp).map(Math.sqrt), { shape: [20, 30], byteorder: "big" }),
      cube: ndarray(new Uint8Array(3 * 20 * 30).fill(1), { shape: [3, 20, 30], compression: "zstd" }),
      masked: ndarray(Float64Array.from(ramp), {
        shape: [20, 30],
        mask: Uint8Array.from(ramp, (value) => value % 2),
      }),
      other: ndarray(ramp, { shape: [30, 20] }),
      row: ndarray(new Int8Array(30)),
      none: ndarray(new Int8Array(0), { shape: [0, 20, 30] }),
    },
    doubled,
    also: doubled,
    chunked: ndarray(ramp, { shape: [20, 30], chunks: [7, 8], compression: "zlib" }),
    inline: ndarray([1, 2, 3, 4], { inline: true, mask: [true, false, false, true] }),
    text: ndarray(["a", "bc", "süd"], { byteorder: "big" }),
    halves: ndarray(new Uint16Array([0x3c00, 0x7e01, 0xc000]), { dtype: "float16" }),
    records: ndarray({
      shape: [3],
      fields: {
        id: { data: new Int16Array([1, 2, 3]), shape: [3], stride: [1] },
        place: { data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [3, 2], stride: [2, 1] },
      },
    }),
    scalar: ndarray(new Float64Array([7]), { shape: [] }),
  });
}

const SELECTIONS: Selections = {
  "sci/data": [slice(2, 12), slice(5, 25)],
  "sci/err": [slice(null, null, -3), slice(-4, null)],
  "sci/cube": [1, slice(19, null), null],
  "sci/masked": [slice(1, 20, 4), 7],
  doubled: [slice(1), slice(9, 0, -4), slice(29, 30)],
  chunked: [slice(5, 9), slice(6, 26, 5)],
  inline: [slice(1, 4, 2)],
  text: [slice(null, null, -1)],
  halves: [slice(1, 3)],
  records: [slice(2, 0, -1)],
  scalar: [],
};

test("arrays of every kind are cut, each as it was stored; others and the tree stay", async () => {
  using file = await open(await source());
  using part = await cut(file, SELECTIONS);
  for (const [path, selection] of Object.entries(SELECTIONS)) {
    await expectCut(file, part, path, selection);
  }
  expect(part.get("also")).toBe(part.get("doubled"));
  expect(part.get("meta")).toEqual({ object: "M 31" });
  await expectCut(file, part, "sci/other", []);
  await part.readBlockHeaders();
  const compressions = ["sci/data", "sci/err", "sci/other"].map((path) => arrayAt(part, path).compression);
  expect(compressions).toEqual(["zlib", null, null]);
  expect(arrayAt(part, "inline").source).toBeNull();
  expect(arrayAt(part, "scalar").shape).toEqual([]);
  using recoded = await cut(file, { "sci/data": [slice(2, 12)] }, { compression: "zstd" });
  await recoded.readBlockHeaders();
  expect(arrayAt(recoded, "sci/data").compression).toBe("zstd");
});

test("parts of arrays in chunks keep their compression", async () => {
  using file = await open(await source());
  using part = await cut(file, { chunked: [slice(0, 18)], doubled: [1] });
  await part.readBlockHeaders();
  expect(["chunked", "doubled"].map((path) => arrayAt(part, path).compression)).toEqual(["zlib", "bzp2"]);
});

test("what is taken whole is handed on as it is stored", async () => {
  using file = await open(await source());
  const digest = async (of: AsdfFile) =>
    (await of.readBlockHeaders([Number(arrayAt(of, "sci/data").source)]))[0]?.checksum;
  using part = await cut(file, { "sci/data": [slice(0, 20), null], inline: [slice(1)] });
  expect(await digest(part)).toBe(await digest(file));
});

test("arrays beside one that is cut are cut alike, if that is asked for", async () => {
  using file = await open(await source());
  const selection = [slice(2, 12), slice(5, 25)];
  using alone = await cut(file, { "sci/data": selection });
  expect(arrayAt(alone, "sci/err").shape).toEqual([20, 30]);
  using alike = await cut(file, { "sci/data": selection }, { alike: true });
  for (const path of ["sci/data", "sci/err", "sci/masked"]) {
    await expectCut(file, alike, path, selection);
  }
  await expectCut(file, alike, "sci/cube", [null, ...selection]);
  const shapes = ["sci/other", "sci/row", "chunked", "sci/none"].map((path) => arrayAt(alike, path).shape);
  expect(shapes).toEqual([[30, 20], [30], [20, 30], [0, 10, 20]]);
  // One that has a selection of its own keeps to that.
  using own = await cut(file, { "sci/data": selection, "sci/cube": [0] }, { alike: true });
  expect(arrayAt(own, "sci/cube").shape).toEqual([20, 30]);
  expect(arrayAt(own, "sci/err").shape).toEqual([10, 20]);
});

test("arrays that share a block: what is cut gets one of its own", async () => {
  const content = Int16Array.from({ length: 8 }, (_, i) => i);
  const view = arrayText(0, "int16", [4], ", offset: 4");
  using file = await open(build(`a: ${arrayText(0, "int16", [8])}\nb: ${view}`, [{ content }]));
  using part = await cut(file, { b: [slice(1, 3)] });
  expect(part.blocks).toHaveLength(2);
  await expectCut(file, part, "a", []);
  await expectCut(file, part, "b", [slice(1, 3)]);
});

test("of a file of 3 GB only what is cut out is read, and of another file only its part", async () => {
  const large = await largeFile();
  using file = await open(large);
  using part = await cut(file, { data: [slice(2 ** 19, 2 ** 19 + 100)] });
  expect(column(await arrayAt(part, "data").read()).data).toEqual(new Uint8Array(100).fill(9));
  expect(large.read).toBeLessThan(2 ** 20);
  const content = Int16Array.of(5, 6, 7, 8);
  const other = build("{}", [{ content, compression: "zlib" }]);
  using outside = await open(build(`a: ${arrayText("x.asdf", "int16", [4])}`), { resolve: () => other });
  using inside = await cut(outside, { a: [slice(1, 3)] });
  expect(column(await arrayAt(inside, "a").read()).data).toEqual(content.slice(1, 3));
});

const REFUSED: [what: string, selections: unknown, path: string][] = [
  ["beyond the end", { "sci/data": [slice(0, 21)] }, "sci/data"],
  ["before the beginning", { "sci/data": [null, slice(-31, null)] }, "sci/data"],
  ["an index outside", { "sci/data": [20] }, "sci/data"],
  ["nothing", { "sci/data": [slice(5, 5)] }, "sci/data"],
  ["the wrong way round", { "sci/data": [slice(5, 9, -1)] }, "sci/data"],
  ["a step of 0", { "sci/data": [slice(0, 5, 0)] }, "sci/data"],
  ["a fraction", { "sci/data": [slice(0, 5.5)] }, "sci/data"],
  ["too many axes", { "sci/data": [null, null, null] }, "sci/data"],
  ["an axis of none", { scalar: [0] }, "scalar"],
  ["no list", { "sci/data": slice(5) }, "sci/data"],
  ["text", { "sci/data": "0:5" }, "sci/data"],
  ["no array", { "meta/object": [slice(5)] }, "meta/object"],
  ["nothing there", { "sci/nothing": [slice(5)] }, "sci/nothing"],
  ["a chunk of an array", { "chunked/chunks/0/ndarray": [slice(5)] }, "chunked/chunks/0/ndarray"],
  ["one array in two ways", { doubled: [slice(1)], also: [slice(1, 2)] }, "also"],
];

test.each(REFUSED)("%s is refused", async (_, selections, path) => {
  using file = await open(await source());
  const error = await failure(() => file.cutout(selections as Selections));
  expect([error.code, error.path]).toEqual(["bad-selection", path]);
});

test("one array by two paths, cut alike, is still one", async () => {
  using file = await open(await source());
  using part = await cut(file, { doubled: [slice(1)], also: [slice(0, 1)] });
  expect(part.get("also")).toBe(part.get("doubled"));
  expect(arrayAt(part, "also").shape).toEqual([1, 10, 30]);
});

test("an array that makes no sense, or cannot be read, is refused with its path", async () => {
  const broken = build(`a: {b: !core/ndarray-1.1.0 {source: 0, datatype: nothing, shape: [3]}}`);
  using file = await open(broken);
  expect((await failure(() => file.cutout({ "a/b": [slice(1)] }))).path).toBe("a/b");
  const corrupt = { label: "zlib", size: 8 };
  const content = Uint8Array.of(1, 2, 3);
  using unread = await open(build(`a: ${arrayText(0, "int16", [4])}`, [{ content, encoded: corrupt }]));
  const error = await failure(() => unread.cutout({ a: [slice(1)] }));
  expect([error.code, error.path]).toEqual(["corrupt-data", "a"]);
});

/** Where a pixel of the part lies in the whole, by what stands before the first transform. */
function place(transform: TreeMap): TreeMap {
  expect(tagOf(transform)).toMatch(/transform\/compose-/);
  return known(transform["forward"])[0];
}

const offsets = (node: TreeMap): unknown =>
  known(node)["forward"]?.map(offsets) ?? node["offset"] ?? node["factor"];

test("the gwcs of a Roman image is shifted with it", async () => {
  using file = await open(read("roman/roman_l2_192.asdf"));
  using part = await cut(file, { "roman/data": [slice(30, 94), slice(100, 164)] }, { alike: true });
  const data = column(await arrayAt(part, "roman/data").read());
  const whole = await arrayAt(file, "roman/data").read([slice(30, 94), slice(100, 164)]);
  expect(bytesOf(data)).toEqual(bytesOf(column(whole)));
  expect(arrayAt(part, "roman/err").shape).toEqual([64, 64]);
  expect(arrayAt(part, "roman/dq2").shape).toEqual([1, 1]);
  const [before, after] = [known(file.get("roman/meta/wcs")), known(part.get("roman/meta/wcs"))];
  const [was, now] = [before.steps[0].transform, after.steps[0].transform];
  expect(offsets(place(now))).toEqual([100, 30]);
  expect(tagOf(place(now))).toBe("tag:stsci.edu:asdf/transform/concatenate-1.4.0");
  expect(known(place(now)["forward"]).map(tagOf)).toEqual(
    Array(2).fill("tag:stsci.edu:asdf/transform/shift-1.4.0"),
  );
  expect([now.inputs, now.outputs]).toEqual([was.inputs, was.outputs]);
  expect(now.bounding_box).toEqual({
    ...was.bounding_box,
    intervals: { x0: [-0.5, 63.5], x1: [-0.5, 63.5] },
  });
  expect(tagOf(now.bounding_box)).toBe(tagOf(was.bounding_box));
  const { bounding_box: _, ...rest } = was;
  expect(JSON.stringify(now.forward[1])).toBe(JSON.stringify(rest));
  expect(tagOf(now.forward[1])).toBe(tagOf(was));
  expect(after.steps.slice(1)).toEqual(before.steps.slice(1));
  expect(after.steps.map(tagOf)).toEqual(before.steps.map(tagOf));
  // What is not cut, or only so that every pixel stays where it was, is not shifted.
  using untouched = await cut(file, { "roman/amp33": [slice(1)] }, { alike: true });
  expect(JSON.stringify(untouched.get("roman/meta/wcs"))).toBe(JSON.stringify(before));
  using corner = await cut(file, { "roman/data": [slice(64), slice(70)] });
  const boxed = known(corner.get("roman/meta/wcs")).steps[0].transform;
  expect(boxed.bounding_box.intervals).toEqual({ x0: [-0.5, 69.5], x1: [-0.5, 63.5] });
  expect(JSON.stringify(boxed.forward)).toBe(JSON.stringify(was.forward));
});

/** A WCS of an image with what a test needs of it. */
function wcsWith(transform: object, more: object = {}, inputs = ["x", "y"]): object {
  const tagged = withTag(
    { inputs, outputs: inputs, ...transform },
    "tag:stsci.edu:asdf/transform/identity-1.2.0",
  );
  const frame = { name: "detector", axes_order: inputs.map((_, i) => i) };
  const step = withTag({ frame, transform: tagged }, "tag:stsci.edu:gwcs/step-1.1.0");
  const last = withTag({ frame: { name: "world" }, transform: null }, "tag:stsci.edu:gwcs/step-1.1.0");
  return withTag({ name: "", steps: [step, last], ...more }, "tag:stsci.edu:gwcs/wcs-1.2.0");
}

const plane = (rows = 20, columns = 30) =>
  ndarray(new Uint8Array(rows * columns), { shape: [rows, columns] });

async function shifted(
  tree: object,
  selections: Selections,
  path = "wcs",
): Promise<ReturnType<typeof known>> {
  using file = await open(await write(tree));
  using part = await cut(file, selections);
  return known(part.get(path));
}

test("steps become scales, and what a WCS says of its pixels goes along", async () => {
  const wcs = wcsWith({ n_dims: 2 }, { pixel_shape: [30, 20] });
  const whole = await shifted({ data: plane(), wcs }, { data: [slice(4, 16, 3), slice(28, null, -2)] });
  expect(whole.pixel_shape).toEqual([15, 4]);
  const { transform } = whole.steps[0];
  expect(offsets(place(transform))).toEqual([
    [-2, 3],
    [28, 4],
  ]);
  expect(tagOf(transform)).toBe("tag:stsci.edu:asdf/transform/compose-1.2.0");
  expect("bounding_box" in transform).toBe(false);
  const scaled = await shifted({ data: plane(), wcs }, { data: [slice(null, null, 2)] });
  expect(offsets(place(scaled.steps[0].transform))).toEqual([1, 2]);
});

const BOXES: [what: string, box: unknown, moved: unknown][] = [
  [
    "by input",
    { intervals: { y: [-0.5, 19.5], x: [2, 25] } },
    { intervals: { y: [-0.5, 3.5], x: [-0.5, 9.5] } },
  ],
  [
    "in a list, the last input first",
    [
      [-0.5, 19.5],
      [-5, 12],
    ],
    [
      [-0.5, 3.5],
      [-0.5, 7],
    ],
  ],
  ["beside the part", { intervals: { x: [0, 3] } }, { intervals: { x: [-5, -2] } }],
  [
    "one of several",
    { selector_args: [], cbbox: [{ key: [1], bbox: { intervals: { x: [6, 40] } } }] },
    { selector_args: [], cbbox: [{ key: [1], bbox: { intervals: { x: [1, 9.5] } } }] },
  ],
  [
    "of quantities",
    {
      intervals: {
        x: [
          { value: 6, unit: "pixel" },
          { value: 8.5, unit: "pixel" },
        ],
      },
    },
    {
      intervals: {
        x: [
          { value: 1, unit: "pixel" },
          { value: 3.5, unit: "pixel" },
        ],
      },
    },
  ],
];

test.each(BOXES)("bounding boxes are moved and clipped: %s", async (_, box, moved) => {
  const wcs = wcsWith({ bounding_box: box });
  const found = await shifted({ data: plane(), wcs }, { data: [slice(10, 14), slice(5, 15)] });
  expect(found.steps[0].transform.bounding_box).toEqual(moved);
});

test("a bounding box in no known form is refused", async () => {
  using file = await open(await write({ data: plane(), wcs: wcsWith({ bounding_box: "all" }) }));
  const error = await failure(() => file.cutout({ data: [slice(1, 3)] }));
  expect([error.code, error.path]).toEqual(["bad-tree", "wcs"]);
});

test("pixels with a unit are shifted by pixels with a unit", async () => {
  const unit = new Map([["unit", "pixel"]]);
  const quantity = withTag({ value: -9.5, unit: "pixel" }, "tag:stsci.edu:asdf/unit/quantity-1.1.0");
  const shift = withTag({ offset: quantity }, "tag:stsci.edu:asdf/transform/shift-1.2.0");
  const wcs = wcsWith({ forward: [shift, shift], unit });
  const found = await shifted({ data: plane(), wcs }, { data: [slice(4, 9), slice(5, 7)] });
  const [x, y] = known(place(found.steps[0].transform))["forward"];
  expect([x.offset, y.offset].map(({ value, unit }) => ({ value, unit }))).toEqual([
    { value: 5, unit: "pixel" },
    { value: 4, unit: "pixel" },
  ]);
  expect(tagOf(x.offset)).toBe("tag:stsci.edu:asdf/unit/quantity-1.1.0");
});

test("each image has its own WCS", async () => {
  const pair = () => ({ data: plane(), meta: { wcs: wcsWith({}) } });
  const tree = { first: pair(), second: pair(), wcs: wcsWith({}), alone: plane() };
  using file = await open(await write(tree));
  using part = await cut(file, { "first/data": [slice(1, 5)] });
  const shiftOf = (path: string) => offsets(known(part.get(path)).steps[0].transform);
  expect(shiftOf("first/meta/wcs")).toEqual([[0, 1], undefined]);
  expect(shiftOf("second/meta/wcs")).toBeUndefined();
  expect(shiftOf("wcs")).toBeUndefined();
});

test("a WCS of arrays that are cut differently, or that lose an axis of it, is refused", async () => {
  const cube = ndarray(new Uint8Array(24), { shape: [2, 3, 4] });
  const tree = {
    data: plane(),
    err: plane(),
    wcs: wcsWith({}),
    of: { cube, wcs: wcsWith({}, {}, ["x", "y", "z"]) },
  };
  using file = await open(await write(tree));
  const refused = async (selections: Selections) => {
    const { code, path } = await failure(() => file.cutout(selections));
    return [code, path];
  };
  expect(await refused({ data: [slice(1, 5)], err: [slice(1, 6)] })).toEqual(["bad-selection", "wcs"]);
  expect(await refused({ data: [3] })).toEqual(["bad-selection", "wcs"]);
  expect(await refused({ "of/cube": [1] })).toEqual(["bad-selection", "of/wcs"]);
  using part = await cut(file, { "of/cube": [slice(1, 2), null, slice(2, 4)] });
  const { transform } = known(part.get("of/wcs")).steps[0];
  expect(offsets(place(transform))).toEqual([[2, 0], 1]);
});

test("a tree that holds itself is cut and stays one", async () => {
  const root: Record<string, unknown> = { data: plane(), wcs: wcsWith({}) };
  root["self"] = root;
  using file = await open(await write(root));
  using part = await cut(file, { "self/self/data": [slice(1, 3)] });
  expect(part.get("self")).toBe(part.tree);
  expect(arrayAt(part, "data").shape).toEqual([2, 30]);
  expect(offsets(place(known(part.get("wcs")).steps[0].transform))).toEqual([0, 1]);
});
