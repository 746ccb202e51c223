/** What cannot be written is refused, with its path in the tree. */
import { ndarray, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { failure } from "../../support/values.ts";

class Unknown {}
const deep = JSON.parse("[".repeat(300) + "]".repeat(300));
const REFUSED: [what: string, tree: unknown, code: string, path: string | undefined][] = [
  ["a function", { a: [() => 1] }, "bad-tree", "a/0"],
  ["a symbol", { a: Symbol("s") }, "bad-tree", "a"],
  ["an unknown instance", { a: { b: new Unknown() } }, "bad-tree", "a/b"],
  ["a Set", { a: new Set() }, "bad-tree", "a"],
  ["undefined in a list", { a: [1, undefined] }, "bad-tree", "a/1"],
  // biome-ignore lint/suspicious/noSparseArray: it is what is refused
  ["a hole", { a: [1, , 2] }, "bad-tree", "a/1"],
  ["an object as key", { a: new Map([[{}, 1]]) }, "bad-tree", "a"],
  ["a fraction as key", { a: new Map([[1.5, 1]]) }, "bad-tree", "a"],
  ["null as key", { a: new Map([[null, 1]]) }, "bad-tree", "a"],
  ["null as key of the root", new Map([[null, 1]]), "bad-tree", ""],
  ["undefined as key", { a: new Map([[undefined, 1]]) }, "bad-tree", "a"],
  ["NaN as key", { a: new Map([[Number.NaN, 1]]) }, "bad-tree", "a"],
  ["an object without prototype as key", { a: new Map([[Object.create(null), 1]]) }, "bad-tree", "a"],
  ["an integer beyond 64 bits as key", { a: new Map([[2n ** 63n, 1]]) }, "bad-tree", "a"],
  [
    "a key that is there twice",
    {
      a: new Map<unknown, number>([
        [1, 1],
        [1n, 2],
      ]),
    },
    "bad-tree",
    "a",
  ],
  ["too long an integer", { a: [1n << 600_000n] }, "limit-exceeded", "a/0"],
  ["an invalid date", { a: new Date(Number.NaN) }, "bad-tree", "a"],
  ["half a character", { a: "\ud800" }, "bad-tree", "a"],
  ["half a character in a key", { "\udc00": 1 }, "bad-tree", "\udc00"],
  ["a list as root", [1], "bad-tree", ""],
  ["nothing", null, "bad-tree", ""],
  ["what nests too deeply", { a: deep }, "limit-exceeded", undefined],
  [
    "a shape of another length",
    { a: { b: ndarray(new Int8Array(5), { shape: [2, 3] }) } },
    "bad-array",
    "a/b",
  ],
  ["a shape of no numbers", { a: ndarray(new Int8Array(1), { shape: [0.5] }) }, "bad-array", "a"],
  ["an empty datatype", { a: ndarray(new ArrayBuffer(4)) }, "bad-array", "a"],
  ["a mask of another length", { a: ndarray([1, 2], { mask: [true] }) }, "bad-array", "a"],
  ["what does not fit", { a: ndarray([1, 300], { dtype: "uint8" }) }, "bad-array", "a"],
  ["text among numbers", { a: ndarray([1, "b"]) }, "bad-array", "a"],
  [
    "text that is too long",
    { a: ndarray(["abc"], { dtype: { kind: "ascii", length: 2 } }) },
    "bad-array",
    "a",
  ],
  ["unequal lists", { a: ndarray([[1], [1, 2]]) }, "bad-array", "a"],
  [
    "strides that lead outside",
    { a: ndarray(new Int8Array(9), { shape: [3], strides: [5] }) },
    "bad-array",
    "a",
  ],
  [
    "strides back beyond the start",
    { a: ndarray(new Int8Array(9), { shape: [3], strides: [-1] }) },
    "bad-array",
    "a",
  ],
  ["no input", { a: ndarray({} as never) }, "bad-array", "a"],
  ["too large an integer in the tree", { a: ndarray([2n ** 63n], { inline: true }) }, "bad-array", "a"],
  [
    "an unknown compression",
    { a: ndarray([1], { compression: "rar" as never }) },
    "unsupported-compression",
    "a",
  ],
  [
    "a level that there is not",
    { a: ndarray([1], { compression: { name: "zlib", level: 12 } }) },
    "unsupported-compression",
    "a",
  ],
  [
    "a fraction of a level",
    { a: ndarray([1], { compression: { name: "zlib", level: 1.5 } }) },
    "unsupported-compression",
    "a",
  ],
];

test.each(REFUSED)("%s is refused", async (_, tree, code, path) => {
  const error = await failure(() => write(tree as object));
  expect([error.code, error.path ?? path]).toEqual([code, path ?? error.path]);
});

test("options that make no sense are refused", async () => {
  const refused = async (options: object) => (await failure(() => write({}, options))).code;
  expect(await refused({ standard: "3.0.0" })).toBe("bad-argument");
  expect(await refused({ comments: ["a\nb"] })).toBe("bad-header");
  expect(await refused({ padding: 0.5 })).toBe("bad-argument");
  expect(await refused({ inlineThreshold: -1 })).toBe("bad-argument");
  expect(await refused({ compression: "rar" })).toBe("unsupported-compression");
  expect(await refused({ as: "file" })).toBe("bad-argument");
  expect(await refused({ compatible: "python" })).toBe("bad-argument");
});
