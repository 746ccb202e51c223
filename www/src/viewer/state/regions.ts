/**
 * The regions drawn on the array on the stage, and the one that is selected, which every view follows. They belong to the size
 * of the section: an image, its errors and its flags share them, and so do the planes of a cube. After them are the regions of the sky, which
 * all open files share.
 */

import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import { regionsIn, regionsWord } from "@asdf-wasm/science/regions/linkText";
import type { NewRegion, Region } from "@asdf-wasm/science/regions/region";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { LONGEST, type SkyChanges, type SkyRegions } from "../regions/skyRegions.ts";
import { type Linked, numberIn } from "./linked.ts";
import { Placing } from "./sky/placing.ts";
import type { SkyPlace } from "./sky/skyMap.ts";
import type { ViewHost, ViewModel } from "./view.ts";
import { WorldModel } from "./world.ts";

/** What is drawn on sections of one size. */
interface Drawing {
  readonly regions: readonly Region[];
  readonly selected: number | undefined;
}

/** A drawing, and the regions of the sky that change with it. */
interface Step {
  readonly drawing: Drawing;
  readonly sky: SkyChanges;
}

/** A drawing, and what it was before and after changes that can be undone and redone. */
interface Kept {
  readonly now: Drawing;
  readonly before: readonly Step[];
  readonly after: readonly Step[];
}

const EMPTY: Drawing = { regions: [], selected: undefined };
const NOTHING: Kept = { now: EMPTY, before: [], after: [] };
/** How many changes can be undone. */
const UNDONE = 200;

/** What regions are drawn on. */
export interface Ground {
  /** Its regions are those of this name. */
  readonly name: ReadonlySignal<string>;
  readonly image: ReadonlySignal<SkyPlace | undefined>;
  /** Why it has no place on the sky, once that is known. */
  readonly none: ReadonlySignal<string>;
}

export class RegionsModel implements ViewModel {
  /** In the order in which they were drawn; then those of the sky. */
  readonly all: ReadonlySignal<readonly Region[]>;
  /** Where regions of the sky are in the image. */
  readonly sky: Placing;
  /** The section on the stage, once its WCS is known. */
  readonly image: ReadonlySignal<SkyPlace | undefined>;
  readonly selectedId: ReadonlySignal<number | undefined> = computed(() => this.#current.value.now.selected);
  readonly selected: ReadonlySignal<Region | undefined> = computed(() =>
    this.all.value.find(({ id }) => id === this.selectedId.value),
  );
  readonly canUndo = computed(() => this.#current.value.before.length > 0);
  readonly canRedo = computed(() => this.#current.value.after.length > 0);

  /** Whether those of the image, or those of the sky, are too many for a link. */
  readonly isUnlinked: ReadonlySignal<boolean>;
  /**
   * In links: `regions=circle@512,300,20`, and the place of the selected one in this list, `region=1`. They are work rather than display, so
   * that going back in the history leaves them as they are: only a word that has not been written here replaces them, which can be undone.
   */
  readonly linked: Linked = {
    names: ["regions", "region"],
    words: () => {
      const { value: regions } = this.#word;
      if (regions === "" || regions.length > LONGEST) {
        return {};
      }
      this.#written.add(regions);
      const index = this.#own.value.findIndex(({ id }) => id === this.selectedId.value);
      return { regions, ...(index >= 0 && { region: String(index + 1) }) };
    },
    follow: ({ regions, region }) => {
      if (regions !== undefined && !this.#written.has(regions)) {
        this.replace(regionsIn(regions), (numberIn(region) ?? 0) - 1);
      }
    },
  };

  readonly #word = computed(() => regionsWord(this.#own.value));
  readonly #written = new Set<string>();
  readonly #size: ReadonlySignal<string>;
  readonly #kept = signal<ReadonlyMap<string, Kept>>(new Map());
  readonly #current = computed(() => this.#kept.value.get(this.#size.value) ?? NOTHING);
  /** Those of the image. */
  readonly #own = computed(() => this.#current.value.now.regions);
  readonly #shared: SkyRegions;
  #ids = 0;
  /** The gesture that made the newest change: its further changes belong to the same step. */
  #gesture: unknown;

  constructor(host: RegionsHost, { name, image, none }: Ground = sectionOf(host)) {
    [this.#size, this.image, this.#shared] = [name, image, host.skyRegions];
    this.isUnlinked = computed(() => this.#word.value.length > LONGEST || this.#shared.isUnlinked.value);
    this.sky = new Placing(host.skyRegions, image, none);
    this.all = computed(() => [...this.#own.value, ...this.sky.placed.value]);
  }

  /** Adds regions and selects the last of them. */
  add(regions: readonly NewRegion[], gesture?: unknown): void {
    const added = this.#numbered(regions);
    if (added.length > 0) {
      this.#do({ regions: [...this.#own.peek(), ...added], selected: added.at(-1)?.id }, gesture);
    }
  }

  /** Adds regions of the sky and selects the last of them. */
  addSky(figures: readonly Figure[]): void {
    const added = this.#shared.adding(figures);
    if (added.size > 0) {
      this.#do({ regions: this.#own.peek(), selected: [...added.keys()].at(-1) }, undefined, added);
    }
  }

  /** Lets a region of the image follow the sky, as a part of a gesture. Returns whether the sky is known there. */
  async toSky(id: number, gesture?: unknown): Promise<boolean> {
    const region = this.#own.peek().find((region) => region.id === id);
    const [figure] = region ? await this.sky.onSky([region]) : [];
    if (figure) {
      const added = this.#shared.adding([figure]);
      const regions = this.#own.peek().filter((other) => other !== region);
      this.#do({ regions, selected: [...added.keys()][0] }, gesture, added);
    }
    return figure !== undefined;
  }

  /** Makes a region of the sky one of this image alone. */
  toImage(id: number): void {
    const region = this.all.peek().find((region) => region.id === id);
    const [own] = region ? this.#numbered([region]) : [];
    if (own) {
      this.#do(
        { regions: [...this.#own.peek(), own], selected: own.id },
        undefined,
        new Map([[id, undefined]]),
      );
    }
  }

  /** Changes a region. What one gesture changes, such as a drag, is undone at once. */
  change(id: number, { shape, ...look }: Partial<NewRegion>, gesture?: unknown): void {
    const isFurther = this.#goesOn(gesture);
    const figure = this.#shared.figure(id);
    if (figure) {
      const sky = new Map([[id, { ...figure, ...look }]]);
      this.#do({ regions: this.#own.peek(), selected: id }, gesture, sky);
      if (shape) {
        this.sky.move(id, shape, isFurther);
      }
      return;
    }
    const change = { ...look, ...(shape && { shape }) };
    const regions = this.#own.peek().map((region) => (region.id === id ? { ...region, ...change } : region));
    this.#do({ regions, selected: id }, gesture);
  }

  remove(ids: readonly number[]): void {
    const all = this.all.peek();
    const gone = new Set(ids);
    const sky = new Map(ids.filter((id) => this.#shared.figure(id)).map((id) => [id, undefined]));
    const regions = this.#own.peek().filter(({ id }) => !gone.has(id));
    if (regions.length < this.#own.peek().length || sky.size > 0) {
      const left = all.filter(({ id }) => !gone.has(id));
      const first = all.findIndex(({ id }) => gone.has(id));
      const selected = this.selectedId.peek();
      const isGone = selected !== undefined && gone.has(selected);
      const next = left[Math.min(first, left.length - 1)]?.id;
      this.#do({ regions, selected: isGone ? next : selected }, undefined, sky);
    }
  }

  /** Puts others in place of all regions of the image, and selects the one at an index. */
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
      const undone = { drawing: now, sky: this.#go(last.sky) };
      this.#keep({ now: last.drawing, before: before.slice(0, -1), after: [...after, undone] });
    }
  }

  redo(): void {
    const { now, before, after } = this.#current.peek();
    const next = after.at(-1);
    if (next) {
      const done = { drawing: now, sky: this.#go(next.sky) };
      this.#keep({ now: next.drawing, before: [...before, done], after: after.slice(0, -1) });
    }
  }

  clear(): void {
    this.#gesture = undefined;
    this.#written.clear();
    this.#kept.value = new Map();
  }

  dispose(): void {
    this.sky.dispose();
  }

  #numbered(regions: readonly NewRegion[]): readonly Region[] {
    return regions.map((region) => {
      this.#ids += 1;
      return { ...region, id: this.#ids };
    });
  }

  #goesOn(gesture: unknown): boolean {
    return gesture !== undefined && gesture === this.#gesture;
  }

  /** Changes the drawing, and regions of the sky. */
  #do(drawing: Drawing, gesture?: unknown, sky: SkyChanges = new Map()): void {
    const { now, before } = this.#current.peek();
    const last = this.#goesOn(gesture) ? before.at(-1) : undefined;
    const was = this.#shared.put(sky);
    this.#gesture = gesture;
    const steps = last
      ? [...before.slice(0, -1), { ...last, sky: new Map([...was, ...last.sky]) }]
      : [...before, { drawing: now, sky: was }].slice(-UNDONE);
    this.#keep({ now: drawing, before: steps, after: [] });
  }

  /** Changes regions of the sky as a step says; returns the changes that undo it. */
  #go(sky: SkyChanges): SkyChanges {
    this.#gesture = undefined;
    this.sky.rest();
    return this.#shared.put(sky);
  }

  #keep(kept: Kept): void {
    this.#kept.value = new Map(this.#kept.peek()).set(this.#size.peek(), kept);
  }
}

type RegionsHost = Pick<ViewHost, "ask" | "model" | "section" | "skyRegions">;

/** The section on the stage; sections of one size have the same regions. */
function sectionOf(host: RegionsHost): Ground {
  const { at, facts, path, problem } = host.model(WorldModel);
  const name = computed(() => host.section.lengths.value.join("×"));
  const image = computed(() => at.value && facts.value && { host, at: at.value, facts: facts.value });
  const none = computed(
    () => problem.value?.message ?? (path.value === undefined ? "this image has no world coordinates" : ""),
  );
  return { name, image, none };
}
