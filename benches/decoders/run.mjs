/**
 * `npm run bench:decoders`: our decoders beside those of other crates, in WebAssembly in Node, from compressed bytes to
 * decoded ones. It prints the tables and keeps them in benches/decoders/RESULTS.md.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { buildLibrary } from "../../scripts/build/build.mjs";
import { command } from "../../scripts/command/command.mjs";
import { haveImages, requireImages } from "../python/images.mjs";
import { folder, requirePython } from "../python/python.mjs";
import { buildDecoders } from "./build.mjs";
import { report } from "./report.mjs";

/** @param {number} rounds */
async function measureAll(rounds) {
  await buildLibrary("release");
  if (!haveImages()) {
    mkdirSync(folder, { recursive: true });
    await requireImages(await requirePython());
  }
  const { crates, ...built } = await buildDecoders();
  // It imports the package, which is built by now.
  const { measureDecoders } = await import("./measure.mjs");
  const results = await measureDecoders(built, rounds);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}`;
  const text = report({ results, crates, machine });
  writeFileSync(fileURLToPath(new URL("./RESULTS.md", import.meta.url)), text);
  console.log(`\n${text}`);
}

await command(
  {
    name: "npm run bench:decoders",
    help: "Measures our decoders beside those of other crates, in WebAssembly, into benches/decoders/RESULTS.md.",
    options: {
      rounds: {
        help: "how often each decodes; slow ones less often",
        value: "N",
        fallback: "9",
        whole: true,
      },
    },
  },
  ({ values }) => measureAll(Number(values["rounds"])),
);
