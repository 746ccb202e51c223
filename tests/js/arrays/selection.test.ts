/** Selections against a loop that takes the elements one by one. */
import { NdArray, openSync, type Selection, type Slice, slice } from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const SHAPE = [5, 4, 6];
const values = Int32Array.from({ length: 5 * 4 * 6 }, (_, i) => i * i - 7);
const file = openSync(
  build(
    [
      `plain: ${ndarray(0, "int32", SHAPE)}`,
      `packed: ${ndarray(1, "int32", SHAPE)}`,
      `upside down: ${ndarray(0, "int32", SHAPE, ", offset: 384, strides: [-96, 24, 4]")}`,
    ].join("\n"),
    [
      { content: values, checksum: "right" },
      { content: values, compression: "zlib" },
    ],
  ),
);

/** An entry of a selection that lies within an axis, now and then counted from its end. */
function entry(length: number): fc.Arbitrary<number | Slice | null> {
  const index = fc.integer({ min: -length, max: length - 1 });
  const bound = fc.option(fc.integer({ min: -length, max: length }));
  const forward = fc
    .tuple(bound, bound, fc.option(fc.integer({ min: 1, max: length + 1 })))
    .map(([start, stop, step]) => slice(start, stop, step));
  const backward = fc
    .tuple(fc.option(index), fc.option(index), fc.integer({ min: -length - 1, max: -1 }))
    .map(([start, stop, step]) => slice(start, stop, step));
  return fc.oneof(fc.constant(null), index, forward, backward);
}

/** The indices that an entry takes, as Python's `range(*slice(…).indices(length))`. */
function indices(wanted: number | Slice | null | undefined, length: number): number[] {
  if (typeof wanted === "number") {
    return [wanted < 0 ? wanted + length : wanted];
  }
  const { start = null, stop = null, step: given = null } = wanted ?? {};
  const step = given ?? 1;
  const absolute = (bound: number) => (bound < 0 ? bound + length : bound);
  const first = start === null ? (step > 0 ? 0 : length - 1) : absolute(start);
  const end = stop === null ? (step > 0 ? length : -1) : absolute(stop);
  const taken: number[] = [];
  for (let i = first; step > 0 ? i < end : i > end; i += step) {
    taken.push(i);
  }
  return taken;
}

function naive(selection: Selection, at: (i: number, j: number, k: number) => number | undefined) {
  const [rows = [], columns = [], depth = []] = SHAPE.map((length, axis) => indices(selection[axis], length));
  return {
    data: rows.flatMap((i) => columns.flatMap((j) => depth.map((k) => at(i, j, k)))),
    shape: [rows, columns, depth]
      .map((taken) => taken.length)
      .filter((_, axis) => typeof selection[axis] !== "number"),
  };
}

const selections = fc
  .tuple(entry(5), entry(4), entry(6), fc.nat(3))
  .map(([rows, columns, depth, axes]) => [rows, columns, depth].slice(0, axes));

test.each(["plain", "packed", "upside down"])("%s", async (name) => {
  const array = arrayAt(file, name);
  const row = (i: number) => (name === "upside down" ? 4 - i : i);
  await fc.assert(
    fc.asyncProperty(selections, async (selection) => {
      const { data, shape, stride } = column(await array.read(selection));
      const expected = naive(selection, (i, j, k) => values[24 * row(i) + 6 * j + k]);
      expect([...data]).toEqual(expected.data);
      expect(shape).toEqual(expected.shape);
      expect(stride).toEqual(shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1)));
    }),
    { numRuns: 300 },
  );
});

test.each([
  [[5]],
  [[-6]],
  [[null, slice(0, 5)]],
  [[null, slice(-5, null)]],
  [[null, null, slice(null, null, 0)]],
  [[0, 0, 0, 0]],
  [[0.5]],
  [[Number.NaN]],
])("%j is refused", async (selection) => {
  const { code } = await failure(() => arrayAt(file, "plain").read(selection));
  expect(code).toBe("bad-selection");
});

test("slice() reads as in Python and zarrita", () => {
  expect(slice(3)).toEqual({ start: null, stop: 3, step: null });
  expect(slice(null)).toEqual({ start: null, stop: null, step: null });
  expect(slice(1, 3)).toEqual({ start: 1, stop: 3, step: null });
  expect(slice(null, null, -1)).toEqual({ start: null, stop: null, step: -1 });
});

test("a preview steps evenly over the last two axes and takes the first of the others", async () => {
  const array = arrayAt(file, "plain");
  const { step, ...small } = await array.preview({ maxSize: 3 });
  expect(step).toBe(2);
  expect(small).toEqual(await array.read([0, slice(null, null, 2), slice(null, null, 2)]));
  const whole = await array.preview();
  expect(whole.step).toBe(1);
  expect(whole.shape).toEqual([4, 6]);
});

test("an array knows its size before anything is read", () => {
  const array = arrayAt(file, "packed");
  expect(array).toBeInstanceOf(NdArray);
  expect(array).toMatchObject({ ndim: 3, size: 120, nbytes: 480, dtype: "int32", byteorder: "little" });
  expect(array).toMatchObject({
    source: 1,
    offset: 0,
    strides: [96, 24, 4],
    compression: "zlib",
    masked: false,
  });
});
