/** What README claims: that a test proves each row of its table of formats, and that its times were measured. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const readme = read("README.md");

function rows(section: string): string[] {
  const [, text = ""] = readme.split(`## ${section}\n`);
  const [content = ""] = text.split("\n## ");
  return content.split("\n").filter((line) => line.startsWith("|") && !/^\|[ -:|]*$/.test(line));
}

test("each row of what it reads names a test that exists", () => {
  const [, ...claims] = rows("What it reads");
  expect(claims.length).toBeGreaterThan(10);
  for (const claim of claims) {
    const [path = "", name = ""] = [...claim.slice(claim.lastIndexOf("| `")).matchAll(/`([^`]+)`/g)].map(
      ([, text]) => text,
    );
    expect(name, claim).not.toBe("");
    expect(read(path), claim).toContain(path.endsWith(".rs") ? `fn ${name}(` : `test("${name}", `);
  }
});

test("each row of how fast it is was measured without tuning", () => {
  const lines = rows("How fast");
  expect(lines.length).toBeGreaterThan(5);
  const [, reads = ""] = read("benches/RESULTS.md").split("## Whole reads\n");
  const [untuned = ""] = reads.split("\n### ");
  for (const line of lines) {
    expect(untuned).toContain(line);
  }
});
