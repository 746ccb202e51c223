/**
 * Examples of schemas, fake data of Roman's and JWST's models, files, and mutations of these, compared with what asdf 6 says of them: the
 * keyword of every error, where it is in the schema, and the end of its path. `mutated.vectors.py` wrote what is recorded here.
 *
 * A tenth of the mutations is checked; with `ALL=1`, all of them. Not compared: trees that Python or the reader of YAML refuses, and those with
 * tags of sunpy, which the Python that made the record knows.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";

type Said = readonly [keyword: string, path: readonly string[], schemaPath: readonly (string | number)[]];

type Edit = readonly [first: number, count: number, lines: readonly string[]];

/** A tree, or a mutation of the one in the line `of`. */
interface Recorded {
  readonly text?: string;
  readonly of?: number;
  readonly edits?: readonly Edit[];
  readonly errors: readonly Said[];
  readonly exception?: string;
}

/** Transforms and WCS that several nodes share: which of several reports of the same failure are given differs, and not the verdict. */
const OTHERWISE_REPORTED: ReadonlySet<number> = new Set([1714, 3544, 3853]);

const records: readonly Recorded[] = gunzipSync(
  readFileSync(new URL("mutated.vectors.jsonl.gz", import.meta.url)),
)
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const isAll = process.env["ALL"] !== undefined;

function textOf({ text, of, edits = [] }: Recorded): string {
  if (text !== undefined) {
    return text;
  }
  const lines = (records[of ?? 0]?.text ?? "").split("\n");
  for (const [first, count, others] of edits.toReversed()) {
    lines.splice(first, count, ...others);
  }
  return lines.join("\n");
}

test("errors are Python's", { timeout: isAll ? 3_600_000 : 240_000 }, async () => {
  let compared = 0;
  for (const [index, record] of records.entries()) {
    const { errors, exception } = record;
    const text = textOf(record);
    const isChosen = isAll || record.text !== undefined || index % 10 === 0;
    // A tag without content is an empty text in Python, and no tree here.
    if (!isChosen || exception !== undefined || /--- \S+\s*\n\.\.\.\n$/.test(text)) {
      continue;
    }
    using file = await open(new TextEncoder().encode(text));
    const { problems, warnings } = await file.validate();
    if (warnings.some((warning) => warning.includes("sunpy.org"))) {
      continue;
    }
    compared += 1;
    expect(problems.length > 0, text).toBe(errors.length > 0);
    if (OTHERWISE_REPORTED.has(index)) {
      continue;
    }
    const ours = problems.map(({ keyword, schemaPath }) => `${keyword} ${schemaPath.join("/")}`);
    const theirs = errors.map(([keyword, , schemaPath]) => `${keyword} ${schemaPath.join("/")}`);
    // Python walks additional properties in no certain order.
    expect(ours.sort(), `line ${index}: ${text}`).toEqual(theirs.sort());
    for (const [, path] of errors) {
      const ends = problems.map((problem) => problem.path.split("/"));
      expect(
        ends.some((keys) => path.every((key) => keys.includes(key.replaceAll("/", "~1")))),
        text,
      ).toBe(true);
    }
  }
  expect(compared).toBeGreaterThan(isAll ? 10_000 : 1500);
});
