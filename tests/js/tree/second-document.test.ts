/** A file with more than a tree before its blocks: what was not read is never lost in silence. */
import { open, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

const SECOND = ["a: 1\n---\nb: 2", "a: 1\n...\n---\nb: 2", "a: 1\n...\n\n%YAML 1.1\n---\nb: 2"];

test.each(SECOND)("a second document is told, and no edit drops it unasked: %j", async (yaml) => {
  const file = await open(build(yaml));
  expect(Object.entries(file.tree as object)).toEqual([["a", 1]]);
  expect(file.warnings.map(({ code }) => code)).toEqual(["second-document"]);
  for (const attempt of [() => file.edit(() => {}), () => write(file.tree as object)]) {
    const error = await failure(attempt);
    expect([error.code, error.path]).toEqual(["bad-tree", ""]);
    expect(error.message).toContain("--drop-unused");
  }
  const again = await open(await file.edit(() => {}, { dropUnused: true }));
  expect(again.get("a")).toBe(1);
  expect(again.warnings).toEqual([]);
});

test("a tree behind an empty one is such a document", async () => {
  const file = await open(build("---\na: 1"));
  expect(file.warnings.map(({ code }) => code)).toEqual(["second-document"]);
  expect((await failure(() => file.edit(() => {}))).code).toBe("bad-tree");
});

test("other text behind the tree is told", async () => {
  const file = await open(build("a: 1\n...\nhello"));
  expect(file.warnings.map(({ code }) => code)).toEqual(["junk-after-tree"]);
});

test.each([
  "...\n# why\n---\nb: 2",
  "... \n---\nb: 2",
  "... # why\n---\nb: 2",
  "...\n# why\n%TAG ! tag:x:\n--- {b: 2}",
])("comments and blanks hide none: %j", async (rest) => {
  for (const blocks of [[], [{ content: new Uint8Array(60) }]]) {
    const file = await open(build(`a: 1\n${rest}`, blocks));
    expect(file.warnings.map(({ code }) => code)).toContain("second-document");
    expect((await failure(() => file.edit(() => {}))).code).toBe("bad-tree");
  }
});
