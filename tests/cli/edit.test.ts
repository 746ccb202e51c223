/** `edit`: the present value at a path decides the type of the new value; another type needs `:=`. */
import { readFileSync, writeFileSync } from "node:fs";
import { assign, assignmentOf, remove } from "@asdf-wasm/cli/writing/assignment.ts";
import { ElementEdits } from "@asdf-wasm/cli/writing/elements.ts";
import { isTimeText } from "@asdf-wasm/cli/writing/timeText.ts";
import { type AsdfFile, ndarray, open, openSync, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { blockFile } from "../support/files.ts";
import { run, scratch } from "./run.ts";

const at = scratch();
const TREE = `#ASDF 1.0.0
#ASDF_STANDARD 1.6.0
%YAML 1.1
%TAG ! tag:stsci.edu:asdf/
--- !core/asdf-1.1.0
bool: true
none: null
int: 3
big: 12345678901234567890
float: 2.0
small: 1.0e-30
text: 0.20.1
number_like: '5'
stamp: 2020-01-01T00:00:00
time: !time/time-1.1.0 2020-01-01T00:00:00.000
long: !time/time-1.1.0 {value: '2020-01-01 00:00:00.000', scale: tai}
complex: !core/complex-1.0.0 1-2i
unit: !unit/unit-1.0.0 Jy
quantity: !unit/quantity-1.1.0 {unit: !unit/unit-1.0.0 m, value: 2.0}
list: [1, 2.0, 3]
floats: [1.0, 2.0]
map: {a: 1, b: text}
one: &one {x: 1}
other: *one
reference: {$ref: '#/map'}
bytes: !!binary aGk=
cube: !core/ndarray-1.1.0
  data: [[1, 2], [3, 4]]
  datatype: int64
...
`;

const file = openSync(new TextEncoder().encode(TREE));

/** The file with changes. */
async function bytesOf(file: AsdfFile, changes: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return file.edit(
    async (tree) => {
      const elements = new ElementEdits(tree);
      for (const change of changes) {
        if (change.startsWith("-")) {
          remove(tree, change.slice(1));
        } else if ((await elements.set(assignmentOf(change))) === undefined) {
          assign(tree, assignmentOf(change), false);
        }
      }
      elements.put();
    },
    { as: "bytes" },
  );
}

/** The lines that a change leaves in the file. */
async function edited(...changes: readonly string[]): Promise<string> {
  const bytes = await bytesOf(file, changes);
  const text = new TextDecoder().decode(bytes);
  const key = changes[0]?.split(/[/:=]/)[0]?.replaceAll(/[[\]]/g, "\\$&");
  return new RegExp(`^${key}:(.*(?:\\n[ -].*)*)`, "m").exec(text)?.[1]?.trim() ?? text;
}

test.each([
  ["bool=false", "false"],
  ["none=5", "5"],
  ["none=0.20.1", "0.20.1"],
  ["int=-7", "-7"],
  ["int=12345678901234567890", "12345678901234567890"],
  ["float=5", "5.0"],
  ["float=.nan", ".nan"],
  ["small=1e-5", "1.0e-5"],
  ["text=0.20", "'0.20'"],
  ["text=null", "'null'"],
  ['text="M 33"', "M 33"],
  ['text={"a": 1}', `'{"a": 1}'`],
  ["number_like=6", "'6'"],
  ["stamp=2024-02-29T10:00:00Z", "2024-02-29T10:00:00Z"],
  ["time=J2000.0", "!time/time-1.1.0 J2000.0"],
  ["complex=3+4j", "!core/complex-1.0.0 3+4i"],
  ["unit=W / m2", "!unit/unit-1.0.0 W / m2"],
  ["new=1.0", "1.0"],
  ["new=1e5", "100000.0"],
  ['new={"a": [1.0, 9007199254740993, "\\ud83d\\ude00"]}', "a: - 1.0 - 9007199254740993 - 😀"],
  ["int:=2.5", "2.5"],
  ["text:=0.20", "0.2"],
  ["cube:=1", "1"],
  ["complex:=!core/complex-1.0.0 5+6i", "!core/complex-1.0.0 5+6i"],
  ["none:=!time/time-1.1.0 2020-01-01T00:00:00", "!time/time-1.1.0 2020-01-01T00:00:00"],
])("%s", async (change, line) => {
  const found = await edited(change);
  expect(found.replace(/\s+/g, " ")).toContain(line.trim().replace(/\s+/g, " "));
});

test("lists and maps keep their tags and the types of their values", async () => {
  expect(await edited("floats=[1, 2, 3]")).toMatch(/1\.0.*2\.0.*3\.0/s);
  const quantity = await edited('quantity={"value": 5, "unit": "km"}');
  expect(quantity).toMatch(/^!unit\/quantity-1\.1\.0/);
  expect(quantity).toContain("unit: !unit/unit-1.0.0 km");
  expect(quantity).toContain("value: 5.0");
  expect(await edited("list/-=4")).toMatch(/1.*2\.0.*3.*4/s);
  // The item behind a deleted one remains an integer.
  expect(await edited("list/0=9", "-list/1")).not.toContain(".0");
});

test.each([
  ["bool=1", "a truth value"],
  ["int=2.5", "an integer"],
  ["int=garbage", "an integer"],
  ["int=010", "an integer"],
  ["int=null", "an integer"],
  ["float=garbage", "a float"],
  ["float=1e999", "a float"],
  ["stamp=garbage", "a time"],
  ["time=garbage", "a time"],
  ["time=2026-02-30T00:00:00", "a time"],
  ["long=2020-01-01", "a map"],
  ["long/value=garbage", "a time"],
  ["complex=garbage", "a complex number"],
  ["quantity=5", "quantity/unit=VALUE"],
  ["quantity/value=garbage", "a float"],
  ["list=5", "a list"],
  ["map=[1]", "a map"],
  ['map={"a": "x"}', "`map/a` is an integer"],
  ['map={"b": {}}', "`map/b` is a string"],
  ["reference=5", "a reference"],
  ["bytes=5", "binary data"],
  ["cube=1", "an array (int64, 2 × 2)"],
  ["cube=1", "cube[0,0]=VALUE"],
  ["cube[0,0]=2.5", "is no int64: write a whole number from -9223372036854775808 to 9223372036854775807"],
  ["cube[0,2]=5", "the index 2 is outside of axis 1"],
  ["cube[0,0,0]=5", "selects along 3 axes, and the array has 2"],
  ["cube[a]=5", "neither an index nor a range"],
  ["cube[0]:=1", "cannot have another type"],
  ["cube[0,0]/x=1", "`cube` is no table"],
  ["list[0]=5", "write list/0=VALUE"],
  ["none[0]=5", "there is no"],
])("%s is refused", async (change, why) => {
  await expect(edited(change)).rejects.toThrow(why);
});

test("the command leaves a file as it was, or says where else a change shows", async () => {
  writeFileSync(at("alias.asdf"), TREE);
  const refused = await run("edit", at("alias.asdf"), "int=4", "text:=5", "bool=1");
  expect(refused).toMatchObject({ code: 2 });
  expect(readFileSync(at("alias.asdf"), "utf8")).toBe(TREE);
  const { code, err } = await run("edit", at("alias.asdf"), "one/x=2");
  expect([code, err]).toEqual([
    0,
    "one/x: the change shows at `one`, `other`, which are one node in the file.\n",
  ]);
});

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2016-12-31T23:59:60.5", true],
  ["2020-01-01T24:00:00", false],
  ["2020:366", true],
  ["B1950.0", true],
  ["2020-01-01T00:00:00+01:00", false],
  ["5", false],
  ["", false],
])("whether %j is a time", (text, is) => expect(isTimeText(text)).toBe(is));

const COLUMNS = [
  ["int8", [1, 2, 3], "-128", -128, ["128", "1.5", "x"]],
  ["uint8", [1, 2, 3], "255", 255, ["-1", "256"]],
  ["int16", [1, 2, 3], "-5", -5, ["32768"]],
  ["uint32", [1, 2, 3], "4294967295", 4294967295, ["4294967296"]],
  ["int64", [1n, 2n, 3n], "9223372036854775807", 9223372036854775807n, ["9223372036854775808", "1e3"]],
  ["uint64", [1n, 2n, 3n], "18446744073709551615", 18446744073709551615n, ["-1", "9".repeat(50)]],
  ["float16", [1, 2, 3], "0.5", 0.5, ["65520", "one"]],
  ["float32", [1, 2, 3], "-2.5e3", -2500, ["1e39"]],
  ["float64", [1, 2, 3], "1e-300", 1e-300, ["1e999"]],
  ["bool8", [true, false, true], "false", 0, ["1", "yes"]],
] as const;

test.each(COLUMNS)("an element of %s", async (dtype, values, text, value, wrong) => {
  for (const options of [{}, { compression: "lz4" }, { inline: true }, { byteorder: "big" }] as const) {
    const data = ndarray([...values] as number[], { dtype, ...options });
    using file = await open(await write({ data }));
    const before = file.array("data");
    using changed = await open(await bytesOf(file, [`data[-1]=${text}`]));
    const after = changed.array("data");
    const compression = "compression" in options ? after.compression : before.compression;
    expect([after.dtype, after.byteorder, typeof after.source, after.compression]).toEqual([
      before.dtype,
      before.byteorder,
      // A tree holds no such integer.
      value > 2n ** 63n ? "number" : typeof before.source,
      compression,
    ]);
    const [was, is] = [await before.read(), await after.read()];
    const [old, now] = [was.data, is.data].map((data) => Array.from(data as ArrayLike<unknown>));
    expect(now).toEqual([...(old ?? []).slice(0, 2), value]);
    for (const one of wrong) {
      await expect(bytesOf(file, [`data[-1]=${one}`])).rejects.toThrow(`for \`data[-1]\` is no ${dtype}`);
    }
  }
});

test("elements that are complex, texts, masked, of records, of tables and of quantities", async () => {
  const tree = `#ASDF 1.0.0
#ASDF_STANDARD 1.6.0
%YAML 1.1
%TAG ! tag:stsci.edu:asdf/
--- !core/asdf-1.1.0
complex: !core/ndarray-1.1.0 {data: [!core/complex-1.0.0 1+2i, !core/complex-1.0.0 3+4i], datatype: complex64}
text: !core/ndarray-1.1.0 {data: [one, two], datatype: [ascii, 3]}
wide: !core/ndarray-1.1.0 {data: [eins, zwei], datatype: [ucs4, 4]}
masked: !core/ndarray-1.1.0 {data: [1, 2, 3], datatype: int16, mask: !core/ndarray-1.1.0 {data: [true, true, false], datatype: bool8}}
records: !core/ndarray-1.1.0
  data: [[1, 0.5, [1, 2]], [2, 1.5, [3, 4]]]
  datatype: [{name: id, datatype: int32}, {name: flux, datatype: float32}, {name: pair, datatype: int8, shape: [2]}]
table: !<tag:astropy.org:astropy/table/table-1.2.0>
  colnames: [flux]
  columns:
  - !core/column-1.1.0 {name: flux, data: !core/ndarray-1.1.0 {data: [1.0, 2.0], datatype: float64}}
quantity: !unit/quantity-1.2.0 {unit: !unit/unit-1.0.0 m, value: !core/ndarray-1.1.0 {data: [1.0, 2.0], datatype: float64}}
shared: &shared !core/ndarray-1.1.0 {data: [[1, 2, 3], [4, 5, 6]], datatype: int64}
again: *shared
...
`;
  using file = openSync(new TextEncoder().encode(tree));
  const changes = [
    "complex[1]=5-6j",
    "text[0]=six",
    "wide[1]=äöü",
    "masked[0]=7",
    "records[1]/flux=2.5",
    "records[0]/pair=9",
  ];
  const more = ["table[0]/flux=8", "quantity[1]=3.5", "shared[0]=0", "shared[1,::2]=9", "again[0,0]=1"];
  using changed = await open(await bytesOf(file, [...changes, ...more]));
  const read = async (path: string) => {
    const { data, mask, fields } = await changed.array(path).read();
    return fields ?? [...(data ?? []), ...(mask ?? [])];
  };
  expect(await read("complex")).toEqual([1, 2, 5, -6]);
  expect(await read("text")).toEqual(["six", "two"]);
  expect(await read("wide")).toEqual(["eins", "äöü"]);
  expect(changed.array("wide").dtype).toEqual({ kind: "ucs4", length: 4 });
  expect(await read("masked")).toEqual([7, 2, 3, 0, 1, 0]);
  const { id, flux, pair } = (await read("records")) as Record<string, { data: ArrayLike<number> }>;
  expect([id, flux, pair].map((column) => [...Array.from(column?.data ?? [])])).toEqual([
    [1, 2],
    [0.5, 2.5],
    [9, 9, 3, 4],
  ]);
  expect(await read("table/columns/0/data")).toEqual([8, 2]);
  expect(await read("quantity/value")).toEqual([1, 3.5]);
  expect(await read("shared")).toEqual([1n, 0n, 0n, 9n, 5n, 9n]);
  expect(changed.get("again")).toBe(changed.get("shared"));
  for (const [change, why] of [
    ["text[0]=four", "at most 3 ASCII characters"],
    ["text[0]=ä", "at most 3 ASCII characters"],
    ["wide[0]=fünfe", "at most 4 characters"],
    ["complex[0]=one", "a complex number such as"],
    ["complex[0]=1e39+1i", "a smaller number"],
    ["records[0]=5", "write records[INDEX]/id=VALUE"],
    ["records[0]/flx=5", "has no field `flx`: there are `id`, `flux`, `pair`"],
    ["table[0]/flx=5", "there is no"],
  ] as const) {
    await expect(bytesOf(file, [change])).rejects.toThrow(why);
  }
});

test("records as Python writes them, whose fields have byte orders of their own", async () => {
  const content = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0);
  for (const [id, flux, ids] of [
    ["little", "little", [256, 512]],
    ["big", "big", [1, 2]],
    ["big", "little", [1, 2]],
  ] as const) {
    const fields = `[{name: id, datatype: int16, byteorder: ${id}}, {name: flux, datatype: float32, byteorder: ${flux}}]`;
    const yaml = `records: !core/ndarray-1.1.0 {source: 0, shape: [2], byteorder: big, datatype: ${fields}}`;
    using file = openSync(blockFile(yaml, content));
    using changed = await open(await bytesOf(file, ["records[1]/flux=2.5"]));
    const { fields: columns } = await changed.array("records").read();
    expect(columns?.["id"]?.data).toEqual(Int16Array.from(ids));
    expect(columns?.["flux"]?.data).toEqual(Float32Array.of(0, 2.5));
  }
});

test("arrays whose elements are elsewhere, or those of another array, too, are left alone", async () => {
  const numbers = new Int16Array([1, 2, 3, 4]);
  using file = await open(await write({ all: numbers, half: numbers.subarray(0, 2) }));
  await expect(bytesOf(file, ["half[0]=5"])).rejects.toThrow(
    "`half` and `all` are made of the same bytes of block 0",
  );
  using tiles = await open(await write({ data: ndarray(numbers, { chunks: [2] }) }));
  await expect(bytesOf(tiles, ["data[0]=5"])).rejects.toThrow("stored in chunks");
  const outside =
    "--- !<tag:stsci.edu:asdf/core/asdf-1.1.0>\ndata: !<tag:stsci.edu:asdf/core/ndarray-1.1.0> {source: b.asdf, datatype: int8, shape: [2]}";
  using external = openSync(new TextEncoder().encode(`#ASDF 1.0.0\n%YAML 1.1\n${outside}\n...\n`));
  await expect(bytesOf(external, ["data[0]=5"])).rejects.toThrow("in another file, `b.asdf`");
});
