/** Text of fixed width, and elements of results that are not plain numbers. */
import { open, openSync, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, column } from "../../support/values.ts";

test("ascii: NULs at the end go, those inside stay; bytes beyond are UTF-8, or U+FFFD", async () => {
  const content = Uint8Array.from(
    [..."ab\0\0", ..."a\0b\0", ..."\0\0\0\0", "x", "y", "z", "!"].map((c) => c.charCodeAt(0)),
  );
  const odd = Uint8Array.of(0xc3, 0xa9, 0x41, 0, 0xff, 0x42, 0, 0, 0xef, 0xbb, 0xbf, 0x43);
  const file = openSync(
    build(
      `a: ${ndarray(0, "[ascii, 4]", [2, 2])}\nb: ${ndarray(1, "[ascii, 4]", [3])}\nc: ${ndarray(0, "[ascii, 0]", [2])}`,
      [{ content }, { content: odd }],
    ),
  );
  expect(await arrayAt(file, "a").read()).toEqual({
    data: ["ab", "a\0b", "", "xyz!"],
    shape: [2, 2],
    stride: [2, 1],
  });
  expect(column(await arrayAt(file, "b").read()).data).toEqual(["éA", "\ufffdB", "\ufeffC"]);
});

test("ucs4: what is no code point becomes U+FFFD", async () => {
  const content = Uint32Array.of(0x1f52d, 0, 0x41, 0xd800, 0x110000, 0x42);
  const file = openSync(build(`a: ${ndarray(0, "[ucs4, 2]", [3])}`, [{ content }]));
  expect(column(await arrayAt(file, "a").read()).data).toEqual(["🔭", "A\ufffd", "\ufffdB"]);
});

test("a field may be named anything, and has the shape of the selection and its own", async () => {
  const fields = "[{name: __proto__, datatype: uint8}, {name: m, datatype: uint8, shape: [2]}]";
  const content = Uint8Array.of(1, 10, 11, 2, 20, 21, 3, 30, 31);
  const file = openSync(build(`a: ${ndarray(0, fields, [3])}`, [{ content }]));
  const array = arrayAt(file, "a");
  expect(array.nbytes).toBe(9);
  const part = await array.read([-1]);
  if (!part.fields) {
    throw new TypeError("it is not structured");
  }
  expect(part.shape).toEqual([]);
  expect(Object.keys(part.fields)).toEqual(["__proto__", "m"]);
  expect(part.fields["m"]).toEqual({ data: Uint8Array.of(30, 31), shape: [2], stride: [1] });
});

test("float16 widens exactly, and its bits can be had", async () => {
  const content = Uint16Array.of(0x3c00, 0xfc00, 0x0001, 0x7e00);
  const file = openSync(build(`a: ${ndarray(0, "float16", [4])}`, [{ content }]));
  const array = arrayAt(file, "a");
  const wide = Float32Array.of(1, Number.NEGATIVE_INFINITY, 2 ** -24, Number.NaN);
  expect(column(await array.read()).data).toEqual(wide);
  expect(column(await array.read([], { float16: "bits" })).data).toEqual(content);
});

test("128-bit integers and complex32 in either byte order, forwards and backwards", async () => {
  const wide = [0n, 1n, -1n, 2n ** 127n - 1n, -(2n ** 127n), 0x0123456789abcdef_fedcba9876543210n];
  const unsigned = wide.map((value) => BigInt.asUintN(128, value));
  for (const big of [false, true]) {
    const content = new DataView(new ArrayBuffer(16 * wide.length));
    for (const [i, value] of wide.entries()) {
      content.setBigUint64(16 * i + (big ? 8 : 0), BigInt.asUintN(64, value), !big);
      content.setBigInt64(16 * i + (big ? 0 : 8), BigInt.asIntN(64, value >> 64n), !big);
    }
    const halves = new DataView(new ArrayBuffer(8));
    for (const [i, bits] of [0x3c00, 0xc000, 0x7bff, 0x0001].entries()) {
      halves.setUint16(2 * i, bits, !big);
    }
    const array = (source: number, type: string, length: number, more = "") =>
      ndarray(source, type, [length], more).replace("little", big ? "big" : "little");
    const tree = `i: ${array(0, "int128", 6)}
u: ${array(0, "uint128", 6)}
back: ${array(0, "int128", 6, ", strides: [-16], offset: 80")}
c: ${array(1, "complex32", 2)}
cback: ${array(1, "complex32", 2, ", strides: [-4], offset: 4")}`;
    const file = openSync(build(tree, [{ content }, { content: halves }]));
    const data = async (path: string) => column(await arrayAt(file, path).read()).data;
    expect(await data("i")).toEqual(wide);
    expect(await data("u")).toEqual(unsigned);
    expect(await data("back")).toEqual(wide.toReversed());
    expect(await data("c")).toEqual(Float32Array.of(1, -2, 65504, 2 ** -24));
    expect(await data("cback")).toEqual(Float32Array.of(65504, 2 ** -24, 1, -2));
  }
});

test("128-bit integers", async () => {
  const content = BigInt64Array.of(-1n, -1n, 0n, 1n);
  const file = openSync(
    build(`a: ${ndarray(0, "int128", [2])}\nb: ${ndarray(0, "uint128", [2])}`, [{ content }]),
  );
  expect(column(await arrayAt(file, "a").read()).data).toEqual([-1n, 2n ** 64n]);
  expect(column(await arrayAt(file, "b").read()).data).toEqual([2n ** 128n - 1n, 2n ** 64n]);
});

test("a mask", async () => {
  const array = arrayAt(openSync(read("libasdf/ndarray-inline.asdf")), "implicit");
  expect(array).toMatchObject({ masked: false, source: null });
  const masked = arrayAt(openSync(build("a: !core/ndarray-1.1.0 [1, null, 3]")), "a");
  expect(masked.masked).toBe(true);
  const part = column(await masked.read([slice(1, 3)]));
  expect(part.mask).toEqual(Uint8Array.of(1, 0));
  expect(part.shape).toEqual([2]);
});

test("inline arrays without elements have the shape that they say, of which their lists may leave out axes", async () => {
  const given = [
    ["{data: [], shape: [0, 3], datatype: int16}", [0, 3]],
    ["{data: [[], []], shape: [2, 0, 4], datatype: uint8}", [2, 0, 4]],
    ["{data: [], shape: [3, 0]}", [3, 0]],
    ["{data: [], shape: [0, 5], datatype: [{name: a, datatype: int8}]}", [0, 5]],
    [
      "{data: [], shape: [0, 2], mask: !core/ndarray-1.1.0 {data: [], shape: [0, 2], datatype: bool8}}",
      [0, 2],
    ],
  ] as const;
  for (const [text, shape] of given) {
    const file = openSync(build(`a: !core/ndarray-1.1.0 ${text}`));
    expect((await arrayAt(file, "a").read()).shape).toEqual(shape);
    using again = await open(await file.edit(() => undefined, { as: "bytes" }));
    expect((await arrayAt(again, "a").read()).shape).toEqual(shape);
  }
  for (const wrong of [
    "{data: [], shape: [3]}",
    "{data: [1], shape: [0, 1]}",
    "{data: [[], [1]], shape: [2, 0]}",
  ]) {
    const array = openSync(build(`a: !core/ndarray-1.1.0 ${wrong}`)).get("a");
    expect(array).toMatchObject({ error: { code: "bad-array" } });
  }
});

test("a field has the name in the file, also if that is a number without quotes, and else its place", async () => {
  const fields = "[{name: a, datatype: int8}, {name: 2010, datatype: int8}, {name: [b], datatype: int8}]";
  const file = openSync(build(`data: ${ndarray(0, fields, [1])}`, [{ content: Uint8Array.of(1, 2, 3) }]));
  const { fields: columns } = await file.array("data", "struct").read();
  expect(Object.keys(columns)).toEqual(["2010", "a", "f2"]);
});
