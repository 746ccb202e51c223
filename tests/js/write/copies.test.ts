/** Trees that were copied or wrapped before they are written, as frameworks do: tags stay, or writing says where one is lost. */
import {
  Complex,
  float,
  isFloat,
  NdArray,
  open,
  Reference,
  Tagged,
  type TreeMap,
  tagOf,
  WorkerPool,
  withTag,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests know what is in their files
type Known = any;

const TREE = `
asdf_library: !core/software-1.0.0 {name: asdf, version: 1.0.0}
meta: !<tag:example.org,2024:meta-1.0.0>
  exposure: 30.0
  wcs: !<tag:stsci.edu:gwcs/wcs-1.4.0>
    steps:
    - !<tag:stsci.edu:gwcs/step-1.3.0> {frame: a, list: [1.0, 2]}
    - !<tag:stsci.edu:gwcs/step-1.3.0> {frame: b}
  when: !time/time-1.1.0 2024-01-01T00:00:00
  bytes: !!binary AQID
  z: !core/complex-1.0.0 1+2i
  other: {$ref: "other.asdf#/a"}
  items: !<tag:example.org,2024:items-1.0.0> [1, 2]
data: ${arrayText(0, "int16", [3])}`;
const source = () => build(TREE, [{ content: Int16Array.of(1, 2, 3) }]);

const textOf = async (blob: Blob) => (await blob.text()).split("\xd3BLK")[0]?.split("...\n")[0];

/** A proxy of an object and of all objects in it, a new one each time, as Vue's reactive objects hand them out. */
function reactive<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, key) => {
      const found: unknown = Reflect.get(object, key, Array.isArray(object) ? undefined : proxied(object));
      const isPlain = typeof found === "object" && found !== null && !ArrayBuffer.isView(found);
      return isPlain ? reactive(found) : found;
    },
  });
}
const proxied = (object: object): object => (object instanceof Map ? object : reactive(object));

test("tags of maps survive the copies that React makes", async () => {
  using file = await open(source());
  const tree = file.tree as Known;
  const { meta } = tree;
  const next = {
    ...tree,
    meta: { ...meta, wcs: { ...meta.wcs, steps: meta.wcs.steps.map((step: object) => ({ ...step })) } },
  };
  expect(tagOf(next.meta.wcs)).toBe("tag:stsci.edu:gwcs/wcs-1.4.0");
  const before = await textOf(await write(tree));
  expect(await textOf(await write(next))).toBe(before);
  expect(await textOf(await file.edit(() => next))).toBe(before);
  expect(before).toContain("exposure: 30.0");
  // The tag goes where the map goes.
  expect(await textOf(await write({ moved: { ...meta.wcs.steps[1] } }))).toContain(
    "moved: !<tag:stsci.edu:gwcs/step-1.3.0>",
  );
});

test("a frozen tree keeps its tags, and can be given others", async () => {
  const tag = "tag:example.org,2024:own-1.0.0";
  const frozen = Object.freeze({ a: 1 });
  expect(tagOf(withTag(frozen, tag))).toBe(tag);
  expect(await textOf(await write({ frozen }))).toContain(`frozen: !<${tag}>`);
});

test.each<[string, (tree: Known) => object, string]>([
  ["the whole tree", (tree) => structuredClone({ ...tree, data: 1 }), "asdf_library"],
  ["a map", (tree) => ({ ...tree, meta: structuredClone(tree.meta) }), "meta"],
  [
    "a map in place",
    (tree) => Object.assign(tree, { meta: { ...tree.meta, wcs: structuredClone(tree.meta.wcs) } }),
    "meta/wcs",
  ],
  [
    "an item",
    (tree) => {
      tree.meta.wcs.steps[1] = structuredClone(tree.meta.wcs.steps[1]);
      return tree;
    },
    "meta/wcs/steps/1",
  ],
  [
    "a sequence",
    (tree) => ({ ...tree, meta: { ...tree.meta, items: [...tree.meta.items, 3] } }),
    "meta/items",
  ],
  ["a scalar", (tree) => ({ ...tree, meta: { ...tree.meta, when: { ...tree.meta.when } } }), "meta/when"],
  ["a complex number", (tree) => ({ ...tree, meta: { ...tree.meta, z: { ...tree.meta.z } } }), "meta/z"],
  ["a reference", (tree) => ({ ...tree, meta: { ...tree.meta, other: { uri: "x" } } }), "meta/other"],
  ["bytes", (tree) => ({ ...tree, meta: { ...tree.meta, bytes: tree.meta.bytes.slice() } }), "meta/bytes"],
  ["an array", (tree) => ({ ...tree, data: structuredClone(tree.data) }), "data"],
])("writing a copy of %s that has lost what it was is refused by its path", async (_, copy, path) => {
  using file = await open(source());
  const edited = await failure(() => file.edit(copy));
  expect([edited.code, edited.path]).toEqual(["bad-tree", path]);
  const written = await failure(() => write(copy(file.tree)));
  expect([written.code, written.path]).toEqual(["bad-tree", path]);
});

test("what was replaced, removed, moved or stripped on purpose is written", async () => {
  using file = await open(source());
  const blob = await file.edit((tree: Known) => {
    const { steps } = tree.meta.wcs;
    steps.reverse();
    steps.splice(1, 0, { frame: "new" });
    tree.meta.items = withTag([...tree.meta.items], null);
    tree.meta.when = "now";
    tree.meta.z = new Complex(0, 1);
    tree.asdf_library = { name: "mine" };
    tree.data = { shape: [1] };
  });
  using edited = await open(blob);
  expect(edited.get("meta/wcs/steps/1/frame")).toBe("new");
  expect([0, 1, 2].map((i) => edited.tag(`meta/wcs/steps/${i}`) !== undefined)).toEqual([true, false, true]);
  expect(edited.tag("meta/items")).toBeUndefined();
  expect(await textOf(await file.edit(() => ({ meta: { wcs: { unlike: 1 } } })))).toContain(
    "wcs:\n    unlike: 1\n",
  );
});

test("float marks come back to copies at the same place", async () => {
  using file = await open(source());
  const text = await textOf(
    await file.edit((tree: Known) => {
      const [step, other] = tree.meta.wcs.steps;
      const list = [...step.list];
      const steps = [{ ...step, list }, other];
      return { ...tree, meta: { ...tree.meta, exposure: 31, wcs: { ...tree.meta.wcs, steps } } };
    }),
  );
  expect(text).toContain("exposure: 31.0");
  expect(text).toContain("[1.0, 2]");
});

test("a proxy of a file, its tree, an array, a reference or a pool works as the original", async () => {
  using pool = new WorkerPool({ size: 1 });
  const other = build("a: {b: 1}");
  const opened = await open(source(), { workers: reactive(pool), resolve: () => other });
  const file = reactive(opened);
  const array = arrayAt(file, "data");
  expect(array).not.toBe(opened.get("data"));
  expect(array).toBeInstanceOf(NdArray);
  expect([array.size, array.nbytes, array.compression]).toEqual([3, 6, null]);
  expect(column(await array.read()).data).toEqual(Int16Array.of(1, 2, 3));
  expect(column(await array.preview()).shape).toEqual([3]);
  const reference = file.get("meta/other");
  expect(reference).toBeInstanceOf(Reference);
  expect(await (reference as Reference).resolve()).toEqual({ b: 1 });
  expect(tagOf(file.get("meta/wcs"))).toBe("tag:stsci.edu:gwcs/wcs-1.4.0");
  expect(isFloat(file.get("meta") as TreeMap, "exposure")).toBe(true);
  expect([...file.arrays()].map(([path]) => path)).toEqual(["data"]);
  expect((await file.readBlock(0)).length).toBe(6);
  const plain = await textOf(await write(opened.tree));
  expect(await textOf(await write(file.tree))).toBe(plain);
  expect(await textOf(await file.edit(() => file.tree as object))).toBe(plain);
  expect(await textOf(await write({ data: reactive({ inner: arrayAt(opened, "data") }) }))).toContain(
    "source: 0",
  );
  using again = await open(await write(file.tree));
  expect(column(await arrayAt(again, "data").read()).data).toEqual(Int16Array.of(1, 2, 3));
  file.close();
  expect((await failure(() => array.read())).code).toBe("closed");
});

test("float() writes a float", async () => {
  const values = [30, -0, 1e20, 2e21, 0.5, Infinity, -Infinity, Number.NaN];
  const text = await textOf(await write({ asdf_library: "none", values: values.map(float), one: float(1) }));
  expect(text).toContain("one: 1.0");
  using file = await open(await write({ values: values.map(float) }));
  expect(file.get("values")).toEqual(values);
  expect(isFloat(file.get("values") as object, 0)).toBe(true);
  expect(float(2)).toBeInstanceOf(Tagged);
  expect(Number(float(2)) + 1).toBe(3);
  expect((await failure(() => float("2" as never))).code).toBe("bad-tree");
});
