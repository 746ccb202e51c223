/** Tabs (ARIA pattern): one takes part in the focus order; arrows, Home and End move to the others and show them. */
import { useId, useRef } from "preact/hooks";
import { type Command, obey } from "./commands.ts";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: T; readonly label: string }[];
  readonly shown: T;
  readonly onShow: (name: T) => void;
  /** The id of the panel they control. */
  readonly panel: string;
}

export function Tabs<T extends string>({ label, tabs, shown, onShow, panel }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const at = tabs.findIndex(({ name }) => name === shown);
  const go = (index: number): void => {
    const tab = tabs[index];
    if (tab) {
      onShow(tab.name);
      list.current?.querySelector<HTMLElement>(`[data-name="${tab.name}"]`)?.focus();
    }
  };

  return (
    <div
      ref={list}
      class="tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => obey(TAB_KEYS, { at, count: tabs.length, go }, event)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.name}
          id={`${id}-${tab.name}`}
          data-name={tab.name}
          type="button"
          class="quiet"
          role="tab"
          aria-selected={shown === tab.name}
          aria-controls={panel}
          tabIndex={shown === tab.name ? 0 : -1}
          onClick={() => onShow(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface TabsContext {
  readonly at: number;
  readonly count: number;
  readonly go: (index: number) => void;
}

export const TAB_KEYS: readonly Command<TabsContext>[] = [
  {
    label: "Show another tab",
    keys: ["ArrowLeft", "ArrowRight", "Home", "End"],
    written: "← → Home End",
    run: ({ at, count, go }, { key }) => go(destination(key, at, count) ?? at),
  },
];

/** The tab that a key moves to. */
export function destination(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "ArrowRight":
      return (at + 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
