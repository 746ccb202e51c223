/** What a page that Vite builds loads at its start, as docs/bundlers.md says it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";

const DOCUMENT = readFileSync(join(root, "docs/bundlers.md"), "utf8");
/** How far a size may be from the one that is said, as a part of it. */
const NEAR = 0.12;

/** The JavaScript of a page's entry with all that it imports at its start, minified and gzipped, in kB. */
async function startOf(name: string): Promise<number> {
  const input = join(root, "tests/pkg/consumers/downloads", `${name}.js`);
  const built = await build({
    ...{ root, configFile: false, logLevel: "error" },
    build: { target: "es2023", write: false, rolldownOptions: { input } },
  });
  const { output } = [built].flat().flatMap((one) => ("output" in one ? [one] : []))[0] ?? { output: [] };
  const chunks = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // The loop also visits entries that are added during it.
  for (const fileName of loaded) {
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) {
      loaded.add(imported);
    }
  }
  const codes = chunks.filter(({ fileName }) => loaded.has(fileName)).map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(0);
  return codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000;
}

test.each([
  ["read", "opens files and reads arrays"],
  ["picture", "and draws them"],
  ["write", "only writes"],
  ["viewer", "shows the viewer"],
])("the page `%s`, which %s", async (name, row) => {
  const [, said] = new RegExp(`^\\| ${row}[^|]*\\| (\\d+) kB `, "m").exec(DOCUMENT) ?? [];
  const found = await startOf(name);
  expect(Math.abs(found - Number(said)), `${row}: ${found} kB, and the document says ${said}`).toBeLessThan(
    NEAR * found,
  );
});
