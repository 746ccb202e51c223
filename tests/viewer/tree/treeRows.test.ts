/** The rows of the page's tree: lists in lists, of which only what comes into view is fetched. */
import type { TreeNode } from "@asdf-wasm/www/viewer/protocol/facts.ts";
import { type TreeHost, TreeModel } from "@asdf-wasm/www/viewer/state/tree.ts";
import { IdList, Rows } from "@asdf-wasm/www/viewer/state/treeRows.ts";
import { expect, test } from "vitest";

const nodeOf = (id: number): TreeNode => ({ id, key: `key_${id}`, kind: "map", text: "", children: 1 });
const listOf = (ids: readonly number[]) => new IdList(Int32Array.from(ids));

test("rows are the lists of unfolded nodes, each below its node", () => {
  const lists = new Map([
    [2, listOf([10, 11, 12])],
    // Edited: its ids are in no order.
    [11, listOf([21, 20, 30])],
    [3, listOf([])],
    [30, listOf([40])],
    // Its node is nowhere.
    [99, listOf([50])],
  ]);
  const rows = new Rows(listOf([1, 2, 3, 4]), lists);
  const found = Array.from({ length: rows.length }, (_, index) => rows.at(index));
  expect(found.map((row) => [row?.id, row?.level, row?.position, row?.siblings])).toEqual([
    [1, 1, 1, 4],
    [2, 1, 2, 4],
    [10, 2, 1, 3],
    [11, 2, 2, 3],
    [21, 3, 1, 3],
    [20, 3, 2, 3],
    [30, 3, 3, 3],
    [40, 4, 1, 1],
    [12, 2, 3, 3],
    [3, 1, 3, 4],
    [4, 1, 4, 4],
  ]);
  expect(found.map((row) => rows.indexOf(row?.id))).toEqual(found.map((_, index) => index));
  expect(found.map((_, index) => rows.parentOf(index))).toEqual([-1, -1, 1, 1, 3, 3, 3, 6, 1, -1, -1]);
  expect([...rows.idsFrom(9)]).toEqual([3, 4, 1, 2, 10, 11, 21, 20, 30, 40, 12]);
  expect([rows.at(-1), rows.at(11), rows.indexOf(50), rows.indexOf(undefined)]).toEqual([
    undefined,
    undefined,
    -1,
    -1,
  ]);
});

/** A model of a million nodes in one list, and which nodes were asked for. */
function million() {
  const asked: number[] = [];
  const host: TreeHost = {
    children: async (id) => ({ ids: Int32Array.of(2_000_000 + id), nodes: [] }),
    nodes: async (ids) => {
      asked.push(...ids);
      return ids.map(nodeOf);
    },
    keyed: async (ids, text) => ids.findIndex((id) => `key_${id}`.startsWith(text)),
  };
  const tree = new TreeModel();
  const ids = Int32Array.from({ length: 1_000_000 }, (_, i) => i + 1);
  tree.fill({ roots: { ids, nodes: [1, 2, 3].map(nodeOf) }, unfolded: [], shown: 2 }, host);
  return { tree, asked };
}

test("nodes come as their rows come into view, with some around, and once", async () => {
  const { tree, asked } = million();
  expect([tree.rows.value.length, tree.indexOf(2)]).toEqual([1_000_000, 1]);
  expect(tree.row(500_000)).toMatchObject({ isKnown: false, level: 1, position: 500_001 });
  await Promise.all([tree.want(500_000, 500_020), tree.want(500_000, 500_020)]);
  expect(tree.row(500_000)).toMatchObject({ isKnown: true, node: { key: "key_500001" } });
  expect(asked.length).toBe(220);
  await tree.want(500_050, 500_070);
  expect(asked.length).toBe(220);
});

test("a node to which a search leads is known before it is selected", async () => {
  const { tree, asked } = million();
  expect(await tree.reveal([700_000, 2_700_000])).toBe(true);
  expect(tree.indexOf(2_700_000)).toBe(700_000);
  expect(tree.node(2_700_000)?.key).toBe("key_2700000");
  expect(asked).toEqual([2_700_000]);
});

test("children that come after another tree was shown are dropped", async () => {
  const { tree } = million();
  let arrive = (_: { ids: Int32Array; nodes: TreeNode[] }) => {};
  const arriving = new Promise<{ ids: Int32Array; nodes: TreeNode[] }>((resolve) => {
    arrive = resolve;
  });
  const host = { nodes: async () => [], keyed: async () => -1 };
  const roots = { ids: Int32Array.of(1, 2), nodes: [1, 2].map(nodeOf) };
  tree.fill({ roots, unfolded: [] }, { ...host, children: () => arriving });
  const unfolding = tree.unfold(1);
  tree.fill(
    { roots, unfolded: [] },
    { ...host, children: async () => ({ ids: Int32Array.of(7), nodes: [] }) },
  );
  arrive({ ids: Int32Array.of(5, 6), nodes: [] });
  await unfolding;
  expect([tree.rows.value.length, tree.row(0)?.state]).toEqual([2, undefined]);
  await tree.unfold(1);
  expect(tree.rows.value.at(1)?.id).toBe(7);
});

test("letters lead to keys that have not come", async () => {
  const { tree, asked } = million();
  expect(await tree.match("KEY_99999", 3)).toBe(99_998);
  expect(await tree.match("key_1", 999_999)).toBe(999_999);
  expect(await tree.match("other", 3)).toBe(-1);
  expect(asked).toEqual([]);
});

test("after an edit, children are asked for again unless they came with it", async () => {
  const { tree, asked } = million();
  const ids = Int32Array.from({ length: 1_000_000 }, (_, i) => i + 2);
  tree.update({
    nodes: [],
    lists: [[0, { ids, nodes: [nodeOf(1_000_001)] }]],
    replaced: [],
    state: { changed: [], isChanged: true },
  });
  expect(tree.indexOf(2)).toBe(0);
  expect(tree.node(2)?.key).toBe("key_2");
  await tree.want(0, 1);
  expect(asked.slice(0, 3)).toEqual([2, 3, 4]);
  expect(tree.row(999_999)).toMatchObject({ isKnown: true });
});
