/**
 * The open files: a tab each, with a session of its own. One is shown; the others keep their state and draw nothing. There is always a
 * tab; the next file goes to one without a file. Files may wait in tabs until these are first shown.
 */

import { cut, many } from "@asdf-wasm/science/format/format";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FileSet, ViewerSource } from "../../protocol/facts.ts";
import { isAborted, refusalOf } from "../../protocol/notices.ts";
import { SkyRegions } from "../../regions/skyRegions.ts";
import type { Place } from "../../state/linking.ts";
import type { OpenOutcome, SessionEvents } from "../../state/session.ts";
import { mainOf, nameOf } from "../../state/source.ts";
import type { Besides, View, WaitingFile } from "../../state/view.ts";
import { save } from "../../ui/download.ts";
import { isPlace } from "./address.ts";
import type { ExpectedFile } from "./expected.ts";
import { MOST_FILES } from "./linkText.ts";
import { type NamedFile, Names } from "./names.ts";
import type { RecentFiles } from "./recent.ts";
import { type OpenRequest, Tab } from "./tab.ts";

/** Up to this many files opened together get a tab each; the files of a larger folder share one, which offers them all. */
const MOST_TOGETHER = 100;

export class Tabs {
  readonly all: ReadonlySignal<readonly Tab[]>;
  readonly shown: ReadonlySignal<Tab>;
  /** A tab with unsaved changes that is about to be left, and how. */
  readonly leaving = signal<{ readonly tab: Tab; readonly leave: () => void } | undefined>(undefined);
  /** The files opened last, if the viewer offers them. */
  readonly recent = signal<RecentFiles | undefined>(undefined);
  /** Whether the page follows links to what is shown. */
  readonly linked = signal(false);
  /** Whether the page owns the file: it saves, undoes and opens. */
  readonly hosted = signal(false);
  /** Whether what is shown takes the window: header, sidebar and toolbars are hidden. */
  readonly alone = signal(false);
  /** A message that is shown for a moment, and the time of its appearance. */
  readonly message = signal<{ readonly text: string; readonly time: number } | undefined>(undefined);
  /** The files that the newest link or session leads to and that have to be chosen first. */
  readonly expected = signal<readonly ExpectedFile[]>([]);
  /** The address of the place whose files are listed, if one is browsed. */
  readonly browsed = signal<string | undefined>(undefined);
  /** Whether a person is asked for new keys, because those of an open file have expired. */
  readonly asksKeys = signal(false);
  readonly skyRegions = new SkyRegions();
  readonly #all = signal<readonly Tab[]>([]);
  /** The files that tabs could show instead of their own, and that have no tab. */
  readonly #offered = computed(() => {
    const inTabs = new Set(this.#all.value.map(({ request }) => mainOf(request.value?.source)));
    return this.#all.value.flatMap((tab) => offeredBy(tab).filter(({ path }) => !inTabs.has(path)));
  });
  readonly #naming = new Names();
  /** The names of the files in tabs, and of those that are offered. */
  readonly #names = computed(() =>
    this.#naming.of([...this.#all.value.map(({ named }) => named), ...this.#offered.value]),
  );
  readonly #shown: Signal<Tab>;
  readonly #views: readonly View[];
  readonly #events: SessionEvents;
  #made = 0;

  constructor(views: readonly View[], events: SessionEvents = {}) {
    this.#views = views;
    this.#events = events;
    this.#shown = signal(this.#append());
    [this.all, this.shown] = [this.#all, this.#shown];
  }

  /** Opens a file in place of the one shown. Unrelated files opened with it get tabs of their own. */
  async open(source: ViewerSource | Promise<ViewerSource>): Promise<OpenOutcome> {
    const tab = this.#shown.value;
    const outcome = await tab.open(source);
    await this.#leaveRefused(tab, outcome);
    this.#separate(tab);
    return outcome;
  }

  /** Opens an address that a person typed: a file, or a place, whose files are listed. Without an address, one is asked for. */
  openAddress(address: string): void {
    if (address === "" || isPlace(address)) {
      this.browsed.value = address;
    } else {
      void this.open(address);
    }
  }

  /** Opens a file in a new tab. */
  add(source: ViewerSource | Promise<ViewerSource>): Promise<OpenOutcome> {
    this.addEmpty();
    return this.open(source);
  }

  /**
   * Opens files in new tabs, and shows one of them, if there are any: at most as many as one link opens. Says of how many that is not so,
   * beside `more` that are not among them.
   */
  async addAll(files: readonly OpenRequest[], shown = 0, more = 0): Promise<OpenOutcome | undefined> {
    const before = this.#shown.value;
    const tab = this.#hold(files.slice(0, MOST_FILES), this.#all.value.length)[shown];
    const opening = tab && this.show(tab);
    if (tab && before.isFree) {
      this.close(before);
    }
    const outcome = await opening;
    if (tab) {
      this.#separate(tab, new Set(files.map(({ source }) => mainOf(source))));
    }
    const left = more + Math.max(files.length - MOST_FILES, 0);
    if (left > 0) {
      const message = `at most ${MOST_FILES} files are opened together: ${many(left, "more is", "more are")} left out`;
      this.#shown.value.session.note({ severity: "warning", code: "limit-exceeded", message });
    }
    return outcome;
  }

  /** Shows a tab at a place in its file, and opens the file if it waits. */
  async goTo(tab: Tab, place: Place): Promise<OpenOutcome | undefined> {
    const before = this.#shown.value;
    const going = tab.goTo(place);
    const opening = this.show(tab);
    if (before.isFree && before !== tab) {
      this.close(before);
    }
    const outcome = await opening;
    await going;
    const file = tab.session.file.peek();
    return outcome ?? (file && { file });
  }

  /** Says something for a moment. */
  say(text: string): void {
    this.message.value = { text: cut(text), time: performance.now() };
  }

  /** Shows a tab without a file. */
  addEmpty(): void {
    if (!this.#shown.value.isFree) {
      void this.show(this.#all.value.find((tab) => tab.isFree) ?? this.#append());
    }
  }

  /** Shows a tab, and opens the file that waits in it. */
  async show(tab: Tab): Promise<OpenOutcome | undefined> {
    this.#shown.value = tab;
    return this.#begin(tab);
  }

  /** Opens the file that waits in a tab, if one does. */
  async #begin(tab: Tab): Promise<OpenOutcome | undefined> {
    const outcome = await tab.begin();
    await this.#leaveRefused(tab, outcome);
    return outcome;
  }

  /**
   * Closes the tab of a file that was refused, if there are others, of which the one shown then says why. An address that could not be
   * reached, or has nothing, stays to be mended or tried again.
   */
  async #leaveRefused(tab: Tab, outcome: OpenOutcome | undefined): Promise<void> {
    const all = this.#all.value;
    const failure = outcome && "failure" in outcome ? outcome.failure : undefined;
    if (failure === undefined || isAborted(failure) || !all.includes(tab)) {
      return;
    }
    if (tab.url !== undefined && (failure.code === "network" || failure.code === "not-found")) {
      return;
    }
    const others = all.filter((other) => other !== tab && !other.isFree);
    const isShown = this.#shown.value === tab;
    const open = others.findLast(({ session }) => session.phase.value === "open") ?? others[0];
    const next = isShown ? open : this.#shown.value;
    if (!next || next.isFree) {
      return;
    }
    const notice = refusalOf(tab.name.value, failure, "error");
    const opening = isShown ? this.show(next) : undefined;
    this.close(tab);
    await opening;
    this.#shown.value.session.note(notice);
  }

  /** Shows the tab `by` positions further, wrapping around. */
  step(by: number): void {
    const all = this.#all.value;
    const tab = all.at((all.indexOf(this.#shown.value) + by) % all.length);
    if (tab) {
      void this.show(tab);
    }
  }

  /** Runs an action that closes a tab's file; asks first if it has unsaved changes. */
  leave(tab: Tab, leave: () => void): void {
    if (tab.isChanged.value) {
      void this.show(tab);
      this.leaving.value = { tab, leave };
    } else {
      leave();
    }
  }

  /** Closes a tab; asks first if it has unsaved changes. */
  askToClose(tab: Tab): void {
    this.leave(tab, () => this.close(tab));
  }

  /** Closes a tab and its file. */
  close(tab: Tab): void {
    const index = this.#all.value.indexOf(tab);
    batch(() => {
      tab.session.dispose();
      this.#all.value = this.#all.value.filter((other) => other !== tab);
      if (tab === this.#shown.value) {
        void this.show(this.#all.value[index] ?? this.#all.value.at(-1) ?? this.#append());
      }
    });
    // The closed one as well: whatever may keep it, such as the browser's last event of the mouse, must not keep the others by it.
    for (const { session } of [tab, ...this.#all.value]) {
      session.forgetNeighbour();
    }
    // Found anew, they keep nothing of the closed one.
    this.#names.peek();
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
    this.skyRegions.dispose();
    for (const { session } of this.#all.value) {
      session.dispose();
    }
  }

  /** Gives the files that were opened with a tab's own, and that it does not refer to, tabs of their own, but for those that have one. */
  #separate(tab: Tab, known: ReadonlySet<string | undefined> = new Set()): void {
    const index = this.#all.value.indexOf(tab);
    if (index >= 0 && tab.session.others.length < MOST_TOGETHER) {
      const names = this.#names.peek();
      const unknown = offeredBy(tab).filter(({ path }) => !known.has(path));
      const held = unknown.map(({ id, set }) => ({ source: set, as: names.get(id) }));
      batch(() => {
        tab.session.separate();
        this.#hold(held, index + 1);
      });
    }
  }

  /** Inserts tabs for files at an index; the files wait in them. */
  #hold(files: readonly OpenRequest[], index: number): readonly Tab[] {
    const tabs = files.map((request) => {
      const tab = this.#make();
      tab.wait(request);
      return tab;
    });
    this.#all.value = this.#all.value.toSpliced(index, 0, ...tabs);
    return tabs;
  }

  /** What is beside a tab: the other files that are open, and those that wait. Beside one that is closed there is nothing. */
  #besides(of: () => Tab): Besides {
    const others = (): readonly Tab[] => {
      const all = this.#all.value;
      return all.includes(of()) ? all.filter((other) => other !== of()) : [];
    };
    return {
      skyRegions: this.skyRegions,
      openBeside: (file) => (this.hosted.peek() ? save(file, file.name) : void this.add(file)),
      neighbours: computed(() =>
        others()
          .filter(({ session }) => session.phase.value === "open")
          .map((tab) => ({ ...tab.neighbour, show: () => void this.show(tab) })),
      ),
      waiting: computed(() => {
        const inTabs = others().filter((tab) => tab.isWaiting.value);
        return [
          ...inTabs.map((tab) => this.#waiting(tab.id, tab.name.value, () => tab)),
          ...(this.#all.value.includes(of()) ? this.#offered.value.map((one) => this.#waitingIn(one)) : []),
        ];
      }),
      uniqueName: computed(() => this.#names.value.get(of().id) ?? of().ownName.value),
    };
  }

  /** A file that is offered, which is opened in a tab of its own. */
  #waitingIn({ id, name, set, tab }: OfferedFile): WaitingFile {
    const as = this.#names.value.get(id) ?? name;
    return this.#waiting(id, as, () => this.#hold([{ source: set, as }], this.#all.value.length)[0] ?? tab);
  }

  /** A file that is opened in a tab behind the one shown. */
  #waiting(id: string, name: string, tabOf: () => Tab): WaitingFile {
    const open = async (): Promise<string> => {
      const tab = tabOf();
      const outcome = await this.#begin(tab);
      if (outcome && "failure" in outcome) {
        throw outcome.failure;
      }
      return tab.id;
    };
    return { id, name, open };
  }

  #append(): Tab {
    const tab = this.#make();
    this.#all.value = [...this.#all.value, tab];
    return tab;
  }

  #make(): Tab {
    this.#made += 1;
    const onOpen: SessionEvents["onOpen"] = (file) => {
      this.recent.value?.note({ name: file.name, url: tab.url });
      this.#events.onOpen?.(file);
    };
    const tab: Tab = new Tab(
      this.#made,
      this.#views,
      { ...this.#events, onOpen, hosted: this.hosted },
      this.expected,
      this.#besides(() => tab),
    );
    return tab;
  }
}

/** A file that a tab could show instead of its own. */
interface OfferedFile extends NamedFile {
  readonly set: FileSet;
  readonly tab: Tab;
}

function offeredBy(tab: Tab): readonly OfferedFile[] {
  const among = tab.session.mains.value;
  return tab.session.others.map((set) => {
    const { main: path = "" } = set;
    return { id: `${tab.id}/${path}`, name: nameOf(set), path, among, set, tab };
  });
}
