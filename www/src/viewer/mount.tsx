/** The viewer in any element, for pages that would rather call than declare. */

import { effect } from "@preact/signals";
import { render } from "preact";
import type { FileFacts, Notice, ViewerSource } from "./protocol/facts.ts";
import { App } from "./shell/App.tsx";
import { follow, linkTo } from "./shell/tabs/link.ts";
import { Tabs } from "./shell/tabs/model.ts";
import { RecentFiles } from "./shell/tabs/recent.ts";
import { sheet } from "./styles/sheet.ts";
import { prepareCanvas } from "./views/image/draw/canvas.ts";
import { VIEWS } from "./views/registry.ts";

/** How long nothing must change before `onChange` is called, in milliseconds. */
const REST = 200;

/** What is shown. */
export interface Shown {
  /** The name of the file; empty on the empty page. */
  readonly name: string;
  /** A query that opens it again, for files that have addresses: `?url=image.asdf&path=roman/data`. */
  readonly link: string;
}

export interface MountOptions {
  /** A URL that the empty page offers as a sample. */
  readonly sample?: string;
  /** Keeps names and addresses of recent files on this device, and offers them on the empty page. */
  readonly recent?: boolean;
  readonly onOpen?: (file: FileFacts) => void;
  readonly onFailure?: (notice: Notice) => void;
  /** Called when another file, or another part of it, is shown. */
  readonly onChange?: (shown: Shown) => void;
}

export interface MountedViewer {
  /**
   * Opens a file in place of the one shown; of files that refer to each other, one that no other refers to. Resolves
   * when it is open or has failed.
   */
  open(source: ViewerSource | URL): Promise<void>;
  /** Opens a file in a new tab. */
  add(source: ViewerSource | URL): Promise<void>;
  /** Opens what such a link names, each file in a tab of its own. */
  follow(link: string): Promise<void>;
  /** Closes all tabs, returns to the empty page and stops all work. */
  close(): void;
  /** Removes the viewer from the element. */
  destroy(): void;
}

/** Builds a viewer inside the element, which must be able to hold a shadow root. */
export function mount(element: HTMLElement, options: MountOptions = {}): MountedViewer {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet()];
  const recent = options.recent ? new RecentFiles() : undefined;
  const tabs = new Tabs(VIEWS, options, recent);
  const stopReporting = reportChanges(tabs, options.onChange);
  const warn = (event: BeforeUnloadEvent): void => {
    if (tabs.all.value.some((tab) => tab.isChanged.value)) {
      event.preventDefault();
    }
  };
  window.addEventListener("beforeunload", warn);
  render(<App tabs={tabs} sample={options.sample} onTheme={() => switchTheme(element)} />, root);
  // Creates the canvas at once: before the first frame, if the page opens a file right away.
  const opened = (opening: Promise<void>): Promise<void> => {
    if (tabs.shown.value.session.phase.value !== "empty") {
      prepareCanvas(element);
    }
    return opening;
  };
  return {
    open: (source) => opened(tabs.open(source instanceof URL ? source.href : source)),
    add: (source) => opened(tabs.add(source instanceof URL ? source.href : source)),
    follow: (link) => opened(follow(tabs, link)),
    close: () => tabs.closeAll(),
    destroy: () => {
      stopReporting();
      window.removeEventListener("beforeunload", warn);
      tabs.dispose();
      render(null, root);
    },
  };
}

/** Calls back once the state rests: while playing or browsing it changes many times a second. */
function reportChanges(tabs: Tabs, onChange: MountOptions["onChange"]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = "";
  const stop = effect(() => {
    const shown = { name: tabs.shown.value.name.value, link: linkTo(tabs) };
    clearTimeout(timer);
    timer = setTimeout(() => {
      const state = JSON.stringify(shown);
      if (state !== reported) {
        reported = state;
        onChange?.(shown);
      }
    }, REST);
  });
  return () => {
    clearTimeout(timer);
    stop();
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
