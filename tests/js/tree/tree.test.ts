/** The tree as JavaScript values, paths into it, and what finds one's way in it. */
import { Complex, openSync, Tagged, tagOf, toJSON } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, failure } from "../../support/values.ts";

function treeOf(yaml: string) {
  return openSync(build(yaml)).tree;
}

test("plain values", () => {
  const tree = treeOf("{a: 1, b: -0.0, c: .nan, d: .inf, e: true, f: ~, g: text, h: 1.5, i: [1, [2]]}");
  expect(Object.fromEntries(Object.entries(Object(tree)))).toEqual({
    ...{
      a: 1,
      b: -0,
      c: Number.NaN,
      d: Number.POSITIVE_INFINITY,
      e: true,
      f: null,
      g: "text",
      h: 1.5,
      i: [1, [2]],
    },
  });
});

test("integers are numbers while these are exact", () => {
  const file = openSync(
    build("[9007199254740991, 9007199254740992, -9007199254740993, 170141183460469231731687303715884105727]"),
  );
  expect(file.tree).toEqual([9007199254740991, 9007199254740992n, -9007199254740993n, 2n ** 127n - 1n]);
});

test("maps have no prototype, and every key is the map's own", () => {
  const { tree } = openSync(read("hostile/keys-of-objects.asdf"));
  expect(Object.getPrototypeOf(tree)).toBeNull();
  expect(Object.keys(Object(tree))).toEqual([
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "then",
  ]);
  const file = openSync(read("hostile/keys-of-objects.asdf"));
  expect(file.get("__proto__/__proto__")).toBe(1);
  expect(file.get("constructor/prototype")).toBeUndefined();
  expect(Object.hasOwn(Object.prototype, "__proto__") && Object.keys({})).toEqual([]);
});

test("maps with other keys are Maps", () => {
  const file = openSync(read("hostile/keys-of-every-kind.asdf"));
  if (!(file.tree instanceof Map)) {
    throw new TypeError("it is no Map");
  }
  expect([...file.tree.keys()]).toEqual([
    1,
    true,
    ["a", "b"],
    Object.assign(Object.create(null), { c: "d" }),
    null,
    1.5,
  ]);
  expect(file.get("1")).toBe("int");
  expect(file.get([1])).toBe("int");
  expect(file.get(["true"])).toBe("bool");
  expect(file.get("null")).toBeNull();
  expect(file.get("1.5")).toBe("float");
  expect(file.get("2")).toBeUndefined();
});

test("a key with an explicit string tag is a string", () => {
  expect(Object.keys(Object(treeOf("{!!str 1: a, !!str true: b}")))).toEqual(["1", "true"]);
});

test("aliases are the same object, and cycles close", () => {
  const file = openSync(read("hostile/recursive-alias.asdf"));
  const a = file.get("a");
  expect(file.get("a/self")).toBe(a);
  expect(file.get("a/b/1")).toBe(a);
  expect(file.get("a/b/2")).toBe(file.get("a/b"));
  expect(file.get("a/self/self/b/1/b/0")).toBe(1);
  expect([...file.search("self")].map(({ path }) => path)).toEqual(["a/self"]);
});

test("two aliases of an array are one array, met once", () => {
  const file = openSync(
    build(`a: &x ${ndarray(0, "uint8", [4])}\nb: [*x, *x]`, [{ content: Uint8Array.of(1, 2, 3, 4) }]),
  );
  expect(file.get("b/1")).toBe(file.get("a"));
  expect([...file.arrays()]).toEqual([["a", file.get("a")]]);
});

test("scalars with tags", () => {
  const file = openSync(
    build("{t: 2001-12-14, u: !<tag:example.com,2026:u> 5, c: !core/complex-1.0.0 1-infj, b: !!binary aGk=}"),
  );
  expect(file.get("t")).toEqual(new Tagged("tag:yaml.org,2002:timestamp", "2001-12-14"));
  expect(file.get("u")).toEqual(new Tagged("tag:example.com,2026:u", "5"));
  expect(file.get("c")).toEqual(new Complex(1, Number.NEGATIVE_INFINITY));
  expect(String(file.get("c"))).toBe("1-Infinityi");
  expect(file.get("b")).toEqual(Uint8Array.of(104, 105));
});

test("tags by node and by path", () => {
  const file = openSync(
    build("{a: !<tag:example.com,2026:m> {b: 1}, s: !!str 12, f: !!float .nan, l: [!!int 3, 4], n: 1}"),
  );
  expect(tagOf(file.tree)).toBe("tag:stsci.edu:asdf/core/asdf-1.1.0");
  expect(file.tag("")).toBe("tag:stsci.edu:asdf/core/asdf-1.1.0");
  expect(file.tag("a")).toBe("tag:example.com,2026:m");
  expect(tagOf(file.get("a"))).toBe("tag:example.com,2026:m");
  expect(file.tag("s")).toBe("tag:yaml.org,2002:str");
  expect(file.get("s")).toBe("12");
  expect(file.tag("f")).toBe("tag:yaml.org,2002:float");
  expect(file.tag("l/0")).toBe("tag:yaml.org,2002:int");
  expect([file.tag("l/1"), file.tag("n"), file.tag("a/b"), file.tag("nowhere/at/all")]).toEqual(
    Array(4).fill(undefined),
  );
  expect([tagOf(1), tagOf(undefined), tagOf({})]).toEqual([undefined, undefined, undefined]);
});

test("paths", () => {
  const file = openSync(build("{a: {b: [10, {c: 11}]}, 'x/y': 12, 'm~n': 13, '': 14, '~1': 15}"));
  expect(file.get("")).toBe(file.tree);
  expect(file.get([])).toBe(file.tree);
  expect(file.get("a/b/0")).toBe(10);
  expect(file.get(["a", "b", 1, "c"])).toBe(11);
  expect(file.get("x~1y")).toBe(12);
  expect(file.get(["x/y"])).toBe(12);
  expect(file.get("m~0n")).toBe(13);
  expect(file.get([""])).toBe(14);
  expect(file.get("~01")).toBe(15);
  for (const nowhere of ["b", "a/b/2", "a/b/-1", "a/b/length", "a/b/0/0", "x/y", "a/b/1.5", "toString"]) {
    expect(file.get(nowhere)).toBeUndefined();
  }
});

test("search looks into keys and scalar values, whatever their case", () => {
  const file = openSync(
    build("{Exposure: {time: 12.5, kind: exposure}, list: [a, EXPOSED, 125], t: !<tag:x> exposes}"),
  );
  expect([...file.search("expos")].map(({ path }) => path)).toEqual([
    "Exposure",
    "Exposure/kind",
    "list/1",
    "t",
  ]);
  expect([...file.search("12")].map(({ path, key, value }) => [path, key, value])).toEqual([
    ["Exposure/time", "time", 12.5],
    ["list/2", 2, 125],
  ]);
});

test("toJSON says everything once, cycles included", () => {
  const file = openSync(
    build(
      [
        "a: &a {self: *a, big: 9007199254740993, nan: .nan, when: 2001-12-14, z: !core/complex-1.0.0 1+2j}",
        "b: !<tag:x> [*a]",
        "c: {1: one}",
        "'k/l': &k [deep]",
        "d: *k",
        "e: !!binary aGk=",
        `f: ${ndarray(0, "uint8", [2])}`,
        "__proto__: 1",
      ].join("\n"),
      [{ content: Uint8Array.of(1, 2) }],
    ),
  );
  expect(JSON.parse(JSON.stringify(toJSON(file).tree))).toMatchInlineSnapshot(`
    {
      "$tag": "tag:stsci.edu:asdf/core/asdf-1.1.0",
      "__proto__": 1,
      "a": {
        "big": "9007199254740993",
        "nan": "NaN",
        "self": {
          "$ref": "#/a",
        },
        "when": {
          "$tag": "tag:yaml.org,2002:timestamp",
          "$value": "2001-12-14",
        },
        "z": {
          "$complex": [
            1,
            2,
          ],
          "$tag": "tag:stsci.edu:asdf/core/complex-1.0.0",
        },
      },
      "b": {
        "$items": [
          {
            "$ref": "#/a",
          },
        ],
        "$tag": "tag:x",
      },
      "c": {
        "$map": [
          [
            1,
            "one",
          ],
        ],
      },
      "d": {
        "$ref": "#/k~1l",
      },
      "e": {
        "$bytes": 2,
        "$tag": "tag:yaml.org,2002:binary",
      },
      "f": {
        "$ndarray": {
          "byteorder": "little",
          "compression": null,
          "dtype": "uint8",
          "masked": false,
          "shape": [
            2,
          ],
          "source": 0,
        },
        "$tag": "tag:stsci.edu:asdf/core/ndarray-1.1.0",
      },
      "k/l": [
        "deep",
      ],
    }
  `);
});

test("toJSON of a node says what is below it, from there on", () => {
  const file = openSync(build("a: {b: &b [1, 2], c: *b, d: !<x> 3}"));
  expect(toJSON(file.get("a") ?? null)).toEqual({
    b: [1, 2],
    c: { $ref: "#/b" },
    d: { $tag: "x", $value: "3" },
  });
  expect(toJSON(file.get("a/b/0") ?? null)).toBe(1);
});

test("a file without a tree", () => {
  const file = openSync(read("hostile/no-tree.asdf"));
  expect(file.tree).toBeNull();
  expect([...file.arrays(), ...file.search("")]).toEqual([]);
  expect(file.get("a")).toBeUndefined();
  expect(toJSON(file).tree).toBeNull();
});

test("what stands in front of the tree", () => {
  const file = openSync(read("hostile/comments.asdf"));
  expect(file).toMatchObject({ dialect: "asdf", formatVersion: "1.0.0", standardVersion: "1.5.0" });
  expect(file.comments).toEqual(["one", "two", ""]);
});

test("a million nodes are decoded in seconds, a thousand aliases of aliases at no cost", () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `- {id: ${i}, name: 'n', v: [1, 2.5, x]}`);
  const file = openSync(build(rows.join("\n")));
  expect(Array.isArray(file.tree) && file.tree.length).toBe(100_000);
  const laughs = openSync(read("hostile/billion-laughs.asdf"));
  expect([...laughs.search("lol")].length).toBeLessThan(1000);
  expect(JSON.stringify(toJSON(laughs)).length).toBeLessThan(10_000);
});

test("an array whose description makes no sense stays in the tree, with its error", () => {
  const file = openSync(build("a: !core/ndarray-1.1.0 {source: 0, datatype: int8, shape: [-1]}"));
  const array = arrayAt(file, "a");
  expect(array.error?.code).toBe("bad-array");
  expect(array).toMatchObject({ shape: [], size: 0, nbytes: 0 });
});

test("an array whose block is missing keeps its description, and the message says that the file is damaged", async () => {
  const file = openSync(read("hostile/sources.asdf"));
  const beyond = arrayAt(file, "beyond");
  expect([beyond.error, beyond.ndim > 0]).toEqual([undefined, true]);
  const error = await failure(() => beyond.read());
  expect(error).toMatchObject({ code: "bad-array", path: "beyond" });
  expect(error.message).toContain("damaged, or its end is missing");
});
