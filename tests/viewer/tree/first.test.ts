/** What of a file is shown first: what a person opened it for. */

import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { init, open } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";

/** The path of the node that a file is shown at. */
async function firstOf(file: Buffer): Promise<string> {
  await init();
  const nodes = new Nodes(await open(file));
  const shown = nodes.first().at(-1);
  return shown === undefined ? "" : nodes.path(shown);
}

function array(shape: readonly number[], datatype = "float32"): string {
  return `!core/ndarray-1.1.0 {source: 0, datatype: ${datatype}, byteorder: little, shape: [${shape.join(", ")}]}`;
}

/** The array's block is not read. */
function file(...lines: string[]): Buffer {
  return blockFile(lines.join("\n"), new Uint8Array(8));
}

const LIBRARY = "asdf_library: !core/software-1.0.0 {name: asdf, version: 5.0.0}";
const AFFINE = "{matrix: !core/ndarray-1.1.0 {data: [[1.0, 0.0], [0.0, 1.0]]}}";

const CASES: readonly [what: string, path: string, file: Buffer][] = [
  ["a spectrum, not the library that wrote it", "flux", file(LIBRARY, `flux: ${array([2048])}`)],
  [
    "a spectrum, not a matrix",
    "lamp/counts",
    file(LIBRARY, `lamp: {matrix: ${array([6, 6])}, counts: ${array([2048])}}`),
  ],
  [
    "a table, not one of its columns",
    "sources",
    file(
      LIBRARY,
      "sources: !<tag:astropy.org:astropy/table/table-1.0.0>",
      `  columns: [!core/column-1.1.0 {name: a, data: ${array([9])}}]`,
    ),
  ],
  [
    "a spectrum, not a table without columns",
    "flux",
    file("headers: !<tag:astropy.org:astropy/table/table-1.0.0> {columns: []}", `flux: ${array([2048])}`),
  ],
  [
    "a column of a table",
    "magnitude",
    file(`magnitude: !core/column-1.0.0 {name: m, data: ${array([9])}}`, `samples: ${array([9])}`),
  ],
  ["records", "catalogue", file(LIBRARY, `catalogue: ${array([9], "[{name: a, datatype: int16}]")}`)],
  [
    "an image, not the coefficients of its WCS",
    "sky",
    file(
      `meta: {wcs: {steps: [{transform: !transform/affine-1.4.0 ${AFFINE}}]}}`,
      `sky: ${array([512, 512])}`,
    ),
  ],
  [
    "of a file that has only a WCS that one, not its coefficients",
    "meta/wcs",
    file(LIBRARY, `meta: {wcs: {steps: [{transform: !transform/affine-1.4.0 ${AFFINE}}]}}`),
  ],
  [
    "a cube, not a smaller image beside it",
    "cube",
    file(`map: ${array([50, 50])}`, `cube: ${array([90, 50, 50])}`),
  ],
  ["data, not what belongs to them", "data", file(`err: ${array([64, 64])}`, `data: ${array([64, 64])}`)],
  [
    "the image, not its larger mask",
    "stack/image",
    file(`stack: {dq: ${array([2, 64, 64], "uint32")}, image: ${array([64, 64])}}`),
  ],
  [
    "an image, not a longer list of positions",
    "sky",
    file(`positions: ${array([90_000, 3])}`, `sky: ${array([64, 64])}`),
  ],
  [
    "a small image, not one of gigabytes",
    "small",
    file(`vast: ${array([99_000, 99_000])}`, `small: ${array([64, 64])}`),
  ],
  [
    "an image of gigabytes, not a matrix",
    "vast",
    file(`vast: ${array([99_000, 99_000])}`, `matrix: ${array([6, 6])}`),
  ],
  [
    "a map of columns, not one of them",
    "halos",
    file(LIBRARY, `halos: {id: ${array([900])}, mass: ${array([900])}}`),
  ],
  [
    "a spectrum, not the table that it makes with its wavelengths",
    "spectrum/flux",
    file(`spectrum: {wave: ${array([900])}, flux: ${array([900])}}`),
  ],
  [
    "what is measured, not what it is plotted against",
    "b",
    file(`time: ${array([900])}`, `b: ${array([900])}`),
  ],
  [
    "nothing in a list of many thousands",
    "note",
    file(`many: [${`${array([9])}, `.repeat(10_001)}]`, "note: {one: 1}"),
  ],
  ["the first of several images", "one", file(`one: ${array([32, 32])}`, `two: ${array([32, 32])}`)],
  ["an image, however small", "tiny", file(LIBRARY, "name: M 31", `tiny: ${array([2, 2])}`)],
  [
    "of a file without arrays its largest map",
    "target",
    file(
      LIBRARY,
      "history: {entries: [], extensions: [1, 2, 3, 4]}",
      "ok: true",
      "target: {name: M 31, ra: 10.7}",
    ),
  ],
  [
    "of a file of asdf-cxx its largest map",
    "dish",
    file("asdf/library: {name: asdf-cxx, a: 1, b: 2}", "dish: {x: 1}"),
  ],
  ["of a file without anything else its library", "asdf_library", file(LIBRARY)],
  ["nothing of an empty file", "", treeFile("{}")],
];

describe("of a file is shown first", () => {
  for (const [what, path, bytes] of CASES) {
    test(what, async () => {
      expect(await firstOf(bytes)).toBe(path);
    });
  }

  test("Roman's data", async () => {
    expect(await firstOf(await fixture("roman/roman_l2_192.asdf"))).toBe("roman/data");
  });

  test("of DKIST, the array whose elements are in other files, here or not; not an empty table of headers", async () => {
    const dkist = await fixture("field/asdf/dkist-visp-inverse/visp_no_headers.asdf");
    expect(await firstOf(dkist)).toBe("dataset/data");
  });
});
