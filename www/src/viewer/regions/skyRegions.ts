/** Regions of the sky, which all open files share: each image draws them where its own WCS puts them. */

import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";

/** Longer words would make links that many servers refuse. */
export const LONGEST = 4000;

export interface SkyRegion {
  /** Negative, so that no region of an image has it. */
  readonly id: number;
  readonly figure: Figure;
}

/** What becomes of some regions, or what they were: undefined for one that there is not. */
export type SkyChanges = ReadonlyMap<number, Figure | undefined>;

export class SkyRegions {
  readonly #all = signal<readonly SkyRegion[]>([]);
  readonly #word = signal("");
  /** In the order in which they were made. */
  readonly all: ReadonlySignal<readonly SkyRegion[]> = this.#all;
  /** In sessions, and in links: `sky-regions=icrs:circle@269.9,-20.1,0.001`. To follow a word that was made here changes nothing. */
  readonly word: ReadonlySignal<string> = this.#word;
  /** Whether they are too many for a link. */
  readonly isUnlinked = computed(() => this.word.value.length > LONGEST);
  readonly #written = new Set<string>();
  readonly #stop: () => void;
  #made = 0;

  constructor() {
    this.#stop = effect(() => {
      const figures = this.#all.value.map(({ figure }) => figure);
      if (figures.length > 0 || this.#word.peek() !== "") {
        void import("@asdf-wasm/science/regions/files/skyText").then(({ figuresWord }) => {
          this.#word.value = figuresWord(figures);
          this.#written.add(this.#word.value);
        });
      }
    });
  }

  dispose(): void {
    this.#stop();
  }

  /** Adds the regions of a link or a session that there are not. */
  async follow(word: string): Promise<void> {
    if (word !== "" && !this.#written.has(word)) {
      this.#written.add(word);
      const { figuresIn, figuresWord } = await import("@asdf-wasm/science/regions/files/skyText");
      const known = new Set(this.#all.peek().map(({ figure }) => figuresWord([figure])));
      this.put(this.adding(figuresIn(word).filter((figure) => !known.has(figuresWord([figure])))));
    }
  }

  /** The changes that add regions. */
  adding(figures: readonly Figure[]): SkyChanges {
    return new Map(
      figures.map((figure) => {
        this.#made += 1;
        return [-this.#made, figure];
      }),
    );
  }

  /** Changes regions; returns the changes that undo it. */
  put(changes: SkyChanges): SkyChanges {
    const all = new Map(this.#all.peek().map(({ id, figure }) => [id, figure]));
    const before = new Map([...changes.keys()].map((id) => [id, all.get(id)]));
    for (const [id, figure] of changes) {
      if (figure) {
        all.set(id, figure);
      } else {
        all.delete(id);
      }
    }
    if (changes.size > 0) {
      const sorted = [...all].toSorted(([one], [other]) => other - one);
      this.#all.value = sorted.map(([id, figure]) => ({ id, figure }));
    }
    return before;
  }

  /** The region with an id. */
  figure(id: number): Figure | undefined {
    return this.#all.peek().find((region) => region.id === id)?.figure;
  }
}
