/** The public workflow runs every stage of the tests, each in one job that begins with why it exists. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";
import { stages } from "../../scripts/test/stages.mjs";

const workflow = readFileSync(join(root, ".github/workflows/ci.yml"), "utf8");

test("every stage runs in one job", () => {
  const runs = Array.from(workflow.matchAll(/npm test --silent -- (.+)$/gm), ([, names = ""]) =>
    names.split(" "),
  );
  const quick = stages.filter(({ slow }) => !slow).map(({ name }) => name);
  expect(runs.flat().sort()).toEqual([...quick, "--slow"].sort());
});

test("every job begins with a comment", () => {
  const [, jobs = ""] = workflow.split("\njobs:\n");
  const heads = jobs.match(/^.*\n {2}[a-z]+:$/gm) ?? [];
  expect(heads.length).toBeGreaterThan(5);
  expect(heads.filter((head) => !head.startsWith("  # "))).toEqual([]);
});
