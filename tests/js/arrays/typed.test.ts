/** Arrays by path, their datatype as TypeScript knows it, fields and records. */
import { Complex, type NdArray, ndarray, open, slice, write } from "asdf-wasm";
import { expect, expectTypeOf, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

const catalog = {
  fields: {
    id: { data: BigInt64Array.of(1n, 2n, 3n), shape: [3], stride: [1] },
    ra: { data: Float64Array.of(10, 20, 30), shape: [3], stride: [1] },
    dec: { data: Float64Array.of(-1, -2, -3), shape: [3], stride: [1] },
    name: { data: ["a", "b", "c"], shape: [3], stride: [1] },
    pair: { data: Int16Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2], stride: [2, 1] },
    at: { fields: { x: { data: Float32Array.of(1, 2, 3), shape: [3], stride: [1] } }, shape: [3] },
  },
  shape: [3],
};

const file = await open(
  await write({
    image: ndarray(new Float32Array(6), { shape: [2, 3] }),
    catalog: ndarray(catalog),
    meta: { exposure: 30.5, list: ["x"], deep: { data: ndarray([1, 2]) } },
    text: ndarray(["a"]),
  }),
);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

test("array() gives an array, of a datatype if one is named", async () => {
  expect(file.array("image")).toBe(file.get("image"));
  expect(file.array(["meta", "deep", "data"]).shape).toEqual([2]);
  const image = file.array("image", "float32");
  expectTypeOf(image).toEqualTypeOf<NdArray<"float32">>();
  const { data } = await image.read();
  expectTypeOf(data).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expect(data).toBeInstanceOf(Float32Array);
  expectTypeOf((await file.array("text", "ascii").read()).data).toEqualTypeOf<string[]>();
  expectTypeOf((await file.array("catalog", "struct").read()).data).toEqualTypeOf<undefined>();
  const given = await image.read([], { into: new Float32Array(6) });
  expectTypeOf(given.data).toEqualTypeOf<Float32Array<ArrayBuffer>>();
});

test("is() narrows", async () => {
  const array = file.array("image");
  expect(array.is("float64")).toBe(false);
  if (!array.is("float32")) {
    throw new Error("it is float32");
  }
  expectTypeOf((await array.read()).data).toEqualTypeOf<Float32Array<ArrayBuffer>>();
  expectTypeOf((await array.preview()).step).toEqualTypeOf<number>();
  const plain: NdArray = array;
  expect(plain.is("struct")).toBe(false);
  expect(file.array("text").is("ascii")).toBe(true);
  expect(file.array("catalog").is("struct")).toBe(true);
});

test("get<T>() takes the caller's word", () => {
  expectTypeOf(file.get<{ exposure: number }>("meta")).toEqualTypeOf<{ exposure: number } | undefined>();
  expect(file.get<{ exposure: number }>("meta")?.exposure).toBe(30.5);
});

test.each([
  ["nothing", "not-found", "the root of the tree has no `nothing`: it has `asdf_library`, `image`"],
  ["meta/exposures", "not-found", "`meta` has no `exposures`: it has `exposure`, `list`, `deep`"],
  ["meta/exposure/a", "not-found", "`meta/exposure` has no `a`: it is a number"],
  ["meta", "bad-array", "`meta` is a map and no array; it contains `meta/deep/data`"],
  ["image/a", "not-found", "`image` has no `a`: it is an array"],
  ["catalog/a", "not-found", "`catalog` has no `a`: it is an array of records with the columns `"],
  ["meta/list", "bad-array", "`meta/list` is a sequence and no array"],
  ["meta/list/0", "bad-array", "`meta/list/0` is a string and no array"],
])("%s is refused as %s", async (path, code, message) => {
  const error = await failure(() => file.array(path));
  expect([error.code, error.message, error.path]).toEqual([code, expect.stringContaining(message), path]);
});

test("another datatype, a reference and a wrong description are refused", async () => {
  const other = await failure(() => file.array("image", "float64"));
  expect([other.code, other.message]).toEqual([
    "bad-array",
    "the elements of `image` are float32, not float64",
  ]);
  using odd = await open(build(`a: {$ref: "#/b"}\nb: ${arrayText(0, "int99", [1])}`));
  expect(await failure(() => odd.array("a"))).toMatchObject({
    code: "bad-array",
    message: "`a` is a reference and no array: `resolve()` follows it",
  });
  expect((await failure(() => odd.array("b"))).code).toBe(odd.get<NdArray>("b")?.error?.code);
});

test("some fields alone are read, in the order that is asked for", async () => {
  const { fields, shape } = await file
    .array("catalog", "struct")
    .read([slice(1, 3)], { fields: ["dec", "id"] });
  expect([Object.keys(fields), shape]).toEqual([["dec", "id"], [2]]);
  expect(fields["dec"]?.data).toEqual(Float64Array.of(-2, -3));
  expect(await failure(() => file.array("catalog").read([], { fields: ["de"] }))).toMatchObject({
    code: "bad-selection",
    message: "there is no field `de`: the fields are `id`, `ra`, `dec`, `name`, `pair`, `at`",
  });
  const error = await failure(() => file.array("image").read([], { fields: ["de"] }));
  expect([error.code, error.message]).toEqual([
    "bad-selection",
    "`fields` is for records, and the elements of this array are float32",
  ]);
});

test("records are walked through in batches, some of them and backwards, too", async () => {
  const array = file.array("catalog");
  const records = await all(array.records({ batch: 2 }));
  expect(records.map(({ id, ra, name }) => [id, ra, name])).toEqual([
    [1n, 10, "a"],
    [2n, 20, "b"],
    [3n, 30, "c"],
  ]);
  expect(records[2]).toMatchObject({ pair: { data: Int16Array.of(5, 6), shape: [2] }, at: { x: 3 } });
  const some = await all(array.records({ fields: ["id"], rows: slice(null, null, -2), batch: 1 }));
  expect(some.map(({ id }) => id)).toEqual([3n, 1n]);
  expect(Object.keys(some[0] ?? {})).toEqual(["id"]);
  expect(await all(array.records({ rows: slice(2, 2) }))).toEqual([]);
  for (const options of [{ rows: slice(1, 9) }, { batch: 0 }, { fields: ["x"] }]) {
    expect((await failure(() => all(array.records(options)))).code).toBe("bad-selection");
  }
  expect((await failure(() => all(file.array("image").records()))).code).toBe("bad-array");
});

test("records of booleans, complex numbers and nested records", async () => {
  const fields =
    "[{name: ok, datatype: bool8}, {name: z, datatype: complex64}, {name: n, datatype: [{name: m, datatype: int8}], shape: [2]}]";
  const content = new Uint8Array(2 * 11);
  content[0] = 1;
  new DataView(content.buffer).setFloat32(1, 1.5, true);
  new DataView(content.buffer).setFloat32(5, -2, true);
  content.set([3, 4], 9);
  using records = await open(build(`t: ${arrayText(0, fields, [2])}`, [{ content }]));
  const [first, second] = await all(records.array("t").records());
  expect(first?.["ok"]).toBe(true);
  expect(second?.["ok"]).toBe(false);
  expect(first?.["z"]).toEqual(new Complex(1.5, -2));
  expect(first?.["n"]).toMatchObject([{ m: 3 }, { m: 4 }]);
});
