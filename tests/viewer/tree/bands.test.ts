/** Bands: arrays of one key in maps beside each other, their colours, and whether they are of one part of the sky. Nothing of a browser is needed. */

import type { WcsPoints } from "@asdf-wasm/www/viewer/protocol/wcs.ts";
import type { SkyPlace } from "@asdf-wasm/www/viewer/state/sky/skyMap.ts";
import { apart } from "@asdf-wasm/www/viewer/state/skyPlace.ts";
import { firstArrays } from "@asdf-wasm/www/viewer/views/image/rgb/bands.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { alike } from "@asdf-wasm/www/viewer/worker/tree/siblings.ts";
import { init, open } from "asdf-wasm";
import { beforeAll, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

beforeAll(async () => {
  await init();
});

const image = (side = 2) =>
  `!core/ndarray-1.1.0 {datatype: float32, data: ${JSON.stringify(Array(side).fill(Array(side).fill(1)))}}`;
const quantity = `!unit/quantity-1.2.0 {value: ${image()}, unit: !unit/unit-1.0.0 Jy}`;

async function alikeAt(yaml: string, path: string) {
  const nodes = new Nodes(await open(Buffer.from(treeFile(yaml))));
  const id = nodes.trailAlong(path)?.at(-1) ?? -1;
  const found = alike(nodes, id);
  return {
    names: found.map(({ key }) => key),
    colours: firstArrays(found).map(({ key }) => key),
    isOffered: nodes.arrayNode(id).array.hasAlike,
  };
}

test.each([
  [
    "maps of bands, whose errors are no colours",
    `g: {data: ${image()}, err: ${image()}}\nr: {data: ${image()}, err: ${image()}}\ni: {data: ${image()}}`,
    "g/data",
    ["g/data", "r/data", "i/data", "err"],
    ["i/data", "r/data", "g/data"],
  ],
  [
    "quantities, deeper in the tree",
    `obs: {F158: {flux: ${quantity}}, F106: {flux: ${quantity}}, F129: {flux: ${quantity}}}`,
    "obs/F106/flux/value",
    ["F106/flux", "F158/flux", "F129/flux"],
    ["F158/flux", "F129/flux", "F106/flux"],
  ],
  [
    "a list of maps",
    `bands: [{data: ${image()}}, {data: ${image()}}, {data: ${image()}}]`,
    "bands/1/data",
    ["1/data", "0/data", "2/data"],
    ["1/data", "0/data", "2/data"],
  ],
] as const)("%s are alike", async (_, yaml, path, names, colours) => {
  expect(await alikeAt(yaml, path)).toEqual({ names, colours, isOffered: true });
});

test.each([
  ["another shape", `g: {data: ${image()}}\nr: {data: ${image(3)}}`],
  ["another key", `g: {data: ${image()}}\nr: {sci: ${image()}}`],
  ["the history", `g: {data: ${image()}}\nhistory: {data: a text}`],
  ["an alias of a map above", `g: &g {data: ${image()}, r: *g}`],
])("%s is not", async (_, yaml) => {
  expect(await alikeAt(yaml, "g/data")).toMatchObject({
    colours: expect.not.arrayContaining(["r/data"]),
    isOffered: false,
  });
});

/** An image whose pixels are a hundredth of a degree, and begin at a longitude. */
function placed(longitude: number, latitude = 0): SkyPlace {
  const toSky = async ({ points }: WcsPoints) =>
    points.map((value, i) => (i % 2 === 0 ? longitude : latitude) + value / 100);
  const worker = { wcs: { toSky } };
  const sky = { longitude: 0, latitude: 1, frames: ["icrs"], isOnStage: true };
  return {
    host: { ask: async (ask) => ask(worker as never) as never },
    at: { node: 0, path: "wcs", section: { axes: [0, 1], index: [] } },
    facts: { sky, orientation: { scale: 36 }, frames: [] } as unknown as SkyPlace["facts"],
  };
}

test("the same pixels of two images are so many pixels apart on the sky", async () => {
  const size = { width: 11, height: 11 };
  expect(await apart(placed(10), placed(10), size)).toBe(0);
  expect(await apart(placed(359.99), placed(0.02), size)).toBeCloseTo(3, 3);
  expect(await apart(placed(10), placed(10, 1), size)).toBeCloseTo(100, 3);
  expect(await apart(placed(10), placed(Number.NaN), size)).toBeUndefined();
  const nowhere: SkyPlace = { ...placed(10), facts: { ...placed(10).facts, sky: undefined } };
  expect(await apart(placed(10), nowhere, size)).toBeUndefined();
});
