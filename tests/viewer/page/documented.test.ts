/** docs/viewer.md lists what pages can set and use of the viewer: no more and no less than there is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const viewer = join(root, "www", "src", "viewer");
const page = readFileSync(join(root, "docs", "viewer.md"), "utf8");

/** What a pattern finds in the sources of the viewer, each once, sorted. */
function inSources(pattern: RegExp, extension: string): string[] {
  const files = readdirSync(viewer, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(join(viewer, file), "utf8"));
  return unique(texts, pattern);
}

function unique(texts: readonly string[], pattern: RegExp): string[] {
  const found = texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
  return [...new Set(found)].sort();
}

/** The names in the first column of the table with this heading. */
function listed(heading: string): string[] {
  const [, table = ""] = page.split(`\n| ${heading} |`);
  const [rows = ""] = table.split("\n\n");
  const first = rows
    .split("\n")
    .slice(2)
    .map((row) => row.split("|")[1] ?? "");
  return unique(first, /`([^`(]+)[^`]*`/g);
}

test("properties of CSS", () => {
  const series = ["2", "3", "4", "5"].map((number) => `--asdf-series-${number}`);
  expect([...listed("property"), ...series].sort()).toEqual(
    inSources(/(--asdf-[\w-]+)/g, ".css").filter((name) => name !== "--asdf-"),
  );
});

test("parts", () => {
  expect(listed("`::part()`")).toEqual(inSources(/\bpart="([\w-]+)"/g, ".tsx"));
});

test("attributes and events", () => {
  const element = readFileSync(join(viewer, "element.ts"), "utf8");
  const [, attributes = ""] = /interface AsdfViewerAttributes \{(.*?)\n\}/s.exec(element) ?? [];
  expect(listed("attribute")).toEqual(unique([attributes], /^ {2}(\w+)\?:/gm));
  expect(listed("event")).toEqual(unique([element], /^ {2}"(asdf-\w+)": CustomEvent/gm));
});

test("methods", () => {
  const element = readFileSync(join(viewer, "element.ts"), "utf8");
  const methods = unique([element], /^ {2}(\w+)\(.*\): (?:Promise<.*>|void) \{/gm);
  expect(listed("method")).toEqual(methods.filter((name) => !/Callback$/.test(name)));
});
