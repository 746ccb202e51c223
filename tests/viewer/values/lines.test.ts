/** Lines of arrays as the worker reads them: whole or a part, thinned, over their coordinates. */

import { Lines } from "@asdf-wasm/www/viewer/worker/line/lines.ts";
import { thinned } from "@asdf-wasm/www/viewer/worker/line/thinning.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { init, open } from "asdf-wasm";
import { expect, test } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";

test("a line of several runs is one line", async () => {
  await init();
  const length = 2 * 2 ** 22 + 5;
  const values = Uint8Array.from({ length }, (_, i) => i % 7);
  const peaks = [2 ** 22 - 1, 2 ** 22, length - 1];
  for (const [i, at] of peaks.entries()) {
    values[at] = 100 + i;
  }
  const yaml = `line: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${length}]}`;
  const nodes = new Nodes(await open(blockFile(yaml, values)));
  const [node = 0] = nodes.roots().map(({ id }) => id);
  const lines = new Lines(nodes);
  const asked = { node, axis: 0, at: [0], part: "real", bins: 500 } as const;
  const { signal } = new AbortController();
  const [whole] = await lines.read([asked], signal);
  expect(whole).toMatchObject({ thinned: true, extent: { min: 0, max: length - 1 } });
  expect([...(whole?.y ?? [])].filter((value) => value >= 100)).toEqual([100, 101, 102]);

  const window = { min: 2 ** 22 - 2.5, max: 2 ** 22 + 1.5 };
  const [part] = await lines.read([{ ...asked, window }], signal);
  const seen = [-3, -2, -1, 0, 1, 2].map((step) => 2 ** 22 + step);
  expect(part).toMatchObject({ thinned: false });
  expect([...(part?.x ?? [])]).toEqual(seen);
  expect([...(part?.y ?? [])]).toEqual(seen.map((at) => values[at]));
});

test("a part between two coordinates has both, whichever way they run", async () => {
  await init();
  const array = (values: string) => `!core/ndarray-1.1.0 {data: [${values}]}`;
  for (const along of ["10, 20, 30, 40", "40, 30, 20, 10"]) {
    const yaml = `flux: ${array("1, 4, 9, 16")}\nwavelength: ${array(along)}`;
    const nodes = new Nodes(await open(treeFile(yaml)));
    const node = nodes.trailAlong("flux")?.at(-1) ?? 0;
    const asked = { node, axis: 0, at: [0], part: "real", bins: 9, window: { min: 21, max: 29 } } as const;
    const [line] = await new Lines(nodes).read([asked], new AbortController().signal);
    expect([...(line?.x ?? [])]).toEqual([20, 30]);
  }
});

test("the axes of a chart have names and units: of a sibling's coordinates, or else indices", async () => {
  await init();
  const quantity = (unit: string, values: string) =>
    `!unit/quantity-1.2.0 {unit: !unit/unit-1.0.0 ${unit}, value: !core/ndarray-1.1.0 {data: [${values}]}}`;
  const yaml = [
    `flux: ${quantity("Jy", "1.0, 2.0")}`,
    `wavelength: ${quantity("um", "5.0, 6.0")}`,
    "plain: {image: !core/ndarray-1.1.0 {data: [[1.0, 2.0], [3.0, 4.0]]}, list: !core/ndarray-1.1.0 {data: [1, 2, 3]}}",
  ].join("\n");
  const nodes = new Nodes(await open(treeFile(yaml)));
  const lines = new Lines(nodes);
  const lineOf = async (path: string, axis = 0) => {
    const node = nodes.trailAlong(path)?.at(-1) ?? 0;
    const at = nodes.array(node).shape.map(() => 0);
    const [line] = await lines.read(
      [{ node, axis, at, part: "real", bins: 9 }],
      new AbortController().signal,
    );
    return line;
  };
  expect(await lineOf("flux/value")).toMatchObject({
    ...{ quantity: "flux", unit: "Jy" },
    ...{ axisName: "wavelength", alongUnit: "um" },
  });
  expect(await lineOf("plain/image", 1)).toMatchObject({ quantity: "image", axisName: "index on axis 1" });
  expect(await lineOf("plain/list")).toMatchObject({ quantity: "list", axisName: "index" });
});

test("thinning keeps the least and the greatest of each stretch in their order", () => {
  const values = [3, 1, 2, Number.NaN, 9, 8, 7, Number.NaN, Number.NaN, Number.NaN, 5, 5];
  expect([...thinned(values, 0, 12, 4)]).toEqual([0, 1, 4, 5, 6, 10]);
  expect([...thinned(values, 2, 8, 3)]).toEqual([2, 3, 4, 5, 6, 7]);
});
