/**
 * The tree of a file as schemas see it: every node with its tag, arrays and complex numbers too, and floats apart from integers.
 *
 * The module that reads ASDF parses the text of the tree once more, with the tags of the standard disguised: of a tag that it knows it
 * gives the meaning, an array or a complex number, and not the node.
 */
import { ORDERED_MAP } from "../api/values.ts";
import { pause, type Work } from "../bytes/work.ts";
import { openDocumentSync } from "../file/opening.ts";
import { guard, release } from "../wasm/failure.ts";
import type { NodeTable, TableNode, TableValue } from "../wasm/json.ts";
import { Effort } from "./effort.ts";

/** The effort of a copy: it is kept in memory. */
const PLAIN = 10;

/** A scalar without a tag, or a node. A number is an integer if it has no fraction. */
export type Item = null | boolean | number | bigint | string | Node;

export type Key = string | number;

/** What nodes share: the tag, if it is not one of YAML's own, and the schemas that the node was checked against. */
interface Tagged {
  readonly tag: string | undefined;
  seen: object[];
}

export interface MapNode extends Tagged {
  readonly kind: "map";
  readonly entries: Map<Item, Item>;
  readonly isOrdered: boolean;
}

interface SeqNode extends Tagged {
  readonly kind: "seq";
  readonly items: Item[];
}

/** A scalar with a tag, or one that JSON has no type for. */
interface ScalarNode extends Tagged {
  readonly kind: "text" | "float" | "date" | "time" | "bytes";
  readonly text: string;
}

export type Node = MapNode | SeqNode | ScalarNode;

const YAML = "tag:yaml.org,2002:";
/** What tags of the standard begin with, and what stands for it while they are to have no meaning. */
const [KNOWN, RAW] = ["stsci.edu:", "stsci.edu.raw:"];

/** A tree, and all nodes in it, each once. */
export interface Items {
  readonly root: Item;
  readonly nodes: readonly Node[];
}

/** The tree in a text with the header of an ASDF file. Other tasks have their turn between the steps. */
export async function itemsIn(text: string, signal?: AbortSignal): Promise<Items> {
  const work: Work = { signal, check: () => {} };
  await pause(work);
  const { document } = openDocumentSync(new TextEncoder().encode(text.replaceAll(KNOWN, RAW)), {});
  let json: string;
  try {
    await pause(work);
    json = guard(() => document.tree());
  } finally {
    release(document);
  }
  await pause(work);
  const table: NodeTable = json === "" ? { root: null, nodes: [] } : JSON.parse(json.replaceAll(RAW, KNOWN));
  await pause(work);
  return itemsOf(table, work);
}

export function isNode(item: Item | undefined): item is Node {
  return typeof item === "object" && item !== null;
}

export function isMap(item: Item | undefined): item is MapNode {
  return isNode(item) && item.kind === "map";
}

export function isSeq(item: Item | undefined): item is SeqNode {
  return isNode(item) && item.kind === "seq";
}

/** The keys and values of a map; the indices and items of a sequence. */
export function entriesIn(item: Item): Iterable<readonly [Item, Item]> {
  return isMap(item) ? item.entries : isSeq(item) ? item.items.entries() : [];
}

/** How many there are. */
export function countIn(item: Item): number {
  return isMap(item) ? item.entries.size : isSeq(item) ? item.items.length : 0;
}

/** The text of a string, tagged or not. */
export function stringOf(item: Item | undefined): string | undefined {
  return typeof item === "string" ? item : isNode(item) && item.kind === "text" ? item.text : undefined;
}

/** The value of a number. */
export function numberOf(item: Item | undefined): number | bigint | undefined {
  if (isNode(item)) {
    return item.kind === "float" ? Number(item.text) : undefined;
  }
  return typeof item === "number" || typeof item === "bigint" ? item : undefined;
}

export function isInteger(item: Item | undefined): boolean {
  return typeof item === "bigint" || (typeof item === "number" && Number.isInteger(item));
}

/** An item as plain data, as JSON has them. What aliases lead to is copied; they may not multiply it without end. */
export function plainOf(item: Item, effort = new Effort(0)): unknown {
  if (!isNode(item)) {
    return item;
  }
  effort.spend(PLAIN * (1 + countIn(item)));
  switch (item.kind) {
    case "map":
      return Object.fromEntries(
        [...item.entries].map(([key, value]) => [String(plainOf(key, effort)), plainOf(value, effort)]),
      );
    case "seq":
      return item.items.map((one) => plainOf(one, effort));
    case "float":
      return Number(item.text);
    default:
      return item.text;
  }
}

/** After so many nodes, other tasks may have their turn. */
const AT_ONCE = 4096;

async function itemsOf({ root, nodes }: NodeTable, work: Work): Promise<Items> {
  const made = nodes.map(itemOf);
  const resolve = (value: TableValue | undefined): Item => {
    if (typeof value === "object" && value !== null) {
      return value.length === 1 ? (made[value[0]] ?? null) : scalar("float", String(value[0]));
    }
    return value ?? null;
  };
  for (const [id, node] of nodes.entries()) {
    const item = made[id];
    if (isMap(item)) {
      for (let i = 2; i < node.length; i += 2) {
        const [key, value] = node.slice(i, i + 2) as TableValue[];
        item.entries.set(resolve(key), resolve(value));
      }
    } else if (isSeq(item)) {
      for (let i = 2; i < node.length; i += 1) {
        item.items.push(resolve(node[i] as TableValue));
      }
    }
    if (id % AT_ONCE === 0) {
      await pause(work);
    }
  }
  return { root: resolve(root), nodes: made.filter(isNode) };
}

function itemOf(node: TableNode): Item {
  switch (node[0]) {
    case "map": {
      const isOrdered = node[1] === ORDERED_MAP;
      return { kind: "map", tag: own(node[1]), seen: [], entries: new Map(), isOrdered };
    }
    case "seq":
      return { kind: "seq", tag: own(node[1]), seen: [], items: [] };
    case "core":
      return Array.isArray(node[2]) ? scalar("float", String(node[2][0])) : (node[2] as Item);
    case "int":
      return node[1].startsWith("-0x") ? -BigInt(node[1].slice(1)) : BigInt(node[1]);
    case "float":
      return scalar("float", node[1]);
    case "bytes":
      return scalar("bytes", node[1]);
    case "scalar":
      return node[1] === `${YAML}timestamp`
        ? scalar(/[Tt\s:]/.test(node[2]) ? "time" : "date", node[2])
        : scalar("text", node[2], own(node[1]));
    default:
      throw new TypeError(`a node ${node[0]} has a meaning, and none was expected`);
  }
}

function scalar(kind: ScalarNode["kind"], text: string, tag?: string): ScalarNode {
  return { kind, tag, text, seen: [] };
}

function own(tag: string | null): string | undefined {
  return tag === null || tag.startsWith(YAML) ? undefined : tag;
}
