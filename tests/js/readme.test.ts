/** What the README claims: that a test backs each line of its table of formats, and that its times were measured. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const readme = read("README.md");

function rows(section: string): string[] {
  const [, text = ""] = readme.split(`## ${section}\n`);
  const [content = ""] = text.split("\n## ");
  return content.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("|---"));
}

test("each line of what it reads names a test that is there", () => {
  const [, ...claims] = rows("What it reads");
  expect(claims.length).toBeGreaterThan(10);
  for (const claim of claims) {
    const [path = "", name] = [...claim.slice(claim.lastIndexOf("| `")).matchAll(/`([^`]+)`/g)].map(
      ([, text]) => text,
    );
    expect(read(path), claim).toContain(name === undefined ? "test(" : `fn ${name}(`);
  }
});

test("each line of how fast it is stands in the results", () => {
  const lines = rows("How fast");
  expect(lines.length).toBeGreaterThan(5);
  const results = read("benches/RESULTS.md");
  for (const line of lines) {
    expect(results).toContain(line);
  }
});
