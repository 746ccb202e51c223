/**
 * The public API as a snapshot: what each entry exports, and the declarations of that without comments, in the order of their
 * names, whichever file they are in. A change is a decision.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";

const pkg = new URL("../../../pkg/", import.meta.url);
const entries = ["index", "node", "slim", "static", "image", "references", "converters", "types"];
const beside = ["catalogues/index", "buckets/index"];
/** The entries of the science, by their files. */
const analysis = ["regions", "measure", "mosaic", "tables", "export"].map((entry) => `analysis/${entry}`);

test.each([...entries, ...analysis, ...beside])("%s.js exports", async (entry) => {
  const exported: Record<string, unknown> = await import(new URL(`${entry}.js`, pkg).href);
  expect(Object.keys(exported).sort()).toMatchSnapshot();
});

test("declarations", () => {
  expect(
    declarations([
      "index.d.ts",
      "slim.d.ts",
      "static.d.ts",
      "image.d.ts",
      "references.d.ts",
      "converters.d.ts",
      "types.d.ts",
    ]),
  ).toMatchSnapshot();
});

test("declarations of the science", () => {
  expect(declarations(analysis.map((entry) => `${entry}.d.ts`))).toMatchSnapshot();
});

test.each(beside)("declarations of %s", (entry) => {
  expect(declarations([`${entry}.d.ts`])).toMatchSnapshot();
});

/** What entries declare, without what they import from beyond their folder. */
function declarations(roots: readonly string[]): string {
  const folder = dirname(roots[0] ?? "");
  const statements = new Map<string, Set<string>>();
  const files = new Set(roots);
  const names = new Set([...files].flatMap((file) => [...exportedNames(file)]));
  // A set grows while it is walked: the files that a file imports from are read, too.
  for (const file of files) {
    for (const statement of statementsOf(file)) {
      const name = declaredName(statement);
      if (name !== undefined) {
        statements.set(name, (statements.get(name) ?? new Set()).add(statement));
      }
      const from = origin(file, statement);
      if (from !== undefined && (folder === "." || from.startsWith(`${folder}/`))) {
        files.add(from);
      }
    }
  }
  // What a public declaration mentions is public, too.
  for (const name of names) {
    for (const statement of statements.get(name) ?? []) {
      for (const [word] of statement.matchAll(/(?<!\.)\b\w+/g)) {
        names.add(word);
      }
    }
  }
  const found = [...statements].filter(([name]) => names.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return found.flatMap(([, texts]) => [...texts].sort()).join("\n");
}

/** The names that a declaration file exports. */
function exportedNames(file: string): Set<string> {
  const names = new Set<string>();
  for (const statement of statementsOf(file).filter((text) => text.startsWith("export "))) {
    const [, list = declaredName(statement) ?? ""] = /^export (?:type )?(\{[^}]*\}|\*)/.exec(statement) ?? [];
    const from = origin(file, statement);
    const exported = list === "*" && from ? exportedNames(from) : (list.match(/\w+/g) ?? []);
    for (const name of exported) {
      names.add(name);
    }
  }
  return names;
}

/** The name that a statement declares. */
function declaredName(statement: string): string | undefined {
  return /^(?:export |declare )*(?:class|const|function|interface|type) (\w+)/.exec(statement)?.[1];
}

/** The declaration file of the package from which a statement imports or exports. */
function origin(file: string, statement: string): string | undefined {
  const [, path] = /^(?:import|export)\b.* from "(\.+\/.+)\.[jt]s"/.exec(statement) ?? [];
  return path === undefined ? undefined : join(dirname(file), `${path}.d.ts`);
}

/** The statements at the top level of a declaration file, without comments and blank lines. */
function statementsOf(file: string): string[] {
  const text = readFileSync(new URL(file, pkg), "utf8").replace(/\/\*\*?[\s\S]*?\*\/|^\/\/.*$/gm, "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // Lines that continue a statement are indented, or close what an earlier line opened.
  return lines.join("\n").split(/\n(?=[^\s})|])/);
}
