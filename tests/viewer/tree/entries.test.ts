/** The viewer's tree makes an entry only when it is asked for. */

import { EntryTree } from "@asdf-wasm/www/viewer/worker/tree/entryTree.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { init, open, type TreeValue } from "asdf-wasm";
import { beforeAll, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

const MANY = 20_000;

/** A map that counts how often a value is taken from it. */
class CountedMap extends Map<TreeValue, TreeValue> {
  taken = 0;

  override get(key: TreeValue): TreeValue | undefined {
    this.taken += 1;
    return super.get(key);
  }
}

beforeAll(async () => {
  await init();
});

test("children have numbers before any entry is made of them", () => {
  const map = new CountedMap(Array.from({ length: MANY }, (_, index) => [`key_${index}`, index]));
  const tree = new EntryTree(map);
  const ids = tree.idsBelow(tree.root);
  expect(ids).toHaveLength(MANY);
  expect(map.taken).toBe(0);

  expect(tree.follow("key_7")).toMatchObject({ id: ids[7], key: "key_7", label: "key_7", value: 7 });
  expect(tree.entry(ids[9] ?? 0)).toBe(tree.below(tree.root)[9]);
  expect(map.taken).toBe(MANY);
  expect([...tree.walk()]).toHaveLength(MANY + 1);
  expect(map.taken).toBe(MANY);
});

test("what is first shown of a large tree takes a thousand nodes of it", async () => {
  const yaml = Array.from({ length: MANY }, (_, index) => `key_${index}: {value: ${index}}`);
  yaml[12_000] = "longer: {a: 1, b: 2}";
  using file = await open(Buffer.from(treeFile(yaml.join("\n"))));
  expect(file.mainNode()?.path).toBe("key_0");
  const nodes = new Nodes(file);
  const [first = 0] = nodes.first();
  const { ids, nodes: described } = nodes.rootList([first, first + 15_000]);
  expect(ids).toHaveLength(MANY);
  expect(described).toHaveLength(1001);
  expect(described.at(-1)?.key).toBe("key_15000");
});

test("entries that were not made before an edit are those of the edited tree", () => {
  const list: TreeValue[] = ["a", "b", "c", "d"];
  const tree = new EntryTree(list);
  const ids = tree.idsBelow(tree.root);
  const made = tree.entry(ids[3] ?? 0);
  list.splice(1, 1);
  const { replaced } = tree.renew(list, (key) => (Number(key) < 1 ? key : Number(key) + 1));
  expect(replaced).toEqual([]);
  expect(tree.below(tree.root)).toMatchObject([
    { id: ids[0], label: "0", value: "a" },
    { id: ids[2], label: "1", value: "c" },
    { id: ids[3], label: "2", value: "d" },
  ]);
  expect(tree.entry(ids[3] ?? 0)).toBe(made);
});
