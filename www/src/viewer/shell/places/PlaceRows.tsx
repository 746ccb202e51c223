/** The files and folders of a place: a list of any length, of which several are selected. */
import { bytes, cut } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useRef } from "preact/hooks";
import { useVirtualRows } from "../../tree/virtual.ts";
import type { Browser } from "./browser.ts";
import type { Column, Entry } from "./listing.ts";

const HEIGHT = 28;

const COLUMNS: readonly (readonly [by: Column, label: string])[] = [
  ["name", "Name"],
  ["size", "Size"],
  ["modified", "Date"],
];

export function PlaceRows({ browser }: { browser: Browser }) {
  const { listing, selected } = browser;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = listing.shown.value;
  const at = Math.min(browser.at.value, shown.length - 1);
  const virtual = useVirtualRows(scroller, shown.length, HEIGHT);
  useEffect(() => {
    if (at >= 0) {
      virtual.reveal(at);
    }
  }, [at, shown.length === 0]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const entry = shown[at];
    const to = virtual.step(key, at);
    if (key === "Backspace" || (key === "ArrowUp" && altKey)) {
      browser.up();
    } else if (ctrlKey || metaKey || altKey) {
      return;
    } else if (to !== undefined) {
      browser.at.value = to;
      const next = shown[to];
      if (shiftKey && next && !next.isFolder) {
        selected.value = new Set([...selected.value, ...(entry && !entry.isFolder ? [entry] : []), next]);
      }
    } else if (key === "Enter" && entry) {
      browser.choose(entry);
    } else if (key === " " && entry && !entry.isFolder) {
      browser.toggle(entry);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <>
      <div class="place-columns">
        {COLUMNS.map(([by, label]) => (
          <ColumnButton key={by} browser={browser} by={by} label={label} />
        ))}
      </div>
      <div
        ref={scroller}
        class="place-list"
        role="listbox"
        tabIndex={0}
        aria-label="Files and folders"
        aria-multiselectable
        aria-activedescendant={virtual.items.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div class="place-rows" role="presentation" style={{ height: `${virtual.height}px` }}>
          {virtual.items.map(({ index, start }) => {
            const entry = shown[index];
            return (
              entry && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the list, which holds the focus.
                <div
                  key={index}
                  id={`${id}-${index}`}
                  class="place-row"
                  role="option"
                  tabIndex={-1}
                  aria-selected={selected.value.has(entry)}
                  aria-posinset={index + 1}
                  aria-setsize={shown.length}
                  data-at={index === at}
                  title={cut(entry.key)}
                  style={{ transform: `translateY(${start}px)`, height: `${HEIGHT}px` }}
                  onClick={() => {
                    browser.at.value = index;
                    if (entry.isFolder) {
                      browser.choose(entry);
                    } else {
                      browser.toggle(entry);
                    }
                  }}
                  onDblClick={() => !entry.isFolder && browser.choose(entry)}
                >
                  <Row entry={entry} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}

function Row({ entry: { name, isFolder, size, modified } }: { entry: Entry }) {
  return (
    <>
      <bdi class="place-name" data-folder={isFolder}>
        {cut(name)}
      </bdi>
      <span class="place-fact">{size === undefined ? "" : bytes(size)}</span>
      <span class="place-fact">
        {modified?.toISOString().slice(0, 10)}
        <span class="place-time"> {modified?.toISOString().slice(11, 16)}</span>
      </span>
    </>
  );
}

/** The heading of a column, which sorts by it. */
function ColumnButton({ browser, by, label }: { browser: Browser; by: Column; label: string }) {
  const { listing } = browser;
  const arrangement = listing.arrangement.value;
  const isIt = arrangement.by === by;
  // The largest and the newest are looked for first.
  const isDescending = isIt ? !arrangement.isDescending : by !== "name";
  const order = isIt ? (arrangement.isDescending ? ", descending" : ", ascending") : "";
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Sort by ${label.toLowerCase()}${order}`}
      onClick={() => {
        browser.at.value = 0;
        void listing.arrange({ by, isDescending });
      }}
    >
      {label}
      <span aria-hidden="true">{isIt ? (arrangement.isDescending ? " ↓" : " ↑") : ""}</span>
    </button>
  );
}
