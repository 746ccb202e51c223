/** The table of keys in docs/viewer.md is the one that the viewer obeys; no key has two meanings in one place. */
import { readFileSync } from "node:fs";
import { keyGroups } from "@asdf-wasm/www/viewer/shell/keys/keyGroups.ts";
import { SHELL_COMMANDS } from "@asdf-wasm/www/viewer/shell/keys/shellKeys.ts";
import { expect, test } from "vitest";

const groups = keyGroups(SHELL_COMMANDS);

test("docs/viewer.md lists the keys of all commands", () => {
  const rows = groups.flatMap(({ where, commands }) =>
    commands.map(
      ({ label, keys, written = keys.join(" ") }, i) => `| ${i === 0 ? where : ""} | ${written} | ${label} |`,
    ),
  );
  const text = readFileSync("docs/viewer.md", "utf8");
  const [, table = ""] =
    /\| where \| keys \| what they do \|\n\|---\|---\|---\|\n((?:\|.*\n)*)/.exec(text) ?? [];
  expect(table.trimEnd().split("\n")).toEqual(rows);
});

test.each(groups)("no key has two commands: $where", ({ commands }) => {
  // Enter over an image picks a pixel, and selects the row of the catalogue there.
  const keys = commands.flatMap(({ keys }) => keys).filter((key) => key !== "Enter");
  expect(keys).toEqual([...new Set(keys)]);
});
