/** Writing trees: any tree reads back equal. */
import { Complex, ndarray, open, Tagged, tagOf, withTag, write } from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { again, LIBRARY } from "../../support/written.ts";

const key = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "<<", "12", "~", "y"));
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.bigInt(2n ** 53n, 2n ** 100n),
  fc.bigInt(-(2n ** 100n), -(2n ** 53n)),
  fc.string({ unit: "binary" }),
  fc.lorem({ mode: "sentences" }),
  fc.constantFrom("1e5", "012", "2001-12-14", "a\nb\n", "=", "- a"),
);
const { tree: anyTree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 5, noNullPrototype: false }),
    fc
      .array(fc.tuple(fc.oneof(fc.integer(), fc.boolean(), key), tie("tree")), { maxLength: 4 })
      .map((entries) => new Map(entries)),
  ),
}));

/** What reading gives of a value: maps with text for keys are objects, and NaN is one. */
function read(value: unknown): unknown {
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => [key, read(item)] as const);
    return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : new Map(entries);
  }
  if (Array.isArray(value)) {
    return value.map(read);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item)]));
  }
  return value;
}

test("any tree reads back equal", async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, async (value) => {
      const file = await again({ value });
      expect(read(file.get("value"))).toEqual(read(value));
    }),
    { numRuns: 300 },
  );
});

test("scalars that JavaScript has no literal for", async () => {
  const date = new Date("2024-02-29T12:30:00.500Z");
  const complex = [new Complex(1, -2), new Complex(-0, Number.NaN), new Complex(1e-7, -Infinity)];
  const tree = {
    date,
    complex,
    tagged: new Tagged("tag:example.org,2024:unit", "m s-1"),
    odd: new Tagged("!local", "12"),
    float: new Tagged("tag:yaml.org,2002:float", "1.0"),
    bytes: withTag(new Uint8Array([1, 2, 255]), "tag:yaml.org,2002:binary"),
    zero: -0,
    least: -(2n ** 63n),
    big: 2n ** 64n,
    absent: undefined,
  };
  const file = await again(tree);
  expect(String(file.get("date"))).toBe("2024-02-29T12:30:00.500Z");
  expect(file.tag("date")).toBe("tag:yaml.org,2002:timestamp");
  expect(file.get("complex")).toEqual(complex);
  expect(file.get("tagged")).toEqual(tree.tagged);
  expect(file.get("odd")).toEqual(tree.odd);
  expect([file.get("float"), file.tag("float")]).toEqual([1, "tag:yaml.org,2002:float"]);
  expect(file.get("bytes")).toEqual(new Uint8Array([1, 2, 255]));
  expect(file.get("zero")).toBe(-0);
  expect([file.get("least"), file.get("big")]).toEqual([-(2n ** 63n), 2n ** 64n]);
  expect(file.get("absent")).toBeUndefined();
});

test("floats of a file stay floats, also those without a fraction", async () => {
  const body = "a: 1.0\nb: [1.0, 2, 3.0, 2.5]\nc: &x 4.0\nd: *x\ne: 5\nf: !!float 6\ng: {1: 7.0}";
  const file = await open(build(body));
  expect(file.get("b")).toEqual([1, 2, 3, 2.5]);
  expect([file.get("a"), file.get("c"), file.get("d"), file.get("f"), file.get("g/1")]).toEqual([
    1, 4, 4, 6, 7,
  ]);
  const text = new TextDecoder().decode(await write(file.tree, { as: "bytes" }));
  expect(text).toContain("a: 1.0\nb: [1.0, 2, 3.0, 2.5]\nc: 4.0\nd: 4.0\ne: 5\nf: 6.0\ng:\n  1: 7.0\n");
});

test("objects that stand in several places stay one, cycles too, and tags are kept", async () => {
  const shared = withTag({ name: "s" }, "tag:stsci.edu:gwcs/step-1.3.0");
  const list: unknown[] = [shared];
  list.push(list);
  const pixels = ndarray([1, 2, 3]);
  const root: Record<string, unknown> = { ...LIBRARY, shared, list, one: pixels, two: pixels };
  root["self"] = root;
  const file = await open(await write(root));
  expect(file.get("list/0")).toBe(file.get("shared"));
  expect(tagOf(file.get("shared"))).toBe("tag:stsci.edu:gwcs/step-1.3.0");
  expect(file.get("list/1")).toBe(file.get("list"));
  expect(file.get("one")).toBe(file.get("two"));
  expect(file.get("self")).toBe(file.tree);
});
