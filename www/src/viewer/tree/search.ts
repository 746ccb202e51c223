/**
 * Searching the tree: what is looked for, what was found so far, and going from one to the next. The worker searches in
 * steps; a text typed later abandons the search for the one before.
 */
import { batch, computed, signal } from "@preact/signals";
import type { Found } from "../engine/protocol.ts";
import { patternOf } from "../matching.ts";

/** What a search asks of the open file. Nothing of it fails: without an answer there is nothing to be found. */
export interface Searched {
  begin(text: string): Promise<Found | undefined>;
  goOn(): Promise<Found | undefined>;
  /** Shows a node in the tree and makes it the current one. */
  reveal(id: number): Promise<void>;
  selected(): number | undefined;
}

export class TreeSearch {
  readonly text = signal("");
  /** The nodes found so far, in document order. */
  readonly found = signal<readonly number[]>([]);
  readonly searching = signal(false);
  /** What to mark; undefined when nothing is looked for. */
  readonly pattern = computed(() => (this.text.value === "" ? undefined : patternOf(this.text.value)));
  /** Which of those found was gone to last, or −1. */
  readonly at = signal(-1);
  readonly #set = computed(() => new Set(this.found.value));
  readonly #searched: Searched;
  #newest = 0;
  /** How many places are being gone to. */
  #going = 0;

  constructor(searched: Searched) {
    this.#searched = searched;
  }

  isFound(id: number): boolean {
    return this.#set.value.has(id);
  }

  /** Looks for another text and goes to the first place where it stands. */
  async look(text: string): Promise<void> {
    this.#newest += 1;
    const search = this.#newest;
    batch(() => {
      this.text.value = text;
      this.found.value = [];
      this.at.value = -1;
      this.searching.value = text !== "";
    });
    if (text === "") {
      return;
    }
    let step = await this.#searched.begin(text);
    while (step && this.#newest === search) {
      const { nodes, done } = step;
      batch(() => {
        this.found.value = nodes.length === 0 ? this.found.value : [...this.found.value, ...nodes];
        this.searching.value = !done;
      });
      if (this.at.value < 0) {
        void this.#go(0);
      }
      step = done ? undefined : await this.#searched.goOn();
    }
  }

  clear(): void {
    void this.look("");
  }

  /** Goes to the next place, or with −1 to the one before, and around; from the current node, where it is one of them. */
  async next(step: 1 | -1 = 1): Promise<void> {
    const found = this.found.value;
    if (found.length > 0) {
      const here = this.#going > 0 ? -1 : found.indexOf(this.#searched.selected() ?? -1);
      const from = here < 0 ? this.at.value : here;
      await this.#go((from + step + found.length) % found.length);
    }
  }

  async #go(index: number): Promise<void> {
    const id = this.found.value[index];
    if (id !== undefined) {
      this.at.value = index;
      this.#going += 1;
      await this.#searched.reveal(id);
      this.#going -= 1;
    }
  }
}
