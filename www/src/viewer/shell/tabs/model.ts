/**
 * The files open side by side: a tab each, with a session and so a worker of its own. One is shown; the others keep
 * what they have and draw nothing. There is always a tab, and one without a file is where the next file goes. Files
 * may wait in tabs: they are opened when these are first shown.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { nameOf, type ViewerSource } from "../../protocol/source.ts";
import { type InitialView, Session, type SessionEvents } from "../../state/session.ts";
import type { View } from "../../state/view.ts";
import { absolute } from "./address.ts";
import type { RecentFiles } from "./recent.ts";

/** As many files that came together get tabs; of more, one tab offers all. */
const MOST_TOGETHER = 12;

/** A file to open, and what of it to show first. */
export interface Wanted {
  readonly source: ViewerSource;
  readonly place?: InitialView | undefined;
}

export class Tab {
  readonly id: string;
  readonly session: Session;
  /** What it is of, even if that cannot be opened. */
  readonly wanted = signal<Wanted | undefined>(undefined);
  readonly name = computed(() => {
    const wanted = this.wanted.value;
    return this.session.name.value || (wanted ? nameOf(wanted.source) : "");
  });
  /** Whether it has changes that are not saved. */
  readonly isChanged = computed(() => this.session.editing.state.value.isChanged);
  #waiting = false;

  constructor(number: number, views: readonly View[], events: SessionEvents) {
    this.id = `file-${number}`;
    this.session = new Session(views, events);
  }

  /** Its address, if it is of one. */
  get url(): string | undefined {
    const source = this.wanted.value?.source;
    return typeof source === "string" ? source : undefined;
  }

  /** Whether the next file may go here. */
  get isFree(): boolean {
    return this.session.phase.value === "empty" && !this.#waiting;
  }

  async open(source: ViewerSource | Promise<ViewerSource>, place?: InitialView): Promise<void> {
    this.#waiting = false;
    this.wanted.value = undefined;
    const found = async (): Promise<ViewerSource> => {
      const what = await source;
      const wanted = { source: typeof what === "string" ? absolute(what) : what, place };
      this.wanted.value = wanted;
      return wanted.source;
    };
    await this.session.open(found(), place);
  }

  wait(wanted: Wanted): void {
    this.#waiting = true;
    this.wanted.value = wanted;
  }

  /** Opens what has waited. */
  async begin(): Promise<void> {
    const wanted = this.wanted.value;
    if (this.#waiting && wanted) {
      await this.open(wanted.source, wanted.place);
    }
  }
}

export class Tabs {
  readonly all: ReadonlySignal<readonly Tab[]>;
  readonly shown: ReadonlySignal<Tab>;
  /** A tab with changes that somebody is about to give up, and how. */
  readonly leaving = signal<{ readonly tab: Tab; readonly leave: () => void } | undefined>(undefined);
  readonly recent: RecentFiles | undefined;
  readonly #all = signal<readonly Tab[]>([]);
  readonly #shown: Signal<Tab>;
  readonly #views: readonly View[];
  readonly #events: SessionEvents;
  #made = 0;

  constructor(views: readonly View[], events: SessionEvents = {}, recent?: RecentFiles) {
    this.#views = views;
    this.#events = events;
    this.recent = recent;
    this.#shown = signal(this.#append());
    [this.all, this.shown] = [this.#all, this.#shown];
  }

  /** Opens a file in place of the one shown. Others that came with it and that it does not refer to get tabs. */
  async open(source: ViewerSource | Promise<ViewerSource>): Promise<void> {
    const tab = this.#shown.value;
    await tab.open(source);
    const index = this.#all.value.indexOf(tab);
    if (index >= 0) {
      const others = tab.session.separate(MOST_TOGETHER).map((source) => ({ source }));
      this.#hold(others, index + 1);
    }
  }

  /** Opens a file beside the others. */
  add(source: ViewerSource | Promise<ViewerSource>): Promise<void> {
    this.addEmpty();
    return this.open(source);
  }

  /** Opens files beside the others, and shows one of them. */
  async addAll(files: readonly Wanted[], shown = 0): Promise<void> {
    const before = this.#shown.value;
    const tab = this.#hold(files, this.#all.value.length)[shown];
    if (tab) {
      const opening = this.show(tab);
      if (before.isFree) {
        this.close(before);
      }
      await opening;
    }
  }

  /** Shows a tab without a file. */
  addEmpty(): void {
    if (!this.#shown.value.isFree) {
      void this.show(this.#all.value.find((tab) => tab.isFree) ?? this.#append());
    }
  }

  async show(tab: Tab): Promise<void> {
    this.#shown.value = tab;
    await tab.begin();
  }

  /** Shows the tab so many places further, and around. */
  step(by: number): void {
    const all = this.#all.value;
    const tab = all.at((all.indexOf(this.#shown.value) + by) % all.length);
    if (tab) {
      void this.show(tab);
    }
  }

  /** Does what takes the file of a tab away, which asks first where it has changes that are not saved. */
  leave(tab: Tab, leave: () => void): void {
    if (tab.isChanged.value) {
      void this.show(tab);
      this.leaving.value = { tab, leave };
    } else {
      leave();
    }
  }

  /** Closes a tab as a person does. */
  askToClose(tab: Tab): void {
    this.leave(tab, () => this.close(tab));
  }

  /** Ends what the tab is doing, and its worker. */
  close(tab: Tab): void {
    const index = this.#all.value.indexOf(tab);
    batch(() => {
      tab.session.dispose();
      this.#all.value = this.#all.value.filter((other) => other !== tab);
      if (tab === this.#shown.value) {
        void this.show(this.#all.value[index] ?? this.#all.value.at(-1) ?? this.#append());
      }
    });
  }

  closeAll(): void {
    const before = this.#all.value;
    batch(() => {
      void this.show(this.#append());
      for (const tab of before) {
        this.close(tab);
      }
    });
  }

  dispose(): void {
    for (const { session } of this.#all.value) {
      session.dispose();
    }
  }

  /** Lets files wait in tabs of their own, the first of which has this index. */
  #hold(files: readonly Wanted[], index: number): readonly Tab[] {
    const tabs = files.map((wanted) => {
      const tab = this.#make();
      tab.wait(wanted);
      return tab;
    });
    this.#all.value = this.#all.value.toSpliced(index, 0, ...tabs);
    return tabs;
  }

  #append(): Tab {
    const tab = this.#make();
    this.#all.value = [...this.#all.value, tab];
    return tab;
  }

  #make(): Tab {
    this.#made += 1;
    const tab: Tab = new Tab(this.#made, this.#views, {
      ...this.#events,
      onOpen: (file) => {
        this.recent?.note({ name: file.name, url: tab.url });
        this.#events.onOpen?.(file);
      },
    });
    return tab;
  }
}
