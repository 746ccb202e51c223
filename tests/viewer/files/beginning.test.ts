/** The first rows of a large tree, reported before it is parsed. */
import type { Progress } from "@asdf-wasm/www/viewer/protocol/facts.ts";
import { reportFirstRows } from "@asdf-wasm/www/viewer/worker/tree/beginning.ts";
import { expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

/** Text of more than a megabyte. */
const MANY = Array.from({ length: 60_000 }, (_, i) => `key_${i}: {value: ${i}}`).join("\n");

/** What is reported of a file, and the sizes of the slices that were read of it. */
async function reported(content: string | Uint8Array<ArrayBuffer>) {
  const read: number[] = [];
  class Counted extends Blob {
    override slice(start = 0, end = 0) {
      read.push(end - start);
      return super.slice(start, end);
    }
  }
  const rows: Progress["rows"][] = [];
  await reportFirstRows(new Counted([content]), (progress) => rows.push(progress.rows)).catch(() => {});
  return { rows, read };
}

test("of a large tree, whose beginning is read", async () => {
  const { rows, read } = await reported(treeFile(`object: M 31\nlist: [1, 2]\n${MANY}`));
  expect(rows.length).toBe(1);
  expect(rows[0]?.length).toBe(200);
  expect(rows[0]?.slice(0, 3)).toMatchObject([
    { key: "object", text: "M 31" },
    { key: "list", kind: "sequence", children: 2 },
    { key: "key_0", kind: "map", children: 1 },
  ]);
  expect(read).toEqual([4096, 65_536]);
});

test("nothing of a tree that is not large, whatever follows it", async () => {
  const small = treeFile("object: M 31");
  expect(await reported(small)).toEqual({ rows: [], read: [] });
  const zeros = await reported(small + "\0".repeat(2 ** 21));
  expect(zeros).toEqual({ rows: [], read: [4096] });
  const letters = await reported(small + "a".repeat(2 ** 21));
  expect(letters.rows).toEqual([]);
});

test("nothing of a root that is no map of a line for each key", async () => {
  const list = Array.from({ length: 200_000 }, (_, i) => `- ${i}`).join("\n");
  expect((await reported(treeFile(list))).rows).toEqual([]);
  expect((await reported(treeFile(`only: [${"1, ".repeat(400_000)}1]`))).rows).toEqual([]);
  expect((await reported(treeFile(`a: [\nb: 1,\n${MANY}`))).rows).toEqual([]);
  expect((await reported("x: 1\n".repeat(300_000))).rows).toEqual([]);
});
