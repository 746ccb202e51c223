/** docs/browsers.md lists every journey and what becomes of it in each engine. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JOURNEYS } from "./journeys/index.ts";
import { ENGINES } from "./support/engine.ts";

test("the table of journeys in docs/browsers.md is complete", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/browsers.md"), "utf8");
  const rows = JOURNEYS.map(({ name, lacks }) => {
    const cells = ENGINES.map((engine) => (lacks?.[engine] === undefined ? "✓" : `– ${lacks[engine]}`));
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  const [, table = ""] = text.split("|---|---|---|---|\n");
  expect(table.split("\n\n")[0]?.split("\n")).toEqual(rows);
});
