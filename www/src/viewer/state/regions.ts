/**
 * The regions drawn on the array on the stage, and the one that is selected, which every view follows. They belong to the size
 * of the section: an image, its errors and its flags share them, and so do the planes of a cube.
 */

import { regionsIn, regionsWord } from "@asdf-wasm/science/regions/linkText";
import type { NewRegion, Region } from "@asdf-wasm/science/regions/region";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type Linked, numberIn } from "./linked.ts";
import type { ViewHost, ViewModel } from "./view.ts";

/** What is drawn on sections of one size. */
interface Drawing {
  readonly regions: readonly Region[];
  readonly selected: number | undefined;
}

/** A drawing, and what it was before and after changes that can be undone and redone. */
interface Kept {
  readonly now: Drawing;
  readonly before: readonly Drawing[];
  readonly after: readonly Drawing[];
}

const EMPTY: Drawing = { regions: [], selected: undefined };
const NOTHING: Kept = { now: EMPTY, before: [], after: [] };
/** How many changes can be undone. */
const UNDONE = 200;
/** Longer words would make links that many servers refuse. */
const LONGEST = 4000;

export class RegionsModel implements ViewModel {
  /** In the order in which they were drawn. */
  readonly all: ReadonlySignal<readonly Region[]> = computed(() => this.#current.value.now.regions);
  readonly selectedId: ReadonlySignal<number | undefined> = computed(() => this.#current.value.now.selected);
  readonly selected: ReadonlySignal<Region | undefined> = computed(() =>
    this.all.value.find(({ id }) => id === this.selectedId.value),
  );
  readonly canUndo = computed(() => this.#current.value.before.length > 0);
  readonly canRedo = computed(() => this.#current.value.after.length > 0);

  /** Whether they are too many for a link. */
  readonly isUnlinked = computed(() => this.#word.value.length > LONGEST);
  /**
   * In links: `regions=circle@512,300,20`, and the place of the selected one in this list, `region=1`. They are work rather than display, so that going back in the history leaves them as they
   * are: only a word that has not been written here replaces them, which can be undone.
   */
  readonly linked: Linked = {
    names: ["regions", "region"],
    words: () => {
      const { value: regions } = this.#word;
      if (regions === "" || this.isUnlinked.value) {
        return {};
      }
      this.#written.add(regions);
      const index = this.all.value.findIndex(({ id }) => id === this.selectedId.value);
      return { regions, ...(index >= 0 && { region: String(index + 1) }) };
    },
    follow: ({ regions, region }) => {
      if (regions !== undefined && !this.#written.has(regions)) {
        this.replace(regionsIn(regions), (numberIn(region) ?? 0) - 1);
      }
    },
  };

  readonly #word = computed(() => regionsWord(this.all.value));
  readonly #written = new Set<string>();
  readonly #size: ReadonlySignal<string>;
  readonly #kept = signal<ReadonlyMap<string, Kept>>(new Map());
  readonly #current = computed(() => this.#kept.value.get(this.#size.value) ?? NOTHING);
  #ids = 0;
  /** The gesture that made the newest change: its further changes belong to the same step. */
  #gesture: unknown;

  constructor({ section }: Pick<ViewHost, "section">) {
    this.#size = computed(() => section.lengths.value.join("×"));
  }

  /** Adds regions and selects the last of them. */
  add(regions: readonly NewRegion[]): void {
    const added = this.#numbered(regions);
    if (added.length > 0) {
      this.#do({ regions: [...this.all.peek(), ...added], selected: added.at(-1)?.id });
    }
  }

  /** Changes a region. What one gesture changes, such as a drag, is undone at once. */
  change(id: number, change: Partial<NewRegion>, gesture?: unknown): void {
    const regions = this.all.peek().map((region) => (region.id === id ? { ...region, ...change } : region));
    this.#do({ regions, selected: id }, gesture);
  }

  remove(ids: readonly number[]): void {
    const all = this.all.peek();
    const regions = all.filter(({ id }) => !ids.includes(id));
    if (regions.length < all.length) {
      const first = all.findIndex(({ id }) => ids.includes(id));
      const selected = this.selectedId.peek();
      const isGone = selected !== undefined && ids.includes(selected);
      const next = regions[Math.min(first, regions.length - 1)]?.id;
      this.#do({ regions, selected: isGone ? next : selected });
    }
  }

  /** Puts others in place of all, and selects the one at an index. */
  replace(regions: readonly NewRegion[], index = -1): void {
    const numbered = this.#numbered(regions);
    this.#do({ regions: numbered, selected: numbered[index]?.id });
  }

  /** Selection is no change that is undone. */
  select(id: number | undefined): void {
    const { now, before, after } = this.#current.peek();
    if (id !== now.selected) {
      this.#gesture = undefined;
      this.#keep({ now: { ...now, selected: id }, before, after });
    }
  }

  undo(): void {
    const { now, before, after } = this.#current.peek();
    const last = before.at(-1);
    if (last) {
      this.#gesture = undefined;
      this.#keep({ now: last, before: before.slice(0, -1), after: [...after, now] });
    }
  }

  redo(): void {
    const { now, before, after } = this.#current.peek();
    const next = after.at(-1);
    if (next) {
      this.#gesture = undefined;
      this.#keep({ now: next, before: [...before, now], after: after.slice(0, -1) });
    }
  }

  clear(): void {
    this.#gesture = undefined;
    this.#written.clear();
    this.#kept.value = new Map();
  }

  #numbered(regions: readonly NewRegion[]): readonly Region[] {
    return regions.map((region) => {
      this.#ids += 1;
      return { ...region, id: this.#ids };
    });
  }

  #do(drawing: Drawing, gesture?: unknown): void {
    const { now, before } = this.#current.peek();
    const goesOn = gesture !== undefined && gesture === this.#gesture;
    this.#gesture = gesture;
    this.#keep({ now: drawing, before: goesOn ? before : [...before, now].slice(-UNDONE), after: [] });
  }

  #keep(kept: Kept): void {
    this.#kept.value = new Map(this.#kept.peek()).set(this.#size.peek(), kept);
  }
}
