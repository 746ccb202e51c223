/**
 * Writes tables of the fixtures as Parquet, for pyarrow and astropy to judge:
 *
 *     npm run build
 *     pip install astropy==8.0.2 pyarrow==26.0.1 pandas==3.1.1
 *     node tests/written/parquet.mjs FOLDER && python tests/written/parquet.py FOLDER
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTable, writeTable } from "asdf-wasm/catalogues";
import { main, Problem, root } from "../../scripts/command/process.mjs";

const SOURCES = ["tests/data/catalogues/parquet", "tests/js/catalogues/text/data"];

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    throw new Problem("Say where the files go: node tests/written/parquet.mjs FOLDER");
  }
  mkdirSync(folder, { recursive: true });
  for (const source of SOURCES) {
    for (const name of readdirSync(join(root, source)).filter((name) => /\.(parquet|ecsv)$/.test(name))) {
      const table = await openTable(join(root, source, name));
      const file = await writeTable(table, "parquet");
      writeFileSync(
        join(folder, `${name.replace(/\.parquet$/, "")}.parquet`),
        new Uint8Array(await (await file.blob()).arrayBuffer()),
      );
      table.close();
    }
  }
});
