/** `tree`: the tree of a file, folded, or what a search finds in it. */

import { entriesOf, kindOf, textOf } from "@asdf-wasm/science/tree/values";
import { NdArray, type TreeValue, tagOf, toJSON } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { isRemote, nameOf, openSource } from "../reading/open.ts";
import { targetIn } from "../reading/target.ts";
import { renderTree } from "../text/render.ts";
import { lineOf, painted } from "../text/values.ts";

export interface TreeOptions {
  readonly depth: number;
  readonly items: number;
  readonly all?: boolean;
  readonly tags?: boolean;
  readonly find?: string;
  readonly key?: string;
  readonly value?: string;
  readonly kind?: string;
}

/** The kinds that `--kind` knows. */
export const KINDS = [
  "array",
  "map",
  "sequence",
  "string",
  "number",
  "boolean",
  "null",
  "time",
  "tagged",
  "reference",
];

export async function run(context: Context, args: readonly string[], options: TreeOptions): Promise<number> {
  const [source = "", path = ""] = args;
  using file = await openSource(source);
  const { node } = await targetIn(file, path);
  if ([options.find, options.key, options.value, options.kind].some((wanted) => wanted !== undefined)) {
    return printHits(context, path, node, options);
  }
  if (context.json) {
    context.printJson(toJSON(node));
    return EXIT.done;
  }
  const { all = false, tags = false } = options;
  // Each header of a remote file may take a request: the compression is then not shown, rather than of some arrays.
  const isCompressionKnown = !isRemote(source);
  if (isCompressionKnown) {
    await file.readBlockHeaders();
  }
  const name = path === "" ? nameOf(source) : path;
  const most = (limit: number) => (all ? Number.POSITIVE_INFINITY : limit);
  const { style, width } = context;
  context.print(
    ...renderTree(name, node, {
      style,
      width,
      tags,
      isCompressionKnown,
      depth: most(options.depth),
      items: most(options.items),
    }),
  );
  return EXIT.done;
}

interface Hit {
  readonly path: string;
  readonly value: TreeValue;
}

function printHits(context: Context, root: string, node: TreeValue, options: TreeOptions): number {
  const isWanted = filterOf(options);
  const hits = [...nodesBelow(root, node)].filter(isWanted);
  if (context.json) {
    context.printJson(
      hits.map(({ path, value }) => {
        const tag = typeof value === "object" && value !== null ? tagOf(value) : undefined;
        return {
          path,
          kind: kindOf(value),
          ...(tag && { tag }),
          ...(!isMany(value) && { value: toJSON(value) }),
        };
      }),
    );
  } else {
    const { style } = context;
    context.print(
      ...hits.map(({ path, value }) => {
        return `${style.key(path)}  ${painted(value, lineOf(value), style)}`;
      }),
    );
  }
  return hits.length > 0 ? EXIT.done : EXIT.no;
}

function isMany(value: TreeValue): boolean {
  return kindOf(value) === "map" || kindOf(value) === "sequence";
}

/** Whether a node meets all conditions. */
function filterOf({ find, key, value: wanted, kind }: TreeOptions): (hit: Hit) => boolean {
  const text = find?.toLowerCase();
  const pattern = key === undefined ? undefined : patternOf(key);
  return ({ path, value }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const content = isMany(value) || value instanceof NdArray ? "" : textOf(value);
    const isFound =
      text === undefined || name.toLowerCase().includes(text) || content.toLowerCase().includes(text);
    return (
      isFound &&
      (pattern === undefined || pattern.test(name)) &&
      (wanted === undefined || (!isMany(value) && content === wanted)) &&
      (kind === undefined || kindOf(value) === kind)
    );
  };
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (cause) {
    throw misuse(
      `\`--key ${text}\` is no regular expression: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

/** Every node below a node with its path, each collection once. */
function* nodesBelow(root: string, node: TreeValue, seen = new Set<TreeValue>()): Generator<Hit> {
  seen.add(node);
  for (const [key, value] of entriesOf(node)) {
    const name = textOf(key).replaceAll("~", "~0").replaceAll("/", "~1");
    const path = root === "" ? name : `${root}/${name}`;
    yield { path, value };
    if (isMany(value) && !seen.has(value)) {
      yield* nodesBelow(path, value, seen);
    }
  }
}
