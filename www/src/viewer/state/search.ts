/**
 * Searching the tree: what is looked for, what was found so far, and going from one to the next. The worker searches in
 * steps; a text typed later abandons the search for the one before.
 */
import { batch, computed, signal } from "@preact/signals";
import { patternOf } from "../format/matching.ts";
import type { Found } from "../protocol/edits.ts";

/** What a search asks of the open file. Nothing of it fails: without an answer there is nothing to be found. */
export interface SearchHost {
  begin(text: string): Promise<Found | undefined>;
  goOn(): Promise<Found | undefined>;
  /** Shows a node in the tree and makes it the current one. */
  reveal(id: number): Promise<void>;
  selected(): number | undefined;
}

export class TreeSearch {
  readonly text = signal("");
  /** How many nodes were found so far. */
  readonly count = signal(0);
  readonly searching = signal(false);
  /** What to mark; undefined when nothing is looked for. */
  readonly pattern = computed(() => (this.text.value === "" ? undefined : patternOf(this.text.value)));
  /** Which of those found was gone to last, or −1. */
  readonly at = signal(-1);
  /** The nodes found, in document order, and where each stands among them. They grow, for there may be very many. */
  readonly #found: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #host: SearchHost;
  #newest = 0;
  /** How many places are being gone to. */
  #going = 0;

  constructor(searched: SearchHost) {
    this.#host = searched;
  }

  isFound(id: number): boolean {
    return this.count.value > 0 && this.#places.has(id);
  }

  /** Looks for another text and goes to the first place where it stands. */
  async look(text: string): Promise<void> {
    this.#newest += 1;
    const search = this.#newest;
    this.#found.length = 0;
    this.#places.clear();
    batch(() => {
      this.text.value = text;
      this.count.value = 0;
      this.at.value = -1;
      this.searching.value = text !== "";
    });
    if (text === "") {
      return;
    }
    let step = await this.#host.begin(text);
    while (step && this.#newest === search) {
      for (const id of step.nodes) {
        this.#places.set(id, this.#found.push(id) - 1);
      }
      const { done } = step;
      batch(() => {
        this.count.value = this.#found.length;
        this.searching.value = !done;
      });
      if (this.at.value < 0) {
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

  /** Goes to the next place, or with −1 to the one before, and around; from the current node, where it is one of them. */
  async next(step: 1 | -1 = 1): Promise<void> {
    const count = this.count.value;
    if (count > 0) {
      const here = this.#going > 0 ? undefined : this.#places.get(this.#host.selected() ?? -1);
      await this.#go(((here ?? this.at.value) + step + count) % count);
    }
  }

  async #go(index: number): Promise<void> {
    const id = this.#found[index];
    if (id !== undefined) {
      this.at.value = index;
      this.#going += 1;
      await this.#host.reveal(id);
      this.#going -= 1;
    }
  }
}
