/**
 * Examples of schemas, fake data of Roman's models, files, and mutations of these, compared with what asdf 6 says of them: the keyword of
 * every error, where it is in the schema, and the end of its path. `mutated.vectors.py` wrote what is recorded here, and writes more.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";

type Said = readonly [keyword: string, path: readonly string[], schemaPath: readonly (string | number)[]];

interface Tree {
  readonly text: string;
  readonly errors: readonly Said[];
}

const trees: readonly Tree[] = gunzipSync(readFileSync(new URL("mutated.vectors.jsonl.gz", import.meta.url)))
  .toString()
  .trim()
  .split("\n")
  // A tag without content is an empty text in Python, and no tree here.
  .map((line) => JSON.parse(line))
  .filter(({ text }: Tree) => !/--- \S+\s*\n\.\.\.\n$/.test(text));

test("errors are Python's", { timeout: 120_000 }, async () => {
  expect(trees.length).toBeGreaterThan(1000);
  for (const { text, errors } of trees) {
    using file = await open(new TextEncoder().encode(text));
    const { problems } = await file.validate();
    const ours = problems.map(({ keyword, schemaPath }) => `${keyword} ${schemaPath.join("/")}`);
    const theirs = errors.map(([keyword, , schemaPath]) => `${keyword} ${schemaPath.join("/")}`);
    // Python walks additional properties in no certain order.
    expect(ours.sort(), text).toEqual(theirs.sort());
    for (const [, path] of errors) {
      const ends = problems.map((problem) => problem.path.split("/"));
      expect(
        ends.some((keys) => path.every((key) => keys.includes(key.replaceAll("/", "~1")))),
        text,
      ).toBe(true);
    }
  }
});
