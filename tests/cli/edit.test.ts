/** `edit`: what stands at a path decides the type of the new value; another type needs `:=`. */
import { readFileSync, writeFileSync } from "node:fs";
import { openSync } from "asdf-wasm";
import { expect, test } from "vitest";
import { assign, assignmentOf, remove } from "../../hosts/cli/src/writing/assignment.ts";
import { isTimeText } from "../../hosts/cli/src/writing/timeText.ts";
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

/** The lines that a change leaves in the file. */
async function edited(...changes: readonly string[]): Promise<string> {
  const bytes = await file.edit(
    (tree) => {
      for (const change of changes) {
        if (change.startsWith("-")) {
          remove(tree, change.slice(1));
        } else {
          assign(tree, assignmentOf(change), false);
        }
      }
    },
    { as: "bytes" },
  );
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
  ["cube[0]:=1", "1"],
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
  ["cube[0,0]=5", "`cube` is an array, whose elements"],
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
