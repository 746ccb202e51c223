/**
 * A search over the tree in steps: between two of them the worker answers what else the page asks, so that no tree is
 * too large to be searched while someone types.
 */
import { patternOf } from "../../format/matching.ts";
import type { Found } from "../../protocol/edits.ts";
import type { Nodes } from "./nodes.ts";

/** How long a step takes, and after how many nodes it looks at the clock. */
const STEP_MS = 40;
const NODES = 512;

export class Search {
  readonly #pattern: RegExp;
  readonly #rest: Iterator<number>;
  readonly #textsOf: (id: number) => readonly string[];

  /** The text must not be empty. */
  constructor(nodes: Nodes, text: string) {
    this.#pattern = patternOf(text);
    this.#rest = nodes.walk();
    this.#textsOf = (id) => nodes.texts(id);
  }

  /** What the next step finds, in document order. */
  step(): Found {
    const found: number[] = [];
    const end = performance.now() + STEP_MS;
    for (let visited = 1; visited % NODES !== 0 || performance.now() < end; visited += 1) {
      const { value: id, done } = this.#rest.next();
      if (done) {
        return { nodes: Int32Array.from(found), done: true };
      }
      if (this.#textsOf(id).some((text) => this.#pattern.test(text))) {
        found.push(id);
      }
    }
    return { nodes: Int32Array.from(found), done: false };
  }
}
