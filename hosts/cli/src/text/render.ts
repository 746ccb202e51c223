/** A tree as lines with branches, folded below a depth. */

import { many } from "@asdf-wasm/science/format/format";
import { entriesOf, kindOf, textOf } from "@asdf-wasm/science/tree/values";
import { NdArray, type TreeValue, tagOf } from "asdf-wasm";
import type { Style } from "../terminal/colour.ts";
import { typeText } from "./types.ts";
import { arrayText, painted, scalarText } from "./values.ts";

export interface RenderOptions {
  readonly style: Style;
  /** How many levels are unfolded. */
  readonly depth: number;
  /** Of a longer list, so many items are shown. */
  readonly items: number;
  /** Whether the headers of all blocks were read. */
  readonly isCompressionKnown: boolean;
  /** Whether the tags of nodes are shown. */
  readonly tags: boolean;
  /** The length to which lines are shortened. */
  readonly width: number | undefined;
}

/** The most characters of a line when it is shortened to nothing else. */
const LONGEST = 400;

/** Of a map so many times the items of a list are shown: its keys differ. */
const WIDER = 10;

export function renderTree(name: string, root: TreeValue, options: RenderOptions): string[] {
  const lines: string[] = [];
  const above: TreeValue[] = [];

  const add = (lead: string, branch: string, key: string, value: TreeValue) => {
    const { style } = options;
    const label = key === "" ? "" : style.key(key);
    const isLoop = isCollection(value) && above.includes(value);
    const entries = isCollection(value) && !isLoop ? entriesOf(value) : [];
    const isFolded = entries.length > 0 && above.length >= options.depth;
    const space = Math.max((options.width ?? LONGEST) - lead.length - branch.length - key.length - 2, 10);
    lines.push(
      `${style.faint(lead + branch)}${label}${described(value, key, isFolded, isLoop, space, options)}`,
    );
    if (isFolded) {
      return;
    }
    above.push(value);
    const inner = lead + (branch === "" ? "" : branch.startsWith("└") ? "   " : "│  ");
    const most = Array.isArray(value) ? options.items : options.items * WIDER;
    const shown = entries.length <= most ? entries : entries.slice(0, most);
    const rest = entries.length - shown.length;
    for (const [i, [childKey, child]] of shown.entries()) {
      add(inner, i === shown.length - 1 && rest === 0 ? "└─ " : "├─ ", textOf(childKey), child);
    }
    if (rest > 0) {
      lines.push(
        options.style.faint(
          `${inner}└─ … ${Array.isArray(value) ? many(rest, "more item") : many(rest, "more entry", "more entries")}`,
        ),
      );
    }
    above.pop();
  };

  add("", "", name, root);
  return lines;
}

function isCollection(value: TreeValue): boolean {
  const kind = kindOf(value);
  return (kind === "sequence" || kind === "map") && entriesOf(value).length > 0;
}

function described(
  value: TreeValue,
  key: string,
  isFolded: boolean,
  isLoop: boolean,
  space: number,
  { style, tags, isCompressionKnown }: RenderOptions,
): string {
  const gap = key === "" ? "" : "  ";
  const tag = tags && typeof value === "object" && value !== null ? tagOf(value) : undefined;
  const tagged = tag === undefined ? "" : `${gap}${style.faint(`!${tag}`)}`;
  if (isLoop) {
    return `${tagged}${gap}${style.faint("(contains itself)")}`;
  }
  if (isCollection(value)) {
    const count = entriesOf(value).length;
    const what = Array.isArray(value) ? many(count, "item") : many(count, "entry", "entries");
    const type = typeText(value);
    const named = type === undefined ? "" : `${gap}${style.array(type)}`;
    return `${tagged}${named}${isFolded || Array.isArray(value) ? `${gap}${style.faint(`(${what})`)}` : ""}`;
  }
  const text = value instanceof NdArray ? arrayText(value, isCompressionKnown) : emptyText(value);
  const short = text.length > space ? `${text.slice(0, space - 1)}…` : text;
  return `${tagged}${gap}${painted(value, short, style)}`;
}

/** A scalar, or a collection that has nothing in it. */
function emptyText(value: TreeValue): string {
  const kind = kindOf(value);
  return kind === "sequence" ? "[]" : kind === "map" ? "{}" : scalarText(value);
}
