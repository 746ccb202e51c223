/** JSON references: what they are in the tree, what their pointers lead to, and circles. */
import { openSync, Reference, tagOf, toJSON } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { failure } from "../../support/values.ts";
import { elements, openSet, referenceAt } from "../support/references.ts";

const content = Uint16Array.of(1, 2, 3);

describe("in the tree", () => {
  test("a map with a string `$ref` is a reference, whatever else it holds; any other `$ref` is a key", () => {
    const file = openSync(
      build(
        "{a: {$ref: '#/b', more: 1}, b: {$ref: 1}, c: !<tag:x> {$ref: b.asdf}, d: &d {$ref: !!str '#/b'}, e: *d}",
      ),
    );
    expect(referenceAt(file, "a").uri).toBe("#/b");
    expect(String(referenceAt(file, "a"))).toBe("#/b");
    expect(file.get("b/$ref")).toBe(1);
    expect(tagOf(file.get("c"))).toBe("tag:x");
    expect(file.tag("c")).toBe("tag:x");
    expect(referenceAt(file, "e")).toBe(file.get("d"));
    expect(file.get("a/more")).toBeUndefined();
    expect([...file.search("b.asdf")].map(({ path }) => path)).toEqual(["c"]);
    expect(toJSON(file).tree).toMatchObject({ a: { $ref: "#/b" }, c: { $tag: "tag:x", $ref: "b.asdf" } });
  });

  test("the root may be one", async () => {
    const { file } = await openSet({
      "main.asdf": build("{$ref: 'b.asdf#/x'}"),
      "b.asdf": build("{x: [7]}"),
    });
    expect(file.tree).toBeInstanceOf(Reference);
    expect(await file.resolve("0")).toBe(7);
  });
});

describe("in the same file", () => {
  const file = openSync(
    build(
      `
a: {b: [10, {c: 11}], n: ~, s: {$ref: '#/a/b'}}
data: ${ndarray(0, "uint16", [3])}
first: {$ref: '#/second'}
second: {$ref: '#/data'}
through: {$ref: '#/a/s/1/c'}`,
      [{ content }],
    ),
  );
  const at = (uri: string) => {
    const reference = `{$ref: ${JSON.stringify(uri)}}`;
    const rest = "list: [0, 1, [2]], map: {'-': 3, '01': 4}, text: abc";
    return referenceAt(openSync(build(`{r: ${reference}, ${rest}}`)), "r");
  };

  test.each([
    ["a/s/0", 10],
    ["a/s", [10, Object.assign(Object.create(null), { c: 11 })]],
    ["through", 11],
    ["a/n", null],
    ["a/nothing", undefined],
    ["nowhere/at/all", undefined],
    ["a/b/0/0", undefined],
  ])("%s", async (path, value) => {
    expect(await file.resolve(path)).toEqual(value);
  });

  test("`get` does not follow, `resolve` does, and gives the very node", async () => {
    expect(file.get("a/s/0")).toBeUndefined();
    expect(await file.resolve("a/s")).toBe(file.get("a/b"));
    expect(await referenceAt(file, "first").resolve()).toBe(file.get("data"));
    expect(await elements(await file.resolve(["first"]))).toEqual(content);
    expect(await file.resolve("")).toBe(file.tree);
  });

  test.each([
    ["", undefined],
    ["#", undefined],
    ["#/list/2/0", 2],
    ["#list/1", 1],
    ["#/map/-", 3],
    ["#/map/01", 4],
    ["#/%6Dap/%2D", 3],
    ["#%2Flist%2F1", 1],
  ])("the pointer %s", async (uri, value) => {
    const found = await at(uri).resolve();
    expect(value === undefined ? Object.keys(Object(found)) : found).toEqual(
      value ?? ["r", "list", "map", "text"],
    );
  });

  test.each([
    ["#/list/-", "`#/list/-` leads nowhere: its pointer exists up to `/list`, which has no `-`"],
    ["#/list/01", "which has no `01`"],
    ["#/list/3", "up to `/list`, which has no `3`"],
    ["#/list/+1", "which has no `+1`"],
    ["#/list/2/0/0", "up to `/list/2/0`, which has no `0`"],
    ["#/text/length", "up to `/text`, which has no `length`"],
    ["#/map/toString", "up to `/map`, which has no `toString`"],
    ["#/", "up to the root of the tree, which has no ``"],
    ["#/list/", "up to `/list`, which has no ``"],
  ])("the pointer %s leads nowhere", async (uri, message) => {
    const error = await failure(() => at(uri).resolve());
    expect(error.code).toBe("not-found");
    expect(error.message).toContain(message);
  });

  test.each([
    ["#/a~2b", "`~` must be followed by 0 or 1"],
    ["#/a~", "`~` must be followed by 0 or 1"],
    ["#/100%", "percent-encoding"],
    ["#/%FF", "percent-encoding"],
  ])("%s is no pointer", async (uri, message) => {
    const error = await failure(() => at(uri).resolve());
    expect(error.code).toBe("bad-tree");
    expect(error.message).toContain(message);
  });

  test("keys with slashes, tildes, spaces, no text at all, and keys that are no text", async () => {
    const pointers = {
      "#/x~1y/m~0n": 12,
      "#/x~1y//": 13,
      "#/x~1y/%C3%A4%20%25": 14,
      "#/x~1y/01": 15,
      "#/1": 16,
    };
    for (const [uri, value] of Object.entries(pointers)) {
      const text = `
'x/y': {'m~n': 12, '': {'': 13}, 'ä %': 14, '01': 15}
1: 16
r: {$ref: '${uri}'}`;
      expect(await openSync(build(text)).resolve("r"), uri).toBe(value);
    }
  });
});

describe("circles", () => {
  test.each([
    ["itself", "{r: {$ref: '#/r'}}", "`#/r` → `#/r`"],
    ["its own inside", "{r: {$ref: '#/r/x'}}", "`#/r/x` → `#/r/x`"],
    ["two", "{r: {$ref: '#/s'}, s: {$ref: '#/r'}}", "`#/s` → `#/r` → `#/s`"],
    [
      "two, entered from outside",
      "{r: {$ref: '#/s'}, s: {$ref: '#/t'}, t: {$ref: '#/s'}}",
      "`#/t` → `#/s` → `#/t`",
    ],
    ["by way of a pointer", "{r: {$ref: '#/s/x'}, s: {$ref: '#/r/y'}}", "`#/s/x` → `#/r/y` → `#/s/x`"],
  ])("%s", async (_, text, chain) => {
    const error = await failure(() => openSync(build(text)).resolve("r"));
    expect(error.code).toBe("bad-tree");
    expect(error.message).toContain(chain);
  });

  test("across files, whichever is asked first, and both at once", async () => {
    const { file, asked } = await openSet({
      "main.asdf": build("{a: {$ref: 'sub/b.asdf#/x'}, good: 1, c: {$ref: 'sub/b.asdf#/y'}}"),
      "sub/b.asdf": build("{x: {$ref: '../main.asdf#/a'}, y: {$ref: '../main.asdf#/good'}}"),
    });
    const both = await Promise.allSettled([file.resolve("a"), file.resolve("a"), file.resolve("c")]);
    expect(both.map((one) => (one.status === "rejected" ? one.reason.code : one.value))).toEqual([
      "bad-tree",
      "bad-tree",
      1,
    ]);
    const error = await failure(() => file.resolve("a"));
    expect(error.message).toContain("`../main.asdf#/a` → `sub/b.asdf#/x` → `../main.asdf#/a`");
    expect(new Set(asked)).toEqual(new Set(["sub/b.asdf", "main.asdf"]));
    expect(asked).toHaveLength(2);
  });

  test("two searches that meet each other's references", async () => {
    const file = openSync(build("{a: {$ref: '#/b'}, b: {$ref: '#/a'}}"));
    const codes = await Promise.all(["a", "b", "a"].map((key) => failure(() => file.resolve(key))));
    expect(codes.map(({ code }) => code)).toEqual(Array(3).fill("bad-tree"));
  });

  test("the same reference twice on the way is no circle", async () => {
    const file = openSync(build("{a: {$ref: '#/p/q'}, p: {$ref: '#/m'}, m: {q: {$ref: '#/p/r'}, r: 5}}"));
    expect(await file.resolve("a")).toBe(5);
  });

  test("a long way ends, and one that doubles at every step costs no more than its length", async () => {
    const chain = (length: number) =>
      build(
        Array.from({ length }, (_, i) => `r${i}: {$ref: '#/r${i + 1}'}`)
          .join("\n")
          .concat(`\nr${length}: 1`),
      );
    expect(await openSync(chain(100)).resolve("r0")).toBe(1);
    expect((await failure(() => openSync(chain(101)).resolve("r0"))).code).toBe("limit-exceeded");
    const doubling = Array.from({ length: 60 }, (_, i) => `r${i}: {$ref: '#/r${i + 1}/s/s'}`);
    const end = "r60: &end {s: *end}".replace("{s: *end}", "{s: {$ref: '#/r60'}}");
    expect(await openSync(build([...doubling, end].join("\n"))).resolve("r0/s")).toBeDefined();
  });
});
