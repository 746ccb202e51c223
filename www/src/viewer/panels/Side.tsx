/** The side of an open file, as tabs: its contents, or the file itself. */
import { useRef, useState } from "preact/hooks";
import type { Session } from "../session.ts";
import { SearchField } from "../tree/SearchField.tsx";
import { TreeView } from "../tree/TreeView.tsx";
import { Detail } from "./Detail.tsx";
import { FilePanel } from "./FilePanel.tsx";

const TABS = ["Contents", "File"] as const;

export function Side({ session }: { session: Session }) {
  const tabs = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<(typeof TABS)[number]>("Contents");

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      const other = shown === "Contents" ? "File" : "Contents";
      show(other);
      tabs.current?.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
    }
  };

  return (
    <div class="side">
      <div
        ref={tabs}
        class="tabs"
        role="tablist"
        tabIndex={-1}
        aria-label="The open file"
        onKeyDown={onKeyDown}
      >
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            class="quiet"
            role="tab"
            aria-selected={shown === name}
            aria-controls="side-panel"
            tabIndex={shown === name ? 0 : -1}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="side-panel" class="side-panel" role="tabpanel" aria-labelledby={`tab-${shown}`}>
        {shown === "Contents" ? (
          <>
            <SearchField session={session} />
            <TreeView session={session} />
            <Detail session={session} />
          </>
        ) : (
          <FilePanel session={session} />
        )}
      </div>
    </div>
  );
}
