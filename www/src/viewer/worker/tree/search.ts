/**
 * Searches the tree in steps. Between two steps the worker answers other calls, so that even a huge tree can be
 * searched while someone types. Matches are described when the page lists them: there may be very many.
 */
import { bothEnds } from "@asdf-wasm/science/format/format";
import { around, searchPatternOf } from "@asdf-wasm/science/format/matching";
import type { Meaning } from "asdf-wasm";
import { type Found, type FoundBy, type Hit, KINDS } from "../../protocol/edits.ts";
import type { Nodes } from "./nodes.ts";

/** The duration of a step, and the number of nodes between looks at the clock. */
const STEP_MS = 40;
const NODES = 512;
/** The most characters of a path in the description of a match. */
const LONGEST_PATH = 900;

type Describe = (id: number) => Meaning | undefined;

export class Search {
  readonly #pattern: RegExp;
  readonly #nodes: Nodes;
  readonly #load: (() => Promise<Describe>) | undefined;
  #rest: Iterator<number>;
  /** Whether all nodes have been searched by their own texts: next comes what schemas say of them, once that is loaded. */
  #isRead = false;
  #describe: Describe | undefined;
  /** The parts that match of what schemas say, which many nodes share. */
  readonly #inMeanings = new Map<Meaning, string | undefined>();

  /** The text must not be empty. `load`: loads the schemas, if what they say is searched, too. */
  constructor(nodes: Nodes, text: string, load?: () => Promise<Describe>) {
    this.#pattern = searchPatternOf(text);
    this.#rest = nodes.walk();
    this.#nodes = nodes;
    this.#load = load;
  }

  /** Loads what the next step needs. */
  async prepare(): Promise<void> {
    if (this.#isRead && !this.#describe) {
      this.#describe = await this.#load?.();
      this.#rest = this.#nodes.walk();
    }
  }

  /** The matches of the next step, in document order: first those of the nodes themselves. */
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
      const by = this.#isRead ? this.#meaningFound(id) && "meaning" : this.#foundBy(id);
      if (by) {
        found.push(id);
        kinds.push(KINDS.indexOf(by));
      }
    }
    this.#isRead ||= isDone;
    return {
      nodes: Int32Array.from(found),
      kinds: Uint8Array.from(kinds),
      done: isDone && (this.#describe !== undefined || this.#load === undefined),
    };
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
      meaning: this.#meaningFound(id),
    };
  }

  /** The part of what schemas say of a node that matches, if nothing else of it does. */
  #meaningFound(id: number): string | undefined {
    const meaning = this.#describe?.(id);
    if (!meaning) {
      return undefined;
    }
    if (!this.#inMeanings.has(meaning)) {
      const texts = [meaning.title, meaning.description].map((text) => text?.replace(/\s+/g, " ") ?? "");
      const found = texts.find((text) => this.#pattern.test(text));
      this.#inMeanings.set(meaning, found && around(found, this.#pattern));
    }
    const found = this.#inMeanings.get(meaning);
    return found !== undefined && this.#foundBy(id) === undefined ? found : undefined;
  }

  #foundBy(id: number): FoundBy | undefined {
    const { key, value } = this.#nodes.texts(id);
    const by =
      key !== undefined && this.#pattern.test(key) ? "key" : this.#pattern.test(value) ? "value" : undefined;
    return by && this.#nodes.isInLog(id) ? "log" : by;
  }
}
