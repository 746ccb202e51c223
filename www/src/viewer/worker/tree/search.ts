/**
 * Searches the tree in steps. Between two steps the worker answers other calls, so that even a huge tree can be
 * searched while someone types.
 */
import { patternOf } from "../../format/matching.ts";
import type { Found } from "../../protocol/edits.ts";
import type { Nodes } from "./nodes.ts";

/** The duration of a step, and the number of nodes between looks at the clock. */
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

  /** The matches of the next step, in document order. */
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
