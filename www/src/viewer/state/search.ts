/**
 * Searching the tree: the text, the matches so far, and going from one to the next. Keys come before values, and logs
 * last. The worker searches in steps; a new text abandons the search for the previous one.
 */

import { searchPatternOf } from "@asdf-wasm/science/format/matching";
import { batch, computed, signal } from "@preact/signals";
import { type Found, type Hit, KINDS } from "../protocol/edits.ts";

/** Descriptions of matches that are kept. */
const KEPT = 1000;

/** The worker's calls for a search. None rejects: without an answer nothing is found. */
export interface SearchHost {
  begin(text: string): Promise<Found | undefined>;
  goOn(): Promise<Found | undefined>;
  hits(ids: readonly number[]): Promise<readonly Hit[] | undefined>;
  /** Unfolds the tree down to a node and selects it. */
  reveal(id: number): Promise<void>;
  /** Puts a node that the tree shows on the stage. */
  show(id: number): void;
  selected(): number | undefined;
}

export class TreeSearch {
  readonly text = signal("");
  /** The numbers of matches so far, of each of `KINDS`. */
  readonly counts = signal<readonly number[]>(KINDS.map(() => 0));
  readonly count = computed(() => this.counts.value.reduce((sum, count) => sum + count, 0));
  readonly searching = signal(false);
  /** What to mark; undefined without a search. */
  readonly pattern = computed(() => (this.text.value === "" ? undefined : searchPatternOf(this.text.value)));
  /** The index of the current match, or −1. */
  readonly at = signal(-1);
  /** Descriptions of matches, by node: the answers to `want` so far. */
  readonly hits = signal<ReadonlyMap<number, Hit>>(new Map());
  /** The matching nodes of each kind in document order, and the place of each there. All grow in place. */
  readonly #found: readonly number[][] = KINDS.map(() => []);
  readonly #places: readonly Map<number, number>[] = KINDS.map(() => new Map());
  readonly #host: SearchHost;
  #newest = 0;
  /** The node of the current match. */
  #current: number | undefined;
  /** The node that was selected when the current match was chosen in the list without going there. */
  #left: number | undefined;
  /** How many moves to a match are under way. */
  #going = 0;
  /** The nodes whose descriptions were asked for. */
  #asked: readonly number[] = [];

  constructor(searched: SearchHost) {
    this.#host = searched;
  }

  isFound(id: number): boolean {
    return this.count.value > 0 && this.#places.some((places) => places.has(id));
  }

  /** The node of a match. */
  nodeAt(index: number): number | undefined {
    let start = 0;
    for (const nodes of this.#found) {
      if (index < start + nodes.length) {
        return nodes[index - start];
      }
      start += nodes.length;
    }
    return undefined;
  }

  /** Searches for another text and goes to its first match. */
  async look(text: string): Promise<void> {
    this.#newest += 1;
    const search = this.#newest;
    for (const nodes of this.#found) {
      nodes.length = 0;
    }
    for (const places of this.#places) {
      places.clear();
    }
    this.#current = undefined;
    this.#left = undefined;
    this.#asked = [];
    batch(() => {
      this.text.value = text;
      this.counts.value = KINDS.map(() => 0);
      this.at.value = -1;
      this.hits.value = new Map();
      this.searching.value = text !== "";
    });
    if (text === "") {
      return;
    }
    let step = await this.#host.begin(text);
    while (step && this.#newest === search) {
      const { done } = step;
      this.#add(step);
      batch(() => {
        this.counts.value = this.#found.map(({ length }) => length);
        this.at.value = this.#indexOf(this.#current);
        this.searching.value = !done;
      });
      if (this.#current === undefined) {
        void this.#go(0);
      }
      step = done ? undefined : await this.#host.goOn();
    }
    if (this.#newest === search) {
      this.searching.value = false;
    }
  }

  clear(): void {
    void this.look("");
  }

  /**
   * Goes to the next match, or with −1 to the previous one, wrapping around; from the selected node if it is a match.
   */
  async next(step: 1 | -1 = 1): Promise<void> {
    const count = this.count.value;
    if (count > 0) {
      const selected = this.#host.selected();
      const isAway = this.#going > 0 || (this.#left !== undefined && this.#left === selected);
      const here = isAway ? -1 : this.#indexOf(selected);
      await this.#go(((here < 0 ? this.at.value : here) + step + count) % count);
    }
  }

  /** Makes a match the current one without going there, as near as there is one. */
  point(index: number): void {
    const at = Math.max(0, Math.min(index, this.count.value - 1));
    this.#current = this.nodeAt(at);
    this.#left = this.#host.selected();
    this.at.value = at;
  }

  /** Goes to a match and shows it on the stage. */
  async choose(index: number): Promise<void> {
    const id = await this.#go(index);
    if (id !== undefined) {
      this.#host.show(id);
    }
  }

  /** Forgets the descriptions of matches: the tree was edited. */
  outdate(): void {
    this.#asked = [];
    this.hits.value = new Map();
  }

  /** Asks for the descriptions of some matches, unless they are known. */
  async want(start: number, stop: number): Promise<void> {
    const search = this.#newest;
    const wanted = Array.from({ length: stop - start }, (_, i) => this.nodeAt(start + i)).filter(
      (id) => id !== undefined,
    );
    const missing = wanted.filter((id) => !(this.hits.value.has(id) || this.#asked.includes(id)));
    if (missing.length === 0) {
      return;
    }
    this.#asked = missing;
    const hits = await this.#host.hits(missing);
    if (hits && this.#newest === search) {
      const kept = this.hits.value.size < KEPT ? this.hits.value : [];
      this.hits.value = new Map([...kept, ...hits.map((hit) => [hit.node.id, hit] as const)]);
    }
  }

  #add({ nodes, kinds }: Found): void {
    for (const [i, id] of nodes.entries()) {
      const kind = kinds[i] ?? 0;
      const length = this.#found[kind]?.push(id) ?? 0;
      this.#places[kind]?.set(id, length - 1);
    }
  }

  /** The index of a match, or −1 for other nodes. */
  #indexOf(id: number | undefined): number {
    let start = 0;
    for (const [kind, places] of this.#places.entries()) {
      const place = id === undefined ? undefined : places.get(id);
      if (place !== undefined) {
        return start + place;
      }
      start += this.#found[kind]?.length ?? 0;
    }
    return -1;
  }

  async #go(index: number): Promise<number | undefined> {
    const id = this.nodeAt(index);
    if (id !== undefined) {
      this.#current = id;
      this.#left = undefined;
      this.at.value = index;
      this.#going += 1;
      await this.#host.reveal(id);
      this.#going -= 1;
    }
    return id;
  }
}
