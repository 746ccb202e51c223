/** The viewer in any element, for pages that would rather call than declare. */

import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { problemIn } from "./problem.ts";
import type { TreeEdit } from "./protocol/edits.ts";
import type { FileFacts, Notice, ViewerSource } from "./protocol/facts.ts";
import { noticeOf } from "./protocol/notices.ts";
import type { Markers } from "./protocol/over/markers.ts";
import type { Checked } from "./protocol/schemas.ts";
import { App } from "./shell/App.tsx";
import { follow, linkTo } from "./shell/tabs/link.ts";
import { RecentFiles } from "./shell/tabs/recent.ts";
import { Tabs } from "./shell/tabs/tabs.ts";
import type { SeenPart } from "./state/linked.ts";
import type { OpenOutcome } from "./state/session.ts";
import { sheet } from "./styles/sheet.ts";
import { prepareCanvas } from "./views/image/draw/canvas.ts";
import { VIEWS } from "./views/registry.ts";

/** How long nothing must change before `onChange` is called, in milliseconds. */
const REST = 200;

/** What is shown. */
export interface Shown {
  /** The name of the file; empty on the empty page. */
  readonly name: string;
  /**
   * A query that opens it again, for files that have addresses: `?url=image.asdf&path=roman/data&stretch=log`. What is shown of a file
   * without an address is in a fragment, which is used once the file is opened again: `#file=image.asdf&path=roman/data`.
   */
  readonly link: string;
  /** The path of the selected node, such as `roman/data`; empty if no node is selected. */
  readonly path: string;
  /** Which part of the image of that node the window shows, if it shows one. */
  readonly seen: SeenPart | undefined;
}

/** What a page chooses to offer. */
export interface Offers {
  /** A URL to be opened as a sample. */
  readonly sample?: string | undefined;
  /** Keeps names and addresses of recent files on this device, and offers them. */
  readonly recent?: boolean | undefined;
  /** Offers to copy a link: the page's address with the `link` of what is shown, which the page must follow. */
  readonly links?: boolean | undefined;
  /**
   * The page owns the file: it opens and saves it, keeps the edits that `onEdit` reports, and calls `undo()` and `redo()`. The viewer
   * then offers none of these, and leaves their keys to the page.
   */
  readonly hosted?: boolean | undefined;
}

export interface MountOptions extends Offers {
  /** Called when a file is open. */
  readonly onOpen?: (file: FileFacts) => void;
  /** Called when a file cannot be opened, a part of it cannot be read, or a link leads to what it does not have. */
  readonly onFailure?: (notice: Notice) => void;
  /** Called when another file, or another part of it, is shown. */
  readonly onChange?: (shown: Shown) => void;
  /** Called when a person has edited the tree; not for undo, redo and `repeat()`. */
  readonly onEdit?: (edit: TreeEdit) => void;
  /** Called when the file was checked against schemas. */
  readonly onCheck?: (checked: Checked) => void;
}

export interface MountedViewer {
  /**
   * Opens a file in place of the one shown; of files that refer to each other, one that no other refers to.
   *
   * @throws AsdfError why the file cannot be opened, or `aborted` if it was closed or replaced meanwhile
   */
  open(source: ViewerSource | URL): Promise<FileFacts>;
  /** Opens a file in a new tab, and fails as `open()` does. */
  add(source: ViewerSource | URL): Promise<FileFacts>;
  /**
   * Goes where the link of `onChange` leads: to the tabs of its files, or in new ones if they are not open. Resolves to the file that is
   * shown, or to undefined if there is none, and fails as `open()` does.
   */
  follow(link: string): Promise<FileFacts | undefined>;
  /** Shows what is in a bucket or another place, or opens the file at an address; without an address, asks for one. */
  browse(address?: string): void;
  /** Draws markers over the images of the file that is shown, in place of those of the same label; without markers, takes them away. */
  setMarkers(label: string, markers?: Markers): void;
  /** Undoes the last edit of the tree, if there is one. */
  undo(): Promise<void>;
  /** Redoes the edit of the tree that was undone last, if there is one. */
  redo(): Promise<void>;
  /** Makes edits of `onEdit` again: in the file that they were made in, as it was before. */
  repeat(edits: readonly TreeEdit[]): Promise<void>;
  /** Checks the file that is shown against schemas, as its tab "File" does, and shows that. */
  check(): Promise<void>;
  /** The file with its edits, as it would be saved. The array data are read from the source. */
  write(signal?: AbortSignal): Promise<Blob>;
  /** Tells the viewer that the page has saved the file as it is now. */
  noteSaved(): Promise<void>;
  /** Changes what is offered. */
  offer(offers: Offers): void;
  /** Closes all tabs, returns to the empty page and stops all work. */
  close(): void;
  /** Removes the viewer from the element. */
  destroy(): void;
}

/** Builds a viewer inside the element, which must be able to hold a shadow root. */
export function mount(element: HTMLElement, options: MountOptions = {}): MountedViewer {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet()];
  const { hosted: _, ...events } = options;
  const tabs = new Tabs(VIEWS, events);
  const sample = signal<string | undefined>(undefined);
  const offer = (offers: Offers): void => {
    sample.value = offers.sample;
    tabs.linked.value = offers.links === true;
    tabs.hosted.value = offers.hosted === true;
    tabs.recent.value = offers.recent ? (tabs.recent.value ?? new RecentFiles()) : undefined;
  };
  offer(options);
  const reports = reportChanges(tabs, options.onChange);
  const warn = (event: BeforeUnloadEvent): void => {
    if (!tabs.hosted.value && tabs.all.value.some((tab) => tab.isChanged.value)) {
      event.preventDefault();
    }
  };
  window.addEventListener("beforeunload", warn);
  render(<App tabs={tabs} sample={sample} onTheme={() => switchTheme(element)} />, root);
  // Creates the canvas at once: before the first frame, if the page opens a file right away.
  const prepared = <T,>(opening: T): T => {
    if (tabs.shown.value.session.phase.value !== "empty") {
      prepareCanvas(element);
    }
    return opening;
  };
  return {
    open: async (source) => opened(await prepared(tabs.open(sourceOf(source)))),
    add: async (source) => opened(await prepared(tabs.add(sourceOf(source)))),
    follow: async (link) => {
      try {
        const outcome = await prepared(follow(tabs, link));
        return outcome && (await opened(outcome));
      } finally {
        // Of what was reported before, nobody can tell whether the link led there.
        reports.repeat();
      }
    },
    browse: (address = "") => tabs.openAddress(address),
    setMarkers: (label, markers) => {
      const { session } = tabs.shown.peek();
      const others = [...session.markers.peek()].filter(([name]) => name !== label);
      session.markers.value = new Map(markers ? [...others, [label, markers]] : others);
    },
    undo: () => tabs.shown.peek().session.editing.undo(),
    redo: () => tabs.shown.peek().session.editing.redo(),
    repeat: (edits) => tabs.shown.peek().session.editing.repeat(edits).catch(fail),
    check: async () => {
      const { CheckModel } = await import("./state/schemas/checkModel.ts");
      const { session } = tabs.shown.peek();
      session.side.value = "file";
      await session.model(CheckModel).check();
    },
    write: (signal = new AbortController().signal) => written(tabs, signal).catch(fail),
    noteSaved: () => tabs.shown.peek().session.saving.done(),
    offer,
    close: () => tabs.closeAll(),
    destroy: () => {
      reports.stop();
      window.removeEventListener("beforeunload", warn);
      tabs.dispose();
      render(null, root);
    },
  };
}

/** Rejects with the error that callers get. */
async function fail(cause: unknown): Promise<never> {
  throw await problemIn(noticeOf(cause));
}

async function written(tabs: Tabs, signal: AbortSignal): Promise<Blob> {
  const { session } = tabs.shown.peek();
  const options = { compression: undefined, apart: true };
  // Edits under way come first.
  await session.editing.settled();
  return session.request(signal, (worker, signal) => worker.file.save(options, signal, () => {}));
}

function sourceOf(source: ViewerSource | URL): ViewerSource {
  return source instanceof URL ? source.href : source;
}

/** The file that was opened; throws the reason if none was. */
async function opened(outcome: OpenOutcome): Promise<FileFacts> {
  if ("failure" in outcome) {
    throw await problemIn(outcome.failure);
  }
  return outcome.file;
}

interface Reports {
  /** Calls back once more, even if nothing changes. */
  repeat(): void;
  stop(): void;
}

/** Calls back once the state rests: while playing or browsing it changes many times a second. */
function reportChanges(tabs: Tabs, onChange: MountOptions["onChange"]): Reports {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = "";
  const repeats = signal(0);
  const stop = effect(() => {
    repeats.value;
    const { ownName: name, session } = tabs.shown.value;
    const seen = session.linking.models.seen(session.scene.facts.value?.id ?? -1);
    const shown = { name: name.value, link: linkTo(tabs), path: session.detail.value?.path ?? "", seen };
    clearTimeout(timer);
    if (session.section.playing.value) {
      return;
    }
    timer = setTimeout(() => {
      const state = JSON.stringify(shown);
      if (state !== reported) {
        reported = state;
        onChange?.(shown);
      }
    }, REST);
  });
  return {
    repeat: () => {
      reported = "";
      repeats.value += 1;
    },
    stop: () => {
      clearTimeout(timer);
      stop();
    },
  };
}

function switchTheme(element: HTMLElement): void {
  const current = () => getComputedStyle(element).getPropertyValue("--theme").trim();
  const wanted = current() === "dark" ? "light" : "dark";
  // Without the attribute the theme follows the system again.
  element.removeAttribute("theme");
  if (current() !== wanted) {
    element.setAttribute("theme", wanted);
  }
}
