/** Writing an opened file with another tree: what was not changed stays, and the opened file stays what it is. */
import {
  type AsdfFile,
  NdArray,
  ndarray,
  newTable,
  open,
  Reference,
  slice,
  Tagged,
  type TreeMap,
  type TreeValue,
  tagOf,
  toJSON,
  withTag,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { fixtures, read } from "../../support/truth.ts";
import { arrayAt, column, failure } from "../../support/values.ts";
import { largeFile } from "../support/large.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests know what is in their files
type Known = any;

const TREE = `
meta: &meta !<tag:example.org,2024:meta-1.0.0> {object: M 31, exposure: 30.0, list: [1.0, 2, 3.5]}
again: *meta
loop: &loop [*loop]
keys: {1: one, true: two}
reference: {$ref: "other.asdf#/a"}
time: 2024-02-29 12:30:00
bytes: !!binary AQID
data: ${arrayText(0, "int16", [4])}
view: ${arrayText(0, "int16", [2], ", offset: 4")}
other: ${arrayText(1, "uint8", [3])}`;

function source(): Uint8Array<ArrayBuffer> {
  const content = Int16Array.of(1, 2, 3, 4);
  return build(TREE, [
    { content, checksum: "right" },
    { content: Uint8Array.of(7, 8, 9), compression: "zlib" },
  ]);
}

const textOf = async (blob: Blob) =>
  new TextDecoder("latin1").decode(await blob.arrayBuffer()).split("\xd3BLK")[0];
const contents = async (file: AsdfFile, path: string) => column(await arrayAt(file, path).read()).data;

test("what the change does is written, and nothing else is another", async () => {
  using file = await open(source());
  const before = await textOf(await write(file.tree));
  const blob = await file.edit((tree: Known) => {
    tree.meta.object = "M 33";
  });
  expect(await textOf(blob)).toBe(before?.replace("M 31", "M 33"));
  using edited = await open(blob, { checksums: "error" });
  expect([edited.get("again/object"), edited.tag("meta")]).toEqual([
    "M 33",
    "tag:example.org,2024:meta-1.0.0",
  ]);
  expect(edited.get("again")).toBe(edited.get("meta"));
  expect(await contents(edited, "data")).toEqual(Int16Array.of(1, 2, 3, 4));
  expect(await contents(edited, "view")).toEqual(Int16Array.of(3, 4));
  const headers = await edited.readBlockHeaders();
  expect(headers.map(({ compression, usedSize }) => [compression, usedSize])).toEqual(
    (await file.readBlockHeaders()).map(({ compression, usedSize }) => [compression, usedSize]),
  );
});

test("the tree to be changed is a copy: collections are new, and what is shared stays shared", async () => {
  using file = await open(source());
  const before = file.get("meta/object");
  await file.edit((tree: Known) => {
    expect(tree).not.toBe(file.tree);
    expect(tree).toEqual(file.tree);
    expect(tree.again).toBe(tree.meta);
    expect(tree.loop[0]).toBe(tree.loop);
    expect(tagOf(tree.meta)).toBe(tagOf(file.get("meta")));
    expect(tree.data).toBe(file.get("data"));
    expect(tree.reference).toBe(file.get("reference"));
    expect(tree.reference).toBeInstanceOf(Reference);
    expect(tree.keys).toBeInstanceOf(Map);
    tree.meta.object = "other";
    tree.meta.list.length = 0;
    tree.loop.pop();
    tree.keys.clear();
    tree.bytes[0] = 255;
    delete tree.data;
  });
  expect(file.get("meta/object")).toBe(before);
  expect(file.get("meta/list")).toEqual([1, 2, 3.5]);
  expect(file.get("loop/0")).toBe(file.get("loop"));
  expect(file.get(["keys", 1])).toBe("one");
  expect(file.get("bytes")).toEqual(Uint8Array.of(1, 2, 3));
  expect(file.get("data")).toBeInstanceOf(NdArray);
});

test("records keep the byte order of each field, and their block", async () => {
  const nested = "[{name: d, datatype: [ucs4, 1]}, {name: e, datatype: int16, byteorder: little}]";
  const fields = `[{name: a, datatype: int16}, {name: b, datatype: uint32, byteorder: little, shape: [2]}, {name: c, datatype: ${nested}}]`;
  const content = Uint8Array.from({ length: 3 * 16 }, (_, i) => (i % 16 > 9 && i % 16 < 13 ? 0 : i));
  const records = `!core/ndarray-1.1.0 {source: 0, byteorder: big, shape: [3], datatype: ${fields}}`;
  const every = `!core/ndarray-1.1.0 {source: 0, byteorder: big, shape: [2], strides: [32], datatype: ${fields}}`;
  const blocks = [{ content, compression: "zlib" as const, checksum: "right" as const }];
  using file = await open(build(`records: ${records}\nevery: ${every}`, blocks));
  using edited = await open(await file.edit(() => {}), { checksums: "error" });
  const [was, now] = [await file.readBlockHeaders(), await edited.readBlockHeaders()];
  expect(now.map(({ checksum }) => checksum)).toEqual(was.map(({ checksum }) => checksum));
  for (const path of ["records", "every"]) {
    expect(await arrayAt(edited, path).read()).toEqual(await arrayAt(file, path).read());
    expect(arrayAt(edited, path).strides).toEqual(arrayAt(file, path).strides);
  }
  const { fields: read } = await arrayAt(edited, "records").read();
  expect(read?.["a"]?.data).toEqual(Int16Array.of(1, 0x1011, 0x2021));
  expect(read?.["c"]?.fields?.["e"]?.data).toEqual(Int16Array.of(0x0f0e, 0x1f1e, 0x2f2e));
});

test("a change may take its time, and may give a new tree", async () => {
  using file = await open(source());
  const later = await file.edit(async (tree) => {
    await Promise.resolve();
    tree["extra"] = "there";
  });
  expect((await open(later)).get("extra")).toBe("there");
  const other = await file.edit(() => ({ only: arrayAt(file, "view"), mine: ndarray([1, 2]) }));
  using edited = await open(other);
  expect(Object.keys(edited.tree as TreeMap)).toEqual(["asdf_library", "only", "mine"]);
  expect(await contents(edited, "only")).toEqual(Int16Array.of(3, 4));
  // The block of which no array is left is not written.
  expect(edited.blocks).toHaveLength(2);
});

test("types of the standard have the tags of the version that a file is written by", async () => {
  const tags = (v15: boolean) => [
    v15 ? "tag:stsci.edu:asdf/unit/quantity-1.1.0" : "tag:stsci.edu:asdf/unit/quantity-1.2.0",
    v15 ? "tag:stsci.edu:asdf/time/time-1.1.0" : "tag:stsci.edu:asdf/time/time-1.2.0",
    v15 ? "tag:stsci.edu:asdf/core/column-1.0.0" : "tag:stsci.edu:asdf/table/column-1.1.0",
    v15 ? "tag:astropy.org:astropy/table/table-1.0.0" : "tag:astropy.org:astropy/table/table-1.1.0",
    "asdf://example.org/tags/time-1.0.0",
  ];
  const written = async (from: readonly string[], standard: "1.5.0" | "1.6.0") => {
    const [quantity = "", time = "", column = "", table = "", own = ""] = from;
    const tree = [
      withTag({ value: 1, unit: "m" }, quantity),
      new Tagged(time, "2020-01-01T00:00:00"),
      withTag({ name: "x" }, column),
      withTag({ columns: [] }, table),
      withTag({ a: 1 }, own),
    ];
    return open(await write({ tree }, { standard, as: "bytes" }));
  };
  const tagsOf = async (bytes: Uint8Array) => {
    using file = await open(bytes);
    const nodes = file.get("tree") as TreeValue[];
    return nodes.map((node) => (node instanceof Tagged ? node.tag : tagOf(node)));
  };
  for (const [from, to] of [
    ["1.5.0", "1.6.0"],
    ["1.6.0", "1.5.0"],
  ] as const) {
    using file = await written(tags(from === "1.5.0"), from);
    const changed = await file.edit(() => undefined, { standard: to, as: "bytes" });
    expect(await tagsOf(changed)).toEqual(tags(to === "1.5.0"));
    expect(await tagsOf(await file.edit(() => undefined, { as: "bytes" }))).toEqual(tags(from === "1.5.0"));
  }
  // Versions that others wrote stay if the version of the standard does, and if it has them.
  const [, time = ""] = tags(true);
  using file = await written(
    tags(true).map((tag) => tag.replace(time, "tag:stsci.edu:asdf/time/time-1.4.0")),
    "1.5.0",
  );
  const edited = await tagsOf(await file.edit(() => undefined, { as: "bytes" }));
  expect(edited[1]).toBe("tag:stsci.edu:asdf/time/time-1.4.0");
  expect((await tagsOf(await file.edit(() => undefined, { standard: "1.6.0", as: "bytes" })))[1]).toBe(
    edited[1],
  );
});

test("from and to every version of the standard, types have the tags that it has", async () => {
  const versions = ["1.0.0", "1.1.0", "1.5.0", "1.6.0"] as const;
  const tagsOf = {
    "tag:stsci.edu:asdf/time/time-": ["1.0.0", "1.1.0", "1.1.0", "1.2.0"],
    "tag:stsci.edu:asdf/unit/quantity-": [undefined, "1.1.0", "1.1.0", "1.2.0"],
    "tag:stsci.edu:asdf/fits/fits-": ["1.0.0", "1.0.0", "1.0.0", "1.1.0"],
    "tag:astropy.org:astropy/time/timedelta-": [undefined, "1.0.0", "1.0.0", "1.1.0"],
  };
  for (const [name, numbers] of Object.entries(tagsOf)) {
    for (const [at, from] of versions.entries()) {
      for (const [to, standard] of versions.entries()) {
        const [number, wanted] = [numbers[at], numbers[to]];
        if (number !== undefined) {
          using file = await open(await write({ a: withTag({ b: 1 }, name + number) }, { standard: from }));
          using edited = await open(await file.edit(() => undefined, { standard }));
          // What a version does not have stays.
          expect(tagOf(edited.get("a"))).toBe(name + (wanted ?? number));
        }
      }
    }
  }
});

test("a table that is added to a file has the tags of its version of the standard", async () => {
  using file = await open(await write({ a: 1 }, { standard: "1.5.0" }));
  using edited = await open(await file.edit((tree) => ({ ...tree, t: newTable({ x: [1, 2] }) })));
  for (const table of [edited, await open(await write({ t: newTable({ x: [1] }) }, { standard: "1.5.0" }))]) {
    expect(tagOf(table.get("t"))).toBe("tag:astropy.org:astropy/table/table-1.0.0");
    expect(tagOf(table.get("t/columns/0"))).toBe("tag:stsci.edu:asdf/core/column-1.0.0");
  }
});

test("the version of the standard and the comments are kept, unless the options say otherwise", async () => {
  const blob = await write({ a: 1 }, { standard: "1.4.0", comments: ["by hand"] });
  using file = await open(blob);
  const about = async (options: object) => {
    using edited = await open(await file.edit(() => {}, options));
    return [edited.standardVersion, edited.comments];
  };
  expect(await about({})).toEqual(["1.4.0", file.comments]);
  expect(file.comments).toHaveLength(1);
  expect(await about({ standard: "1.6.0", comments: [] })).toEqual(["1.6.0", []]);
  expect(await about({ compatible: "asdf-cxx" })).toEqual(["1.2.0", file.comments]);
  expect(await file.edit(() => {}, { as: "bytes" })).toBeInstanceOf(Uint8Array);
  const zipped = await open(await (await open(source())).edit(() => {}, { compression: "none" }));
  expect((await zipped.readBlockHeaders()).map(({ compression }) => compression)).toEqual([null, null]);
});

test("what fails: the change itself, what it gives, and what it puts into the tree", async () => {
  using file = await open(source());
  const thrown = new RangeError("mine");
  const throwing = () => {
    throw thrown;
  };
  await expect(file.edit(throwing)).rejects.toBe(thrown);
  const gave = await failure(() => file.edit(() => 5 as never));
  expect([gave.code, gave.path, gave.message]).toEqual(["bad-tree", "", expect.stringContaining("gave 5")]);
  const odd = await failure(() =>
    file.edit((tree: Known) => {
      tree.meta.list[1] = () => 1;
    }),
  );
  expect([odd.code, odd.path]).toEqual(["bad-tree", "meta/list/1"]);
  expect((await failure(() => file.edit(() => [1]))).path).toBe("");
  file.close();
  expect((await failure(() => file.edit(() => {}))).code).toBe("closed");
});

test("a file without a tree gets one; what is in other files comes into this one, or the path is said", async () => {
  using bare = await open(new TextEncoder().encode("#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n"));
  expect(bare.tree).toBeNull();
  const blob = await bare.edit((tree) => {
    tree["a"] = 1;
  });
  expect((await open(blob)).get("a")).toBe(1);
  const outside = build(`a: {b: ${arrayText("x.asdf", "int16", [4])}}`);
  const other = build("{}", [{ content: Int16Array.of(5, 6, 7, 8) }]);
  using file = await open(outside, { resolve: (uri) => (uri === "x.asdf" ? other : undefined) });
  using edited = await open(await file.edit(() => {}));
  expect(await contents(edited, "a/b")).toEqual(Int16Array.of(5, 6, 7, 8));
  using lost = await open(outside);
  const error = await failure(() => lost.edit(() => {}));
  expect([error.code, error.path]).toEqual(["external-source", "a/b"]);
});

test("editing a file of 3 GB reads next to nothing and holds next to nothing", async () => {
  const large = await largeFile();
  using file = await open(large);
  const held = () => {
    const { external, arrayBuffers } = process.memoryUsage();
    return external + arrayBuffers;
  };
  const before = held();
  const blob = await file.edit((tree) => {
    tree["note"] = "after";
  });
  expect(held() - before).toBeLessThan(16 * 2 ** 20);
  expect(large.read).toBeLessThan(2 ** 20);
  expect(blob.size).toBeGreaterThan(3e9);
  using edited = await open(blob);
  expect(edited.get("note")).toBe("after");
  const part = column(await arrayAt(edited, "data").read([slice(2 ** 20 - 2, 2 ** 20)]));
  expect(part.data).toEqual(Uint8Array.of(9, 9));
});

test("editing a file of thousands of blocks takes a handful of reads", async () => {
  const count = 5000;
  const arrays = Array.from({ length: count }, (_, i) => ndarray(new Uint16Array(500).fill(i)));
  const bytes = await write({ arrays }, { as: "bytes", inlineThreshold: 0 });
  let reads = 0;
  class Counted extends Blob {
    override slice(start?: number, end?: number): Blob {
      const part = super.slice(start, end);
      return Object.assign(part, {
        arrayBuffer: () => {
          reads += 1;
          return Blob.prototype.arrayBuffer.call(part);
        },
      });
    }
  }
  using file = await open(new Counted([bytes]));
  const blob = await file.edit((tree) => {
    tree["note"] = "after";
  });
  expect(reads).toBeLessThan(20);
  using edited = await open(blob);
  expect(edited.blocks).toHaveLength(count);
  expect(await contents(edited, `arrays/${count - 1}`)).toEqual(new Uint16Array(500).fill(count - 1));
});

const known = new Set(fixtures().map(({ file }) => file));
const intact = fixtures().filter(({ error }) => error === undefined);

test.each(intact)("$file: an edit that changes nothing", async ({ file: name }) => {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const resolve = (uri: string) => (known.has(folder + uri) ? read(folder + uri) : undefined);
  using file = await open(read(name), { external: "none", resolve });
  const written = await write(file.tree ?? {}).then(textTree, String);
  expect(await file.edit(() => {}).then(textTree, String)).toEqual(written);
});

/** A file's tree as it reads, without what a version of the standard is said in. */
async function textTree(blob: Blob): Promise<unknown> {
  const text = (await textOf(blob)) ?? "";
  return text.slice(text.indexOf("\n---")).replaceAll(/(!core\/[\w-]+)-\d\.\d\.\d/g, "$1");
}

test("ordered maps are written as sequences of one-key maps, as Python writes them", async () => {
  using file = await open(
    build(`
ordered: !!omap
- !!omap
  b: 1.0
- !!omap
  a: &shared [1, 2]
numbered: !!omap [{"10": x}, {"2": y}]
empty: !!omap []
pairs: !!pairs [!!pairs {k: 1}, {k: 2}]
set: !!set {one, two}
shared: *shared`),
  );
  expect(file.warnings).toEqual([]);
  expect([...(file.get("numbered") as Map<string, string>).keys()]).toEqual(["10", "2"]);
  const blob = await file.edit(() => {});
  const text = await textOf(blob);
  expect(text).toContain("ordered: !!omap\n- b: 1.0\n- a: &id001 [1, 2]\n");
  expect(text).toContain("numbered: !!omap\n- '10': x\n- '2': 'y'\nempty: !!omap []\n");
  using edited = await open(blob);
  expect(edited.warnings).toEqual([]);
  expect(toJSON(edited).tree).toMatchObject(toJSON(file).tree as object);
});

test("a tag alone stays an empty text", async () => {
  using file = await open(build("unit: !unit/unit-1.0.0\nother: 1"));
  expect(String(file.get("unit"))).toBe("");
  using edited = await open(await file.edit(() => {}));
  expect([String(edited.get("unit")), edited.tag("unit")]).toEqual(["", file.tag("unit")]);
});
