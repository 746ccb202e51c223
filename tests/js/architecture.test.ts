/** What ARCHITECTURE.md says of files: they exist, and a journey passes each of its files once, and no more of them than it does now. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

function section(title: string): string {
  const [, after = ""] = text.split(`\n## ${title}\n`);
  const [content = ""] = after.split("\n## ");
  return content;
}

/** The paths in a text: words in backticks with a slash and an ending, or below a folder of sources. */
const pathsIn = (content: string): string[] =>
  [...content.matchAll(/`((?:src|package|science|www|tests|scripts|benches|fuzz)\/[^`*]+)`/g)].map(
    ([, path = ""]) => path,
  );

const [, ...journeys] = section("Three journeys").split("\n### ");

/** The most files that each may pass. */
const MOST: Readonly<Record<string, number>> = {
  "A dropped file → pixels": 39,
  "An HDU of a FITS file → an array": 20,
  "`file.edit()` → Blob": 15,
};

test("there are three journeys", () => {
  const titles = journeys.map((journey) => journey.split("\n", 1)[0]);
  expect(titles).toEqual(Object.keys(MOST));
});

describe.each(journeys.map((journey) => [journey.split("\n", 1)[0] ?? "", journey] as const))(
  "%s",
  (title, journey) => {
    const paths = pathsIn(journey);

    test("passes files that exist", () => {
      expect(paths.length).toBeGreaterThan(10);
      expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    });

    test("passes each file once", () => {
      expect(paths).toEqual([...new Set(paths)]);
    });

    test("passes few files", () => {
      const files = paths.filter((path) => /\.(rs|tsx?)$/.test(path));
      expect(files.length).toBeLessThanOrEqual(MOST[title] ?? 0);
    });
  },
);

test("the glossary names places that exist, and each term once", () => {
  const rows = section("Glossary")
    .split("\n")
    .filter((line) => /^\| (?!term|---)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const terms = rows.flatMap((row) => row.split(" | ", 1)[0]?.slice(2).split(", ") ?? []);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  expect(pathsIn(rows.join("\n")).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
