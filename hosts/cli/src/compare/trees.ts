/** Two trees compared, node by node. Order of the keys of a map does not count. */

import { entriesOf, kindOf, textOf } from "@asdf-wasm/science/tree/values";
import { NdArray, type TreeValue, tagOf } from "asdf-wasm";
import { compareArrays, type ElementsApart } from "./arrays.ts";
import { isClose, type Report, type Tolerance } from "./tolerance.ts";

/** A node that differs. */
export interface Difference {
  readonly path: string;
  readonly kind: "added" | "removed" | "value" | "type" | "tag" | "array";
  /** In words; empty if the two values say it. */
  readonly what: string;
  readonly before?: TreeValue;
  readonly after?: TreeValue;
  /** Of arrays of the same shape and datatype. */
  readonly elements?: ElementsApart;
}

export interface CompareOptions extends Tolerance {
  /** Paths that do not count, with what is below them; `*` matches any key. */
  readonly ignore: readonly string[];
}

/** Two nodes at a path, still to be compared. */
interface Pair {
  readonly path: string;
  readonly before: TreeValue;
  readonly after: TreeValue;
}

export async function compare(
  before: TreeValue,
  after: TreeValue,
  options: CompareOptions,
  report: Report,
): Promise<Difference[]> {
  const isIgnored = ignoring(options.ignore);
  const seen = new Map<TreeValue, Set<TreeValue>>();
  const found: Difference[] = [];
  // A stack instead of recursion, because trees may be deep.
  const pending: Pair[] = [{ path: "", before, after }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { path } = pair;
    if (isIgnored(path) || isSeen(seen, pair)) {
      continue;
    }
    const tags = tagDifference(pair);
    if (tags) {
      found.push({ path, ...tags });
    }
    const difference = ownDifference(pair, options);
    if (difference) {
      found.push({ path, ...difference });
    } else if (pair.before instanceof NdArray && pair.after instanceof NdArray) {
      const apart = await compareArrays(path, pair.before, pair.after, options, report);
      if (apart) {
        found.push({ path, kind: "array", ...apart });
      }
    } else {
      const inner = below(pair);
      found.push(...inner.found.filter((one) => !isIgnored(one.path)));
      pending.push(...inner.pairs.reverse());
    }
  }
  return found;
}

/** Nodes that occur again, also in themselves, are compared once. */
function isSeen(seen: Map<TreeValue, Set<TreeValue>>, { before, after }: Pair): boolean {
  if (typeof before !== "object" || before === null) {
    return false;
  }
  const others = seen.get(before) ?? new Set();
  seen.set(before, others);
  const isKnown = others.has(after);
  others.add(after);
  return isKnown;
}

function tagDifference({ before, after }: Pair): Omit<Difference, "path"> | undefined {
  const [tag, otherTag] = [before, after].map((node) =>
    typeof node === "object" && node !== null ? tagOf(node) : undefined,
  );
  return tag === otherTag || kindOf(before) !== kindOf(after)
    ? undefined
    : { kind: "tag", what: `the tag ${tag ?? "none"} became ${otherTag ?? "none"}` };
}

/** What differs in two nodes themselves; nothing of what is below them. */
function ownDifference({ before, after }: Pair, tolerance: Tolerance): Omit<Difference, "path"> | undefined {
  const [one, other] = [kindOf(before), kindOf(after)];
  if (one !== other) {
    return { kind: "type", what: `${one} became ${other}`, before, after };
  }
  if (one === "map" || one === "sequence" || one === "array") {
    return undefined;
  }
  const isSame =
    typeof before === "number" && typeof after === "number"
      ? isClose(before, after, tolerance)
      : before instanceof Uint8Array && after instanceof Uint8Array
        ? Buffer.compare(before, after) === 0
        : textOf(before) === textOf(after);
  return isSame ? undefined : { kind: "value", what: "", before, after };
}

function below({ path, before, after }: Pair): { pairs: Pair[]; found: Difference[] } {
  const [one, other] = [before, after].map(
    (node) => new Map(entriesOf(node).map(([key, value]) => [textOf(key), value])),
  );
  const at = (key: string) => {
    const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
    return path === "" ? name : `${path}/${name}`;
  };
  const pairs: Pair[] = [];
  const found: Difference[] = [];
  for (const [key, value] of one ?? []) {
    const same = other?.get(key);
    if (same === undefined) {
      found.push({ path: at(key), kind: "removed", what: "", before: value });
    } else {
      pairs.push({ path: at(key), before: value, after: same });
    }
  }
  for (const [key, value] of other ?? []) {
    if (!one?.has(key)) {
      found.push({ path: at(key), kind: "added", what: "", after: value });
    }
  }
  return { pairs, found };
}

function ignoring(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const keys = pattern.split("/").map((key) => key.split("*").map(escaped).join("[^/]*"));
    return new RegExp(`^${keys.join("/")}(/|$)`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
