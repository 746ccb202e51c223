/** Nodes as YAML: what the viewer shows of a map is what a file would hold, and reads as the same. */

import { yamlText } from "@asdf-wasm/science/tree/yamlText";
import { init, open, toJSON } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { hdu, image, PRIMARY } from "../../support/fits.ts";

async function shown(yaml: string): Promise<string> {
  await init();
  const file = await open(treeFile(yaml));
  return yamlText(file.get("it") ?? null);
}

/** Each is shown as it is written here. */
const KEPT: readonly (readonly [what: string, yaml: string])[] = [
  ["scalars", "name: M 31\nra: 10.68\nexposure: 30.0\ncount: 3\nok: true\nnone: null\nwhen: 2026-11-23"],
  ["short lists on one line", "shape: [4088, 4088]\nnames: [a, b]\nempty: []\nnothing: {}"],
  ["text that looks like something else, in quotes", 'a: "12"\nb: "yes"\nc: ""\nd: "a: b"\ne: "# no"'],
  ["text of several lines", "log: |-\n  first line\n\n  second: line\nnext: |\n  whole\n  lines"],
  [
    "maps in lists in maps",
    "steps:\n- name: detector\n  unit: pixel\n- name: sky\n  axes:\n    order: [0, 1]",
  ],
  [
    "tags",
    "unit: !unit/unit-1.0.0 Jy\nstep: !transform/affine-1.4.0\n  name: turn\nother: !<asdf://example.org/x-1.0.0>\n  a: 1",
  ],
  ["what is in two places", "one: &id001\n  a: 1\ntwo: *id001"],
  [
    "small arrays in the tree",
    "m: !core/ndarray-1.1.0 {data: [[1.0, 2.5], [3.0, 4.0]], datatype: float64, shape: [2, 2]}",
  ],
  ["keys of any kind", '1: one\ntrue: two\n"12": three\n? [1, 2]\n: four'],
  ["complex numbers and references", "z: !core/complex-1.0.0 1+2i\nthere: {$ref: other.asdf}"],
];

describe("a map is shown as YAML:", () => {
  for (const [what, yaml] of KEPT) {
    test(what, async () => {
      expect(await shown(`it:\n${yaml.replace(/^(?=.)/gm, "  ")}`)).toBe(yaml);
    });
  }

  test("long lists with a line for each item", async () => {
    const items = Array.from({ length: 40 }, (_, i) => 1000 + i);
    expect(await shown(`it: {long: [${items.join(", ")}]}`)).toBe(
      `long:\n${items.map((item) => `- ${item}`).join("\n")}`,
    );
  });

  test("an array by its block", async () => {
    await init();
    const file = await open(await fixture("roman/roman_l2_192.asdf"));
    const roman = file.get("roman");
    const text = await yamlText(roman ?? null);
    expect(text).toMatch(
      /^data: !core\/ndarray-1\.\d\.0 \{source: \d+, datatype: float32, byteorder: \w+, shape: \[192, 192\]\}$/m,
    );
    expect(text).not.toContain("$");
  });

  test("an array in an HDU by its number, or by its elements if they are few", async () => {
    await init();
    const parts = [hdu(PRIMARY), hdu(image("FEW", 8, [2]), Uint8Array.of(3, 4))];
    const many = hdu(image("MANY", 16, [40, 40]), new Uint8Array(3200));
    const file = await open(new Uint8Array(Buffer.concat([...parts, many])));
    const texts = ["FEW/data", "MANY/data"].map((path) => yamlText(file.get(path) ?? null));
    expect(await Promise.all(texts)).toEqual([
      "!core/ndarray-1.1.0 {data: [3, 4], datatype: uint8, shape: [2]}",
      "!core/ndarray-1.1.0 {source: fits:2, datatype: int16, byteorder: big, shape: [40, 40]}",
    ]);
  });
});

test("what is shown of a whole file reads as the same tree", async () => {
  await init();
  const file = await open(await fixture("roman/roman_l2_192.asdf"));
  const { meta } = Object(file.get("roman"));
  const text = await yamlText(meta);
  const again = await open(treeFile(`it:\n${text.replace(/^(?=.)/gm, "  ")}`));
  expect(toJSON(again.get("it") ?? null)).toEqual(toJSON(meta));
});
