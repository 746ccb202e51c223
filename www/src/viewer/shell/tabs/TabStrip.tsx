/** The open files as tabs. Arrows move between them, Delete or the middle button closes one. */

import { cut } from "@asdf-wasm/science/format/format";
import { distinctNames } from "@asdf-wasm/science/format/names";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Command, obey } from "../../ui/commands.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { TAB_KEYS } from "../../ui/Tabs.tsx";
import { ChangedMark } from "./ChangedMark.tsx";
import type { Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

export const CLOSE: Command<Tabs> = {
  label: "Close the file",
  keys: ["Delete"],
  ofPage: true,
  run: (tabs) => tabs.askToClose(tabs.shown.value),
};

/** Characters of a file's name on its tab. */
const LABEL = 30;

export function TabStrip({ tabs }: { tabs: Tabs }) {
  const strip = useRef<HTMLDivElement>(null);
  const shown = tabs.shown.value;
  const all = tabs.all.value;
  const overflows = useOverflow(strip, all);
  const labels = distinctNames(all.map(nameOf), LABEL);
  const current = () => strip.current?.querySelector<HTMLElement>('[aria-selected="true"]');

  const scroll = () => current()?.scrollIntoView({ block: "nearest", inline: "nearest" });

  // A tab grows when its name is known.
  useEffect(scroll, [shown, shown.name.value, all.length, overflows]);

  // The strip shrinks when what is beside it is known.
  useLayoutEffect(() => {
    const resizing = new ResizeObserver(scroll);
    if (strip.current) {
      resizing.observe(strip.current);
    }
    return () => resizing.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const root = event.currentTarget.getRootNode();
    const all = tabs.all.value;
    const go = (index: number) => all[index] && tabs.show(all[index]);
    const context = { at: all.indexOf(tabs.shown.value), count: all.length, go };
    if (obey(TAB_KEYS, context, event) || obey([CLOSE], tabs, event)) {
      // Wait for the new tab to be rendered. A single file has no tab: its tree gets the focus.
      requestAnimationFrame(() => (current() ?? treeIn(root))?.focus());
    }
  };

  return (
    <>
      <div
        ref={strip}
        class="files"
        part="tabs"
        role="tablist"
        tabIndex={-1}
        aria-label="Open files"
        onKeyDown={onKeyDown}
        onWheel={({ currentTarget, deltaX, deltaY }) => currentTarget.scrollBy({ left: deltaX + deltaY })}
      >
        {all.map((tab, i) => (
          <FileTab key={tab.id} tabs={tabs} tab={tab} label={labels[i] ?? ""} shown={tab === shown} />
        ))}
      </div>
      {overflows && <AllFiles tabs={tabs} />}
    </>
  );
}

/** A menu of all open files by their whole names, where the tabs do not fit into the strip. */
function AllFiles({ tabs }: { tabs: Tabs }) {
  const all = tabs.all.value;
  const items = all.map((tab, i) => ({
    name: String(i + 1),
    note: nameOf(tab),
    action: () => void tabs.show(tab),
  }));
  return (
    <div class="all-files">
      <MenuButton label={`${all.length} files`} items={items} />
    </div>
  );
}

/** Whether the tabs are wider than the strip. */
function useOverflow(strip: RefObject<HTMLElement | null>, all: readonly Tab[]): boolean {
  const [overflows, setOverflows] = useState(false);
  const names = all.map(nameOf).join("\n");
  useLayoutEffect(() => {
    const element = strip.current;
    const measure = (): void => setOverflows(element !== null && element.scrollWidth > element.clientWidth);
    const resizing = new ResizeObserver(measure);
    if (element) {
      resizing.observe(element);
      measure();
    }
    return () => resizing.disconnect();
  }, [strip, names]);
  return overflows;
}

function nameOf(tab: Tab): string {
  return tab.name.value || "New tab";
}

function treeIn(root: Node): HTMLElement | null {
  return root instanceof ShadowRoot ? root.querySelector<HTMLElement>('[role="tree"]') : null;
}

interface FileTabProps {
  readonly tabs: Tabs;
  readonly tab: Tab;
  /** Its name, cut where it equals the names of other tabs. */
  readonly label: string;
  readonly shown: boolean;
}

function FileTab({ tabs, tab, label, shown }: FileTabProps) {
  const name = nameOf(tab);
  return (
    <button
      id={`${tab.id}-tab`}
      type="button"
      class="quiet file-tab"
      role="tab"
      title={`${cut(name)}\nDelete or the middle button closes it`}
      aria-selected={shown}
      aria-controls={shown ? "file" : undefined}
      aria-keyshortcuts={CLOSE.keys[0]}
      tabIndex={shown ? 0 : -1}
      onClick={() => tabs.show(tab)}
      onMouseDown={(event) => {
        // Otherwise the middle button would scroll.
        if (event.button === 1) {
          event.preventDefault();
        }
      }}
      onAuxClick={(event) => {
        if (event.button === 1) {
          tabs.askToClose(tab);
        }
      }}
    >
      <bdi class="file-name">{label}</bdi>
      {tab.isChanged.value && <ChangedMark />}
      {/* A tab must not contain a button. Delete closes it by key, and the header has a button for the current tab. */}
      <span
        class="close"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          tabs.askToClose(tab);
        }}
      >
        ×
      </span>
    </button>
  );
}
