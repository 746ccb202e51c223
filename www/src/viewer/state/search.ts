/**
 * Searching the tree: the text, the matches so far, and going from one to the next. The worker searches in steps; a
 * new text abandons the search for the previous one.
 */
import { batch, computed, signal } from "@preact/signals";
import { patternOf } from "../format/matching.ts";
import type { Found } from "../protocol/edits.ts";

/** The worker's calls for a search. None rejects: without an answer nothing is found. */
export interface SearchHost {
  begin(text: string): Promise<Found | undefined>;
  goOn(): Promise<Found | undefined>;
  /** Unfolds the tree down to a node and selects it. */
  reveal(id: number): Promise<void>;
  selected(): number | undefined;
}

export class TreeSearch {
  readonly text = signal("");
  /** The number of matches so far. */
  readonly count = signal(0);
  readonly searching = signal(false);
  /** What to mark; undefined without a search. */
  readonly pattern = computed(() => (this.text.value === "" ? undefined : patternOf(this.text.value)));
  /** The index of the match visited last, or −1. */
  readonly at = signal(-1);
  /** The matching nodes in document order, and the index of each. Both grow in place: there may be very many. */
  readonly #found: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #host: SearchHost;
  #newest = 0;
  /** How many moves to a match are under way. */
  #going = 0;

  constructor(searched: SearchHost) {
    this.#host = searched;
  }

  isFound(id: number): boolean {
    return this.count.value > 0 && this.#places.has(id);
  }

  /** Searches for another text and goes to its first match. */
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

  /**
   * Goes to the next match, or with −1 to the previous one, wrapping around; from the selected node if it is a match.
   */
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
