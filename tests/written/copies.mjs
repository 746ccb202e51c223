/** Writes everything.asdf of a folder again, by an edit and anew: see everything.py. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSync, write } from "asdf-wasm";
import { main } from "../../scripts/command/process.mjs";

await main(async () => {
  const [folder = "."] = process.argv.slice(2);
  const file = openSync(readFileSync(join(folder, "everything.asdf")));
  const copies = {
    edited: await file.edit(() => {}, { as: "bytes" }),
    compressed: await file.edit(() => {}, { as: "bytes", compression: "zlib" }),
    inline: await file.edit(() => {}, { as: "bytes", inlineThreshold: 100 }),
    written: await write(file.tree, { as: "bytes" }),
  };
  for (const [name, bytes] of Object.entries(copies)) {
    writeFileSync(join(folder, `copy-${name}.asdf`), bytes);
  }
});
