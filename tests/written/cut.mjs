/**
 * Cuts parts out of the images in a folder, for Python's gwcs to judge:
 *
 *     npm run build
 *     pip install asdf==6.0.0 asdf-astropy==0.11.0 gwcs==1.0.3 lz4==4.4.5
 *     python tests/written/sky.py make FOLDER && node tests/written/cut.mjs FOLDER && python tests/written/sky.py check FOLDER
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NdArray, open, slice } from "asdf-wasm";
import { main, Problem } from "../../scripts/command/process.mjs";

/** What is taken of an axis: a part, every third, and backwards. */
const TAKEN = [
  (/** @type {number} */ length) => [Math.floor(length / 6), Math.floor(length / 2), 1],
  () => [1, null, 3],
  (/** @type {number} */ length) => [length - 2, Math.floor(length / 4), -2],
];

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    throw new Problem("Say which folder the images are in: node tests/written/cut.mjs FOLDER");
  }
  const cut = [];
  for (const name of readdirSync(folder).filter((name) => /^[^.]+\.asdf$/.test(name))) {
    const file = await open(join(folder, name));
    const path = ["data", "roman/data"].find((path) => file.get(path) instanceof NdArray) ?? "";
    const array = new Map(file.arrays()).get(path);
    for (const [number, take] of TAKEN.entries()) {
      // Each axis another way.
      const taken = (array?.shape ?? []).map((length, axis) =>
        (axis === 0 ? take : (TAKEN[(number + axis) % TAKEN.length] ?? take))(length),
      );
      const selection = taken.map(([start = 0, stop, step]) => slice(start, stop ?? null, step ?? 1));
      const to = name.replace(".asdf", `.${number}.asdf`);
      writeFileSync(join(folder, to), await file.cutout({ [path]: selection }, { as: "bytes", alike: true }));
      cut.push({ file: to, original: name, path, taken });
    }
    file.close();
  }
  writeFileSync(join(folder, "cut.json"), JSON.stringify(cut));
  console.log(`${cut.length} cutouts`);
});
