/** Uses every entry of the science; the same in Node and in a page. */
import { NdArray, open, write } from "asdf-wasm";
import { exportArray, exportTable } from "asdf-wasm/export";
import { statistics } from "asdf-wasm/measure";
import { exportMosaic, imageOf, mosaic } from "asdf-wasm/mosaic";
import { readRegions } from "asdf-wasm/regions";
import { tableAt } from "asdf-wasm/tables";

export async function measured(source) {
  const file = await open(source);
  const array = file.get("roman/data");
  const { regions } = await readRegions("image\ncircle(84.4,61.7,9.3)");
  const { count } = await statistics(array, regions[0].shape);
  const fits = await open(await (await exportArray(file, "roman/data", "fits")).blob());
  const table = tableAt(await open(await write({ a: [1, 2], b: ["x", "y"] }, { as: "blob" })), "");
  const csv = await (await (await exportTable(table, "csv")).blob()).text();
  const sky = await mosaic([await imageOf(file)], { kernel: "exact", scale: 1 });
  const aligned = await open(await (await exportMosaic(sky, "asdf")).blob());
  return JSON.stringify({
    ...{ isNdArray: array instanceof NdArray, count, shape: fits.hdus[0].data.shape, csv },
    ...{ leftOut: sky.leftOut, aligned: aligned.array("data").shape.length },
  });
}
