/** The public API as a snapshot: what each entry exports, and its declarations without comments. A change is a decision. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const pkg = new URL("../../pkg/", import.meta.url);
const entries = ["index", "node", "slim", "image"];

test.each(entries)("%s.js exports", async (entry) => {
  const exported: Record<string, unknown> = await import(new URL(`${entry}.js`, pkg).href);
  expect(Object.keys(exported).sort()).toMatchSnapshot();
});

test("declarations", () => {
  const files = new Set<string>();
  const pending = entries.filter((entry) => entry !== "node").map((entry) => `${entry}.d.ts`);
  for (const name of pending) {
    if (!files.has(name) && !name.startsWith("asdf_wasm")) {
      files.add(name);
      const text = readFileSync(new URL(name, pkg), "utf8");
      const imported = Array.from(text.matchAll(/from "(\.+\/.+)\.[jt]s"/g), ([, path]) => `${path}.d.ts`);
      pending.push(...imported.map((path) => join(dirname(name), path)));
    }
  }
  const condensed = [...files]
    .sort()
    .map((name) => `// ${name}\n${declarations(fileURLToPath(new URL(name, pkg)))}`);
  expect(condensed.join("\n")).toMatchSnapshot();
});

/** A declaration file without comments and blank lines. */
function declarations(path: string): string {
  const text = readFileSync(path, "utf8").replace(/\/\*\*?[\s\S]*?\*\//g, "");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
}
