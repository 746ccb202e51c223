/** Which images a file has, which comes first, and which WCS belongs to an array; nodes found by their tags. */

import { init, isMap, ndarray, open, Tagged, withTag, write } from "asdf-wasm";
import { beforeAll, expect, test } from "vitest";

beforeAll(() => init());

const plane = (height: number, width: number, dtype: "float32" | "uint32" = "float32") =>
  ndarray(new (dtype === "float32" ? Float32Array : Uint32Array)(height * width), { shape: [height, width] });

async function opened(tree: object) {
  return open(await write(tree, { as: "bytes" }));
}

const identity = (unit: string) => ({ name: unit, axes_order: [0, 1], unit: [unit, unit] });

/** A WCS that shifts pixels. */
const shifted = () =>
  withTag(
    {
      name: "",
      steps: [
        withTag(
          {
            frame: withTag(
              { ...identity("pixel"), axes_names: ["x", "y"] },
              "tag:stsci.edu:gwcs/frame2d-1.0.0",
            ),
            transform: withTag(
              {
                forward: [
                  withTag({ offset: 10 }, "tag:stsci.edu:asdf/transform/shift-1.2.0"),
                  withTag({ offset: 20 }, "tag:stsci.edu:asdf/transform/shift-1.2.0"),
                ],
              },
              "tag:stsci.edu:asdf/transform/concatenate-1.2.0",
            ),
          },
          "tag:stsci.edu:gwcs/step-1.1.0",
        ),
        withTag(
          {
            frame: withTag({ ...identity("pixel"), name: "moved" }, "tag:stsci.edu:gwcs/frame2d-1.0.0"),
            transform: null,
          },
          "tag:stsci.edu:gwcs/step-1.1.0",
        ),
      ],
    },
    "tag:stsci.edu:gwcs/wcs-1.2.0",
  );

test("images are ranked by what a person opens a file for", async () => {
  const cases: readonly [tree: object, paths: readonly string[]][] = [
    [
      { meta: { matrix: plane(2, 2) }, err: plane(40, 40), dq: plane(40, 40, "uint32"), data: plane(40, 40) },
      ["data", "err", "dq", "meta/matrix"],
    ],
    [
      { big: plane(200, 200), roman: { data: plane(20, 20), err: plane(20, 20) } },
      ["roman/data", "big", "roman/err"],
    ],
    // Coefficients in a WCS and columns of a table are no images.
    [{ wcs: { coefficients: plane(300, 300) }, flux: plane(40, 40) }, ["flux"]],
    [{ slits: [{ data: plane(40, 40) }, { data: plane(40, 40) }] }, ["slits/0/data", "slits/1/data"]],
    [{ spectrum: ndarray(new Float64Array(9)), "a/b": { cube: plane(30, 30) } }, ["a~1b/cube"]],
    [{ text: "none" }, []],
  ];
  for (const [tree, paths] of cases) {
    const file = await opened(tree);
    expect(file.images().map(({ path }) => path)).toEqual(paths);
    expect(file.mainImage()?.path).toBe(paths[0]);
    for (const { path, array } of file.images()) {
      expect(file.get(path)).toBe(array);
    }
  }
});

test("the main node is an image, a table, or the largest map", async () => {
  const cases: readonly [tree: object, path: string][] = [
    [{ cat: { ra: ndarray(new Float64Array(5)), dec: ndarray(new Float64Array(5)) }, note: "a" }, "cat"],
    [{ few: { a: 1 }, many: { a: 1, b: 2 }, history: { a: 1, b: 2, c: 3 } }, "many"],
    [{ x: ndarray(new Float64Array(5)), flux: ndarray(new Float64Array(6)) }, "flux"],
  ];
  for (const [tree, path] of cases) {
    const file = await opened(tree);
    const main = file.mainNode();
    expect(main?.path).toBe(path);
    expect(file.get(path)).toBe(main?.value);
  }
});

test("the WCS of an array is the one beside it", async () => {
  const file = await opened({
    one: { data: plane(40, 40), meta: { wcs: shifted() }, small: plane(4, 4), number: 1 },
    other: { data: plane(40, 40) },
  });
  const wcs = await file.wcsOf(file.array("one/data"));
  expect(wcs?.toWorld(Float64Array.of(1, 2))).toEqual(Float64Array.of(11, 22));
  expect(await file.wcsOf(file.array("one/small"))).toBeUndefined();
  expect(file.wcsChoices(file.array("one/data"))).toEqual([{ path: "one/meta/wcs", isBest: true }]);
  const elsewhere = (await opened({ a: plane(3, 3) })).array("a");
  await expect(file.wcsOf(elsewhere)).rejects.toMatchObject({ code: "bad-array" });
});

test("nodes are found by a whole tag, its end, with or without a version, and by a pattern", async () => {
  const file = await opened({
    data: plane(3, 3),
    at: new Tagged("tag:stsci.edu:asdf/time/time-1.1.0", "2026-01-01T00:00:00"),
    map: withTag({ a: 1 }, "asdf://example.org/tags/thing-2.0.0"),
  });
  const paths = (tag: string | RegExp) => Array.from(file.find({ tag }), ({ path }) => path);
  expect(paths("core/ndarray")).toEqual(["data"]);
  expect(paths("time/time-1.1.0")).toEqual(["at"]);
  expect(paths("asdf://example.org/tags/thing-2.0.0")).toEqual(["map"]);
  expect(paths("thing")).toEqual(["map"]);
  expect(paths("hing")).toEqual([]);
  expect(paths(/example\.org/g)).toEqual(["map"]);
  expect(() => paths(5 as never)).toThrow("`tag` is 5");
  expect([file.get("map"), file.get("data"), file.get("at"), null, []].map(isMap)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
