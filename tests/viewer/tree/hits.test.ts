/** The matches of a search of the tree as a list: their order, what is shown of each, and going through them. */

import { patternOf, pieces, searchPatternOf } from "@asdf-wasm/science/format/matching";
import type { Found, Hit } from "@asdf-wasm/www/viewer/protocol/edits.ts";
import { type SearchHost, TreeSearch } from "@asdf-wasm/www/viewer/state/search.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { Search } from "@asdf-wasm/www/viewer/worker/tree/search.ts";
import { init, open } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

beforeAll(async () => {
  await init();
});

const YAML = `
history:
  entries: [{description: the needle was lost}]
  needle: 1
cal_logs: [nothing, "12:00 a needle"]
text: some needle here
list: [plain, NEEDLE in a list]
branch:
  needle: one
  long: "${"hay ".repeat(100)}needle ${"hay ".repeat(100)}"`;

async function searchOf(text: string) {
  const nodes = new Nodes(await open(Buffer.from(treeFile(YAML.trim()))));
  return { nodes, search: new Search(nodes, text) };
}

test("keys, values and texts of logs are told apart", async () => {
  const { nodes, search } = await searchOf("needle");
  const { nodes: found, kinds, done } = search.step();
  expect(done).toBe(true);
  expect([...found].map((id, i) => [nodes.path(id), kinds[i]])).toEqual([
    ["history/entries/0/description", 3],
    ["history/needle", 3],
    ["cal_logs/1", 3],
    ["text", 1],
    ["list/1", 1],
    ["branch/needle", 0],
    ["branch/long", 1],
  ]);
  // The key of the history itself is a key like others.
  const { search: other } = await searchOf("history");
  expect([...other.step().kinds]).toEqual([0]);
});

test("a term of the field finds the keys by which observatories call the same, and no words that contain them", async () => {
  const yaml = `
optical_element: F158
EXPTIME: 5
effective_exposure_time: 4
objects: [object of no name]
OBJECT: M 51
meta: {filters: 2, start_time: now, Exposure-Time: 3}`;
  const file = await open(Buffer.from(treeFile(yaml.trim())));
  const keysFound = (text: string) => {
    const nodes = new Nodes(file);
    return [...new Search(nodes, text).step().nodes].map((id) => nodes.path(id));
  };
  expect(keysFound("filter")).toEqual(["optical_element", "meta/filters"]);
  expect(keysFound("Filter1")).toEqual(["optical_element"]);
  const exposures = ["EXPTIME", "effective_exposure_time", "meta/Exposure-Time"];
  expect(keysFound("exptime")).toEqual(exposures);
  expect(keysFound("exposure time")).toEqual(exposures);
  expect(keysFound("target")).toEqual(["OBJECT"]);
  expect(keysFound("date-obs")).toEqual(["meta/start_time"]);
  expect(keysFound("needle")).toEqual([]);
  // What is marked on the page is what was found.
  expect(pieces("OBJECT", searchPatternOf("target"))).toEqual([{ text: "OBJECT", found: true }]);
  // A filter of a table's column is literal.
  expect(patternOf("target").test("object")).toBe(false);
});

test("a match is shown with its path, and a long text around the match", async () => {
  const { search } = await searchOf("needle");
  const shown = [...search.step().nodes]
    .map((id) => search.hit(id))
    .map(({ node, isIndex, path }) => [node.key, node.text, isIndex, path]);
  expect(shown.slice(0, 6)).toEqual([
    ["description", "the needle was lost", false, "history/entries/0"],
    ["needle", "1", false, "history"],
    ["1", "12:00 a needle", true, "cal_logs/1"],
    ["text", "some needle here", false, ""],
    ["1", "NEEDLE in a list", true, "list/1"],
    ["needle", "one", false, "branch"],
  ]);
  const [key, text = ""] = shown[6] ?? [];
  expect([key, String(text).startsWith("…y hay hay needle hay"), String(text).length]).toEqual([
    "long",
    true,
    202,
  ]);
});

/** A host with nodes of three kinds, in two steps; the ids of values are below 10, those of keys below 20. */
function hostOf(steps: readonly Found[]) {
  const asked: (readonly number[])[] = [];
  const visited: number[] = [];
  const shown: number[] = [];
  let next = 0;
  const step = async () => steps[next++];
  const hitOf = (id: number): Hit => ({
    node: { id, key: `k${id}`, kind: "string", text: "", children: 0 },
    isIndex: false,
    path: "",
  });
  const host: SearchHost = {
    begin: step,
    goOn: step,
    hits: async (ids) => {
      asked.push(ids);
      return ids.map(hitOf);
    },
    reveal: async (id) => void visited.push(id),
    show: (id) => void shown.push(id),
    selected: () => visited.at(-1),
  };
  return { host, asked, visited, shown };
}

function found(nodes: readonly number[], kinds: readonly number[], done: boolean): Found {
  return { nodes: Int32Array.from(nodes), kinds: Uint8Array.from(kinds), done };
}

describe("the list", () => {
  const steps = [found([30, 1, 2], [3, 1, 1], false), found([11, 3, 12], [0, 1, 0], true)];

  test("has keys before values before logs, and the current match stays the same while it grows", async () => {
    const { host, visited } = hostOf(steps);
    const search = new TreeSearch(host);
    await search.look("x");
    expect(search.counts.value).toEqual([2, 3, 0, 1]);
    expect([0, 1, 2, 3, 4, 5, 6].map((index) => search.nodeAt(index))).toEqual([
      11,
      12,
      1,
      2,
      3,
      30,
      undefined,
    ]);
    expect([visited, search.at.value]).toEqual([[1], 2]);
    await search.next();
    await search.next(-1);
    await search.next(-1);
    expect([visited, search.at.value]).toEqual([[1, 2, 1, 12], 1]);
    expect([search.isFound(30), search.isFound(31)]).toEqual([true, false]);
  });

  test("is gone through without going there; next goes on from there", async () => {
    const { host, visited, shown } = hostOf(steps);
    const search = new TreeSearch(host);
    await search.look("x");
    search.point(99);
    expect([search.at.value, visited]).toEqual([5, [1]]);
    search.point(-1);
    expect(search.at.value).toBe(0);
    await search.next();
    expect([search.at.value, visited]).toEqual([1, [1, 12]]);
    await search.choose(4);
    expect([search.at.value, visited, shown]).toEqual([4, [1, 12, 3], [3]]);
  });

  test("is described as far as it is seen, each match once", async () => {
    const { host, asked } = hostOf(steps);
    const search = new TreeSearch(host);
    await search.look("x");
    await search.want(0, 2);
    await search.want(1, 4);
    await search.want(0, 4);
    expect(asked).toEqual([
      [11, 12],
      [1, 2],
    ]);
    expect([...search.hits.value.keys()]).toEqual([11, 12, 1, 2]);
    search.outdate();
    await search.want(0, 1);
    expect([...search.hits.value.keys()]).toEqual([11]);
    search.clear();
    expect([search.hits.value.size, search.count.value, search.at.value]).toEqual([0, 0, -1]);
  });
});

test("a blank finds the words of a key, and is itself a blank in a text", async () => {
  const { search } = await searchOf("cal logs");
  const found = search.step();
  expect([found.nodes.length, found.done]).toEqual([1, true]);
  const { search: inText } = await searchOf("some needle here");
  expect(inText.step().nodes.length).toBe(1);
});
