/** The side of an open file, as tabs: its contents, or the file itself. */
import { useState } from "preact/hooks";
import type { Session } from "../session.ts";
import { SearchField } from "../tree/SearchField.tsx";
import { TreeView } from "../tree/TreeView.tsx";
import { Detail } from "./Detail.tsx";
import { FilePanel } from "./FilePanel.tsx";
import { Tabs } from "./Tabs.tsx";

const TABS = [
  { name: "contents", label: "Contents" },
  { name: "file", label: "File" },
] as const;

export function Side({ session }: { session: Session }) {
  const [shown, show] = useState<(typeof TABS)[number]["name"]>("contents");
  return (
    <div class="side">
      <Tabs label="The open file" tabs={TABS} shown={shown} onShow={show} panel="side-panel" />
      <div
        id="side-panel"
        class="side-panel"
        role="tabpanel"
        aria-label={shown === "file" ? "File" : "Contents"}
      >
        {shown === "contents" ? (
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
