/**
 * What the documents claim: that a test proves each row of the table of formats, that times were measured, and
 * that commands and files exist.
 */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const rows = (text: string): string[] =>
  text.split("\n").filter((line) => line.startsWith("|") && !/^\|[ -:|]*$/.test(line));

test("each row of what it reads names a test that exists", () => {
  const [, ...claims] = rows(read("docs/formats.md"));
  expect(claims.length).toBeGreaterThan(10);
  for (const claim of claims) {
    const [path = "", name = ""] = [...claim.slice(claim.lastIndexOf("| `")).matchAll(/`([^`]+)`/g)].map(
      ([, text]) => text,
    );
    expect(name, claim).not.toBe("");
    expect(read(path), claim).toContain(path.endsWith(".rs") ? `fn ${name}(` : `test("${name}", `);
  }
});

test("each row of the bundlers names a test that exists", () => {
  const [table = ""] = read("docs/bundlers.md").split("\n## ");
  const [, , ...claims] = table.match(/^\|.*\|$/gm) ?? [];
  expect(claims.length).toBeGreaterThan(15);
  for (const claim of claims) {
    const [, path = "", name = ""] = /`([^`]+)` `([^`]+)` \|$/.exec(claim) ?? [];
    expect(name, claim).not.toBe("");
    expect(read(path), claim).toContain(name);
  }
});

test("each row of what other viewers have names a test that exists", () => {
  const [, text = ""] = read("docs/looking.md").split("## What other viewers have\n");
  const [, , ...claims] = text.match(/^\|.*\|$/gm) ?? [];
  expect(claims).toHaveLength(27);
  for (const claim of claims) {
    const [, path = "", name = ""] = /`([^`]+)` `([^`]+)` \|$/.exec(claim) ?? [];
    expect(name, claim).not.toBe("");
    expect(read(path), claim).toContain(`"${name}"`);
  }
});

test("each row of how fast it is was measured without tuning", () => {
  const [speeds = ""] = read("docs/speed.md").split("\n## Requests");
  const lines = rows(speeds);
  expect(lines.length).toBeGreaterThan(5);
  const [, reads = ""] = read("benches/RESULTS.md").split("## Whole reads\n");
  const [untuned = ""] = reads.split("\n### ");
  for (const line of lines) {
    expect(untuned).toContain(line);
  }
});

test("each `npm run` that a document names is a script", () => {
  const scripts: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;
  for (const path of [
    "README.md",
    "docs/speed.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "docs/servers.md",
  ]) {
    for (const [, name = ""] of read(path).matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts), path).toContain(name);
    }
  }
});

test("each link to a file of this repository leads to one", () => {
  const documents = [
    "README",
    "ARCHITECTURE",
    "CONTRIBUTING",
    "DESIGN",
    "SECURITY",
    "CHANGELOG",
    "www/README",
    "hosts/cli/README",
    "hosts/jupyterlab/README",
  ];
  const pages = [
    "arrays",
    "asdf-jl",
    "bundlers",
    "command-line",
    "formats",
    "hosts",
    "installing",
    "looking",
    "migration",
    "references",
    "servers",
    "sizes",
    "speed",
    "viewer",
    "workers",
    "writing",
    "zarr",
  ];
  for (const path of [...documents.map((name) => `${name}.md`), ...pages.map((name) => `docs/${name}.md`)]) {
    for (const [, target = ""] of read(path).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      expect(
        existsSync(new URL(target, new URL(`../../${path}`, import.meta.url))),
        `${path}: ${target}`,
      ).toBe(true);
    }
  }
});

test("each path that CONTRIBUTING.md and DESIGN.md name exists", () => {
  for (const path of ["CONTRIBUTING.md", "DESIGN.md"]) {
    for (const [, target = ""] of read(path).matchAll(
      /\b((?:tests|scripts|benches|src|docs|www|package|science|hosts)\/[\w./-]*\w)/g,
    )) {
      expect(existsSync(new URL(`../../${target}`, import.meta.url)), `${path}: ${target}`).toBe(true);
    }
  }
});
