/**
 * Searches the tree in steps. Between two steps the worker answers other calls, so that even a huge tree can be
 * searched while someone types. Matches are described when the page lists them: there may be very many.
 */
import { bothEnds } from "@asdf-wasm/science/format/format";
import { around, searchPatternOf } from "@asdf-wasm/science/format/matching";
import { type Found, type FoundBy, type Hit, KINDS } from "../../protocol/edits.ts";
import type { Nodes } from "./nodes.ts";

/** The duration of a step, and the number of nodes between looks at the clock. */
const STEP_MS = 40;
const NODES = 512;
/** The most characters of a path in the description of a match. */
const LONGEST_PATH = 900;

export class Search {
  readonly #pattern: RegExp;
  readonly #rest: Iterator<number>;
  readonly #nodes: Nodes;

  /** The text must not be empty. */
  constructor(nodes: Nodes, text: string) {
    this.#pattern = searchPatternOf(text);
    this.#rest = nodes.walk();
    this.#nodes = nodes;
  }

  /** The matches of the next step, in document order. */
  step(): Found {
    const found: number[] = [];
    const kinds: number[] = [];
    const end = performance.now() + STEP_MS;
    let isDone = false;
    for (let visited = 1; visited % NODES !== 0 || performance.now() < end; visited += 1) {
      const { value: id, done } = this.#rest.next();
      if (done) {
        isDone = true;
        break;
      }
      const by = this.#foundBy(id);
      if (by) {
        found.push(id);
        kinds.push(KINDS.indexOf(by));
      }
    }
    return { nodes: Int32Array.from(found), kinds: Uint8Array.from(kinds), done: isDone };
  }

  /** How a list of matches shows a node. */
  hit(id: number): Hit {
    const { parent, key, value } = this.#nodes.texts(id);
    const node = this.#nodes.node(id);
    const isIn = this.#pattern.test(value);
    const path =
      key === undefined ? this.#nodes.path(id) : parent === undefined ? "" : this.#nodes.path(parent);
    return {
      node: isIn ? { ...node, text: around(value, this.#pattern) } : node,
      isIndex: key === undefined,
      path: bothEnds(path, LONGEST_PATH),
    };
  }

  #foundBy(id: number): FoundBy | undefined {
    const { key, value } = this.#nodes.texts(id);
    const by =
      key !== undefined && this.#pattern.test(key) ? "key" : this.#pattern.test(value) ? "value" : undefined;
    return by && this.#nodes.isInLog(id) ? "log" : by;
  }
}
