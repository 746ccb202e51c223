/** Converters: nodes become objects when a file is opened, and objects nodes when it is written. */
import { readFileSync } from "node:fs";
import {
  AsdfError,
  type AsdfFile,
  Complex,
  type Converter,
  convertSky,
  NdArray,
  type OpenOptions,
  open,
  Tagged,
  type TreeMap,
  type TreeValue,
  tagOf,
  toUnit,
  withTag,
  write,
} from "asdf-wasm";
import * as provided from "asdf-wasm/converters";
import { builtIn, Quantity, type SkyCoordinates, type Transform, Unit } from "asdf-wasm/converters";
import { afterEach, describe, expect, test } from "vitest";
import { build } from "../../support/build.ts";

const TAGS = "asdf://lab.example/tags";
const LAB = `${TAGS}/point-1.0.0`;

class Point {
  x: unknown;
  y: unknown;

  constructor(x: unknown, y: unknown) {
    this.x = x;
    this.y = y;
  }
}

const point: Converter<Point, { x: unknown; y: unknown }> = {
  tags: [`${TAGS}/point-1.*`],
  types: [Point],
  read: ({ x, y }) => new Point(x, y),
  write: ({ x, y }) => ({ x, y }),
  selectTag: (_, __, { tag = LAB }) => tag,
};

function opened(yaml: string, options?: OpenOptions): Promise<AsdfFile> {
  const head =
    "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n%TAG !l! asdf://lab.example/tags/\n";
  return open(new TextEncoder().encode(`${head}--- !core/asdf-1.1.0\n${yaml}\n...\n`), options);
}

async function failureOf(work: Promise<unknown>): Promise<AsdfError> {
  const thrown: unknown = await work.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(AsdfError);
  return thrown as AsdfError;
}

/** The plain tree of a written file. */
const plainly = async (bytes: Blob) => (await open(bytes, { converters: [] })).tree as TreeMap;

describe("reading", () => {
  test("tags with wildcards, whatever contains them; the nodes are still there", async () => {
    const file = await opened(
      "a: {list: [!l!point-1.0.0 {x: 1, y: !core/ndarray-1.1.0 [1, 2]}, !l!point-2.0.0 {x: 3}]}\nb: {c: 1}",
      { converters: [point] },
    );
    const first = file.get<Point>("a/list/0");
    expect(first).toBeInstanceOf(Point);
    expect(first?.y).toBeInstanceOf(NdArray);
    expect(file.get("a")).toMatchObject({ list: [first, { x: 3 }] });
    expect((file.tree as { a: { list: unknown[] } }).a.list[0]).toBe(first);
    expect(file.get("a/list/0/x")).toBe(1);
    expect(file.tag("a/list/0")).toBe(LAB);
    expect(tagOf(file.get("a/list/1"))).toBe(`${TAGS}/point-2.0.0`);
    expect(Array.from(file.arrays(), ([path]) => path)).toEqual(["a/list/0/y"]);
    expect(await file.array("a/list/0/y").read()).toMatchObject({ shape: [2] });
    expect([...file.find({ tag: LAB })].map(({ path }) => path)).toEqual(["a/list/0"]);
    expect(await file.resolve("a/list/0")).toBe(first);
  });

  test("`**` stands for anything, other characters for themselves", async () => {
    const yaml = "a: !l!deep/point-1.0.0 {x: 1}\nb: !l!pointy1.0.0 {x: 2}";
    const all = await opened(yaml, { converters: [{ ...point, tags: ["asdf://**"] }] });
    expect([all.get("a"), all.get("b")]).toEqual([new Point(1, undefined), new Point(2, undefined)]);
    const none = await opened(yaml, {
      converters: [{ ...point, tags: [`${TAGS}/*`, `${TAGS}/point.1.0.0`] }],
    });
    expect(none.get("a")).not.toBeInstanceOf(Point);
    expect(none.get("b")).toBeInstanceOf(Point);
    const dated = await opened("a: !<tag:lab.example,2026:point-1.0.0> {x: 3}", {
      converters: [{ ...point, tags: ["tag:lab.example,2026:point-1.*"] }],
    });
    expect(dated.get("a")).toBeInstanceOf(Point);
  });

  test("what is inside comes first; scalars are texts, sequences lists; the first converter counts", async () => {
    class Name {
      readonly text: unknown;

      constructor(text: unknown) {
        this.text = text;
      }
    }
    const name: Converter<Name, string> = { tags: [`${TAGS}/name-1.0.0`], read: (text) => new Name(text) };
    const list: Converter<Name, unknown[]> = {
      tags: [`${TAGS}/list-1.0.0`],
      read: ([first], { node }) => {
        expect(node).toEqual([new Tagged(`${TAGS}/name-1.0.0`, "x")]);
        return new Name(first);
      },
    };
    const file = await opened("p: !l!point-1.0.0 {x: !l!list-1.0.0 [!l!name-1.0.0 x], y: 2}", {
      converters: [point, list, name, { ...point, read: () => new Date() }],
    });
    expect(file.get("p")).toEqual(new Point(new Name(new Name("x")), 2));
    expect(file.get("p/x/0")).toEqual(new Name("x"));
  });

  test("an anchor is one object; a generator fills what contains itself", async () => {
    const circle: Converter<Point, { x: unknown; y: unknown }> = {
      tags: point.tags,
      *read(node) {
        const made = new Point(undefined, undefined);
        yield made;
        made.x = node.x;
        made.y = node.y;
      },
    };
    const file = await opened(
      "a: &a !l!point-1.0.0 {x: *a, y: &b !l!point-1.0.0 {x: *a, y: 1}}\nagain: *b\nmap: &m {self: *m, a: *a}",
      { converters: [circle] },
    );
    const a = file.get<Point>("a");
    const b = file.get<Point>("again");
    expect(a?.x).toBe(a);
    expect(a?.y).toBe(b);
    expect(b?.x).toBe(a);
    const map = file.get<{ self: unknown; a: unknown }>("map");
    expect(map?.self).toBe(map);
    expect(map?.a).toBe(a);
  });

  test("an error names tag and path, and the node stays as it is", async () => {
    const failing = (read: Converter["read"]) =>
      opened("a: [!l!point-1.0.0 {x: 1}]", { converters: [{ ...point, read }] });
    const cases: [Converter["read"], string][] = [
      [
        () => {
          throw new Error("no x");
        },
        "no x",
      ],
      [() => Promise.resolve(new Point(1, 2)), "no object of a class"],
      [() => 17, "no object of a class"],
      [() => [1], "no object of a class"],
      [() => undefined, "no object of a class"],
    ];
    for (const [read, why] of cases) {
      const file = await failing(read);
      expect(file.warnings).toMatchObject([
        {
          code: "not-converted",
          path: "a/0",
          message: expect.stringMatching(`^the converter for ${LAB} failed: .*${why}`),
        },
      ]);
      expect(file.get("a/0")).toMatchObject({ x: 1 });
    }
    expect((await failing((node) => node)).warnings).toEqual([]);
    const wrong = { tags: "x" } as unknown as Converter;
    expect(await failureOf(opened("a: 1", { converters: [wrong] }))).toMatchObject({ code: "bad-argument" });
  });

  test("an object stands for one node, or for scalars that are equal", async () => {
    class Name {
      readonly text: string;

      constructor(text: string) {
        this.text = text;
      }
    }
    const names = new Map<string, Name>();
    const name: Converter<Name, string> = {
      tags: [`${TAGS}/name-1.0.0`],
      types: [Name],
      read: (text) => names.get(text) ?? names.set(text, new Name(text)).get(text) ?? new Name(text),
      write: ({ text }) => text,
    };
    const yaml =
      "a: !l!name-1.0.0 x\nb: !l!name-1.0.0 x\nboxes: [!l!box-1.0.0 {of: !l!name-1.0.0 y}, !l!box-1.0.0 {of: 1}, !l!box-1.0.0 {of: 2}]";
    const only = new Name("one");
    const box: Converter<Name, { of: unknown }> = {
      tags: [`${TAGS}/box-1.0.0`],
      read: ({ of }) => (of instanceof Name ? of : only),
    };
    const file = await opened(yaml, { converters: [name, box] });
    expect(file.get("a")).toBe(file.get("b"));
    expect(file.get("boxes/0")).toMatchObject({ of: new Name("y") });
    expect(file.get("boxes/1")).toBe(only);
    expect(file.get("boxes/2")).toMatchObject({ of: 2 });
    expect(file.warnings.map(({ path, message }) => [path, message])).toEqual(
      ["boxes/0", "boxes/2"].map((path) => [path, expect.stringContaining("another node was made into")]),
    );
    // Nor is it written as what stands elsewhere.
    const again = await plainly(
      await file.edit((tree: { boxes: unknown[] }) => {
        tree.boxes.splice(1, 1);
      }),
    );
    expect(tagOf(again["a"])).toBe(`${TAGS}/name-1.0.0`);
    expect(tagOf((again["boxes"] as TreeMap[])[0])).toBe(`${TAGS}/box-1.0.0`);
  });

  test("an object whose generator fails is written as the node, and cannot be changed", async () => {
    const half: Converter<Point, Point> = {
      ...point,
      *read(node) {
        const made = new Point(node.x, undefined);
        yield made;
        throw new Error("no y");
      },
    };
    const file = await opened("p: !l!point-1.0.0 {x: 1, y: 2}\nq: 3", { converters: [half] });
    expect(file.warnings).toMatchObject([{ code: "not-converted", path: "p" }]);
    const again = await plainly(
      await file.edit((tree: { q: number }) => {
        tree.q = 4;
      }),
    );
    expect(again).toMatchObject({ p: { x: 1, y: 2 }, q: 4 });
    await expect(
      file.edit((tree: { p: Point }) => {
        tree.p.y = 5;
      }),
    ).rejects.toThrow(TypeError);
  });

  test("a node that names a block reads it", async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const blob = await write({ data: bytes, block: withTag({ number: 0 }, `${TAGS}/block-1.0.0`) });
    class Block {
      readonly read: () => Promise<Uint8Array>;

      constructor(read: () => Promise<Uint8Array>) {
        this.read = read;
      }
    }
    const converter: Converter<Block, { number: number }> = {
      tags: [`${TAGS}/block-*`],
      read: ({ number }, { readBlock }) => new Block(() => readBlock(number)),
    };
    const file = await open(blob, { converters: [converter] });
    expect(await file.get<Block>("block")?.read()).toEqual(bytes);
  });
});

describe("writing", () => {
  test("objects become nodes with their tag; an object in several places is one node", async () => {
    const inner = new Point(Float64Array.of(1, 2), 2.5);
    const outer = new Point(inner, inner);
    inner.y = outer;
    const blob = await write({ list: [outer, inner] }, { converters: [point] });
    const tree = await plainly(blob);
    const [first, second] = tree["list"] as TreeMap[];
    expect(tagOf(first)).toBe(LAB);
    expect(first?.["x"]).toBe(second);
    expect(first?.["y"]).toBe(second);
    expect(second?.["y"]).toBe(first);
    expect(second?.["x"]).toBeInstanceOf(NdArray);
  });

  test("an edited file keeps tags, blocks and what the class does not know", async () => {
    const keeping: Converter<Point, { x: unknown; y: unknown }> = {
      ...point,
      read: ({ x, y }) => new Point(x, y),
      write: ({ x, y }, { node }) => ({ ...node, x, y }),
    };
    const source = await write({
      p: withTag({ x: new Uint8Array([7, 8]), y: 1, more: { z: 1 } }, `${TAGS}/point-1.2.0`),
      other: [1],
    });
    const file = await open(source, { converters: [keeping] });
    const edited = await file.edit((tree: { p: Point; other: unknown[] }) => {
      tree.p.y = 2;
      tree.other.push(new Point(tree.p.x, tree.p));
    });
    // The objects of the file are as they were.
    expect(file.get<Point>("p")?.y).toBe(1);
    const again = await open(edited, { converters: [] });
    expect(again.tag("p")).toBe(`${TAGS}/point-1.2.0`);
    expect(again.tag("other/1")).toBe(LAB);
    expect(again.get("p")).toMatchObject({ y: 2, more: { z: 1 } });
    expect(again.get("other/1/y")).toBe(again.get("p"));
    expect((await again.array("other/1/x").read()).data).toEqual(Uint8Array.of(7, 8));
    expect(again.blocks).toHaveLength(1);
    const unchanged = await (await open(source, { converters: [keeping] })).edit(() => {});
    expect(new Uint8Array(await unchanged.arrayBuffer())).toEqual(
      new Uint8Array(await (await (await open(source)).edit(() => {})).arrayBuffer()),
    );
  });

  test("floats stay floats where an object has another place", async () => {
    const file = await opened("p: !l!point-1.0.0 {x: 1.0, y: 2}", { converters: [point] });
    const moved = await file.edit((tree: { p?: Point; list?: unknown[] }) => {
      tree.list = [tree.p];
      delete tree.p;
    });
    expect(await moved.text()).toMatch(/x: 1\.0\n +'y': 2\n/);
  });

  test("of several tags, `selectTag` takes one, or none, and then what is written is converted again", async () => {
    class Origin {}
    const origin: Converter<Origin> = {
      tags: [`${TAGS}/origin-1.0.0`, `${TAGS}/origin-1.1.0`],
      types: [Origin],
      read: () => new Origin(),
      write: () => new Point(0, 0),
      selectTag: () => null,
    };
    const tree = await plainly(await write({ o: new Origin() }, { converters: [origin, point] }));
    expect(tree["o"]).toMatchObject({ x: 0, y: 0 });
    expect(tagOf(tree["o"])).toBe(LAB);
    const { selectTag: _, ...undecided } = { ...origin, write: () => "text" };
    const error = await failureOf(write({ o: [new Origin()] }, { converters: [undecided] }));
    expect(error).toMatchObject({
      code: "bad-tree",
      path: "o/0",
      message: expect.stringContaining("needs `selectTag`"),
    });
    const first = { ...undecided, selectTag: (_value: unknown, [tag = ""]: readonly string[]) => tag };
    expect((await plainly(await write({ o: new Origin() }, { converters: [first] })))["o"]).toEqual(
      new Tagged(`${TAGS}/origin-1.0.0`, "text"),
    );
  });

  test("errors name the tag and the path; nothing is lost in silence", async () => {
    const made = (write: NonNullable<Converter["write"]>): Converter => ({ ...point, tags: [LAB], write });
    for (const [converter, why] of [
      [
        made(() => {
          throw new Error("no form");
        }),
        "failed: no form",
      ],
      [made(() => 17), "made neither a map"],
      [made((value) => value), "made neither a map"],
      [made(() => new Uint8Array(2)), "made an array, which has a tag of its own"],
      [made(() => new Complex(1, 2)), "made a complex number, which has a tag of its own"],
      [made(() => new Date(0)), "made a value that cannot have the tag"],
      [made(() => new Tagged(`${TAGS}/other-1.0.0`, "x")), "made a value that cannot have the tag"],
    ] as const) {
      const error = await failureOf(write({ list: [new Point(1, 2)] }, { converters: [converter] }));
      expect(error).toMatchObject({ code: "bad-tree", path: "list/0" });
      expect(error.message).toContain(`the converter for ${LAB} ${why}`);
    }
    class Near extends Point {}
    await failureOf(write({ p: new Near(1, 2) }, { converters: [point] }));
    await failureOf(write({ p: new Point(1, 2) }));
  });

  test("without `write`, only what is frozen is written: as the node that it was", async () => {
    const yaml = "p: !l!point-1.0.0 {x: 1.0, y: [a]}";
    const { write: _, ...reading } = point;
    const loose = await opened(yaml, { converters: [reading] });
    expect(await failureOf(loose.edit(() => {}))).toMatchObject({ code: "bad-tree", path: "p" });
    const frozen = { ...reading, read: (node: Point) => Object.freeze(new Point(node.x, node.y)) };
    const file = await opened(yaml, { converters: [frozen] });
    const again = await open(await file.edit(() => {}));
    expect(again.tag("p")).toBe(LAB);
    expect(again.get("p")).toMatchObject({ x: 1, y: ["a"] });
    // Converters that are gone cannot write what they made either.
    const made = (await opened(yaml, { converters: [point] })).get("p");
    expect(await failureOf(write({ p: made }, { converters: [] }))).toMatchObject({ path: "p" });
  });
});

describe("registered converters", () => {
  let takeBack = () => {};
  afterEach(() => takeBack());

  test("count for files that are opened later, unless an option says which", async () => {
    const yaml = "p: !l!point-1.0.0 {x: 1, y: 2}";
    const before = await opened(yaml);
    const { register } = await import("asdf-wasm");
    takeBack = register(point);
    const after = await opened(yaml);
    expect(before.get("p")).not.toBeInstanceOf(Point);
    expect(after.get("p")).toBeInstanceOf(Point);
    expect((await opened(yaml, { converters: [] })).get("p")).not.toBeInstanceOf(Point);
    const blob = await write({ p: new Point(1, 2) });
    takeBack();
    takeBack();
    expect((await opened(yaml)).get("p")).not.toBeInstanceOf(Point);
    expect(tagOf((await open(blob)).get("p"))).toBe(LAB);
    // A file keeps what it was opened with.
    expect((await open(await after.edit(() => {}))).tag("p")).toBe(LAB);
  });

  test("one that is registered twice is taken back once by each", async () => {
    const { register } = await import("asdf-wasm");
    const [first, second] = [register(point), register(point)];
    takeBack = second;
    first();
    first();
    const yaml = "p: !l!point-1.0.0 {x: 1, y: 2}";
    expect((await opened(yaml)).get("p")).toBeInstanceOf(Point);
    second();
    expect((await opened(yaml)).get("p")).not.toBeInstanceOf(Point);
  });
});

describe("those of the package", () => {
  const page = readFileSync(new URL("../../../docs/converters.md", import.meta.url), "utf8");

  test("are those that the documentation lists", () => {
    const listed = [...page.matchAll(/^\| `(\w+)` \| (`(?:tag|asdf):[^|]*) \|/gm)].map(
      ([, name, tags = ""]) => [name, Array.from(tags.matchAll(/`([^`]+)`/g), ([, tag]) => tag)],
    );
    const all = Object.entries(provided).flatMap(([name, one]) => ("tags" in one ? [[name, one.tags]] : []));
    expect(new Map(listed as [string, string[]][])).toEqual(new Map(all as [string, string[]][]));
    expect(builtIn.map(({ tags }) => tags)).toEqual(listed.map(([, tags]) => tags));
  });

  const YAML = `time: !time/time-1.1.0 2020-01-01T00:00:00.000
long: !time/time-1.1.0 {value: '2020-01-01 00:00:00.000', scale: tai, format: iso}
quantity: !unit/quantity-1.1.0 {unit: !unit/unit-1.0.0 m, value: 2.0}
table: !core/table-1.0.0
  columns:
  - !core/column-1.0.0 {data: !core/ndarray-1.1.0 [1, 2], name: a}`;

  test("make times, quantities and tables, and write them as they were", async () => {
    const file = await opened(YAML, { converters: builtIn });
    expect(file.warnings).toEqual([]);
    expect(file.get("time")).toEqual(new Date("2020-01-01T00:00:00Z"));
    expect(file.get("quantity")).toEqual({ value: 2, unit: "m" });
    expect(file.get("table")).toMatchObject({ columns: [{ name: "a" }] });
    const text = async (blob: Blob) => (await blob.text()).replace(/asdf_library.*\n/, "");
    expect(await text(await file.edit(() => {}))).toBe(await text(await (await opened(YAML)).edit(() => {})));
    const changed = await file.edit((tree: Record<string, TreeValue | Date>) => {
      tree["time"] = new Date("2021-02-03T04:05:06Z");
      (tree["long"] as Date).setUTCFullYear(2022);
    });
    const again = await open(changed, { converters: [] });
    expect([again.tag("time"), again.get("time")]).toEqual([
      "tag:yaml.org,2002:timestamp",
      new Tagged("tag:yaml.org,2002:timestamp", "2021-02-03T04:05:06.000Z"),
    ]);
    expect(String(again.get("long"))).toBe("2022-12-31T23:59:23.000");
  });

  const astropy = () => readFileSync(new URL("astropy.vectors.asdf", import.meta.url));

  test("make units, angles, positions and models of what astropy wrote", async () => {
    const file = await open(astropy(), { converters: builtIn });
    expect(file.warnings).toEqual([]);
    expect(file.get("unit")).toEqual(new Unit("erg.s**-1.cm**-2"));
    expect(String(file.get("light-year"))).toBe("lyr");
    expect(file.get("angle")).toEqual(new Quantity(3, "deg"));
    expect(file.get("icrs")).toEqual({
      system: "icrs",
      longitude: { value: 10, unit: "deg" },
      latitude: { value: 20, unit: "deg" },
      distance: undefined,
    });
    const systems = ["galactic", "fk4", "fk5"].map((name) => file.get<SkyCoordinates>(name)?.system);
    expect(systems).toEqual(["galactic", "fk4 (equinox 1975, obstime 1980)", "fk5 (equinox 1975)"]);
    const { system, longitude, latitude, distance } = file.get<SkyCoordinates>("fk5") ?? {};
    expect([longitude?.value, latitude?.value, distance?.value]).toEqual(Array(3).fill(expect.any(NdArray)));
    // astropy: SkyCoord(10 * u.deg, 20 * u.deg, frame="fk5", equinox="J1975").icrs
    const [ra, dec] = convertSky(system ?? "icrs", "icrs", [10, 20]);
    expect([ra, dec]).toEqual([expect.closeTo(10.32923063, 8), expect.closeTo(20.13700089, 8)]);
    // A system that is not known stays plain; what is inside does not.
    expect(file.get("unknown/lon")).toEqual(new Quantity(1, "deg"));
    expect(file.get("unknown")).toMatchObject({ frame: "barycentrictrueecliptic" });
    const model = await file.get<Transform>("shift")?.compile();
    expect(model?.pixelToWorld(1)).toEqual([10]);
    model?.close();
  });

  test.each([
    ["fk5", "ra", "dec", "{format: mjd, value: 42413.25}", "fk5 (equinox 1975)"],
    ["fk5", "ra", "dec", "{format: byear, value: 1950.0}", "fk5 (equinox B1950)"],
    ["fk5", "ra", "dec", "'1975-01-01T00:00:00'", "fk5 (equinox 1974.999315537)"],
    ["fk5", "ra", "dec", "J2000.000", "fk5"],
    ["fk5", "ra", "dec", "{format: cxcsec, value: 1975.0}", undefined],
    ["fk5", "ra", "dec", "{format: jyear, value: [1975.0, 2000.0]}", undefined],
    ["supergalactic", "sgl", "sgb", "J1975.000", "supergalactic"],
  ])("of %s (%s, %s) with the equinox %s", async (frame, longitude, latitude, equinox, system) => {
    const yaml = `c: !<tag:astropy.org:astropy/coordinates/skycoord-1.0.0>
  frame: ${frame}
  equinox: !time/time-1.1.0 ${equinox}
  ${longitude}: {value: 10, unit: deg}
  ${latitude}: {value: 20, unit: deg}`;
    const found = (await opened(yaml, { converters: [provided.coordinates] })).get("c");
    expect(found).toMatchObject(system === undefined ? { frame } : { system });
  });

  test("compile a WCS as the file does, and write all of these as they were", async () => {
    const roman = readFileSync(new URL("../../data/roman/roman_l2_192.asdf", import.meta.url));
    const file = await open(roman, { converters: builtIn });
    using wcs = await file.get<Transform>("roman/meta/wcs")?.compile();
    using same = await file.wcs("roman/meta/wcs");
    expect(wcs?.pixelToWorld(10, 20)).toEqual(same.pixelToWorld(10, 20));
    for (const bytes of [astropy(), roman]) {
      const [objects, plain] = await Promise.all([open(bytes, { converters: builtIn }), open(bytes)]);
      const [one, other] = [await objects.edit(() => {}), await plain.edit(() => {})];
      expect(Buffer.from(await one.arrayBuffer()).equals(Buffer.from(await other.arrayBuffer()))).toBe(true);
    }
  });

  test("make a unit of magnitudes, which stays the node that it was", async () => {
    const file = await open(
      build(
        [
          "a: !<tag:astropy.org:astropy/units/magunit-1.1.0> AB",
          "b: !<tag:astropy.org:astropy/units/magunit-1.0.0> {unit: !unit/unit-1.0.0 AB}",
        ].join("\n"),
      ),
      { converters: builtIn },
    );
    expect([file.get("a"), file.get("b")]).toEqual([new Unit("mag(AB)"), new Unit("mag(AB)")]);
    const edited = await open(
      await file.edit((root: { c?: Unit }) => {
        root.c = new Unit("mag(AB)");
      }),
    );
    expect(["a", "b", "c"].map((path) => [edited.tag(path), toUnit(edited.get(path))])).toEqual([
      ["tag:astropy.org:astropy/units/magunit-1.1.0", "mag(AB)"],
      ["tag:astropy.org:astropy/units/magunit-1.0.0", "mag(AB)"],
      ["tag:astropy.org:astropy/units/unit-1.0.0", "mag(AB)"],
    ]);
  });

  test("write new units and quantities, with the tag of the standard's version", async () => {
    const tree = () => ({
      unit: new Unit("km s-1"),
      number: new Quantity(2.5, "Jy"),
      numbers: new Quantity(Float64Array.of(1, 2), "m"),
    });
    for (const [standard, tag] of [
      ["1.6.0", "tag:stsci.edu:asdf/unit/quantity-1.2.0"],
      ["1.5.0", "tag:stsci.edu:asdf/unit/quantity-1.1.0"],
    ] as const) {
      const blob = await write(tree(), { converters: builtIn, validate: "error", standard });
      expect((await open(blob)).tag("number")).toBe(tag);
      const file = await open(blob, { converters: builtIn });
      expect(file.get("unit")).toEqual(new Unit("km s-1"));
      expect(file.get("number")).toEqual(new Quantity(2.5, "Jy"));
      expect(await file.array("numbers/value").read()).toMatchObject({ data: Float64Array.of(1, 2) });
      const edited = await file.edit((root: { number: Quantity }) => {
        root.number = new Quantity(3, "mJy");
      });
      expect((await open(edited)).get("number")).toMatchObject({ value: 3 });
    }
  });
});
