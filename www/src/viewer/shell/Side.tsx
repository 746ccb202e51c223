/** The side of an open file, as tabs: its contents, or the file itself. */
import type { Session, SidePanel } from "../state/session.ts";
import { EditBar } from "../tree/EditBar.tsx";
import { SearchField } from "../tree/SearchField.tsx";
import { TreeView } from "../tree/TreeView.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Detail } from "./details/Detail.tsx";
import { FilePanel } from "./details/FilePanel.tsx";

const TABS: readonly { readonly name: SidePanel; readonly label: string }[] = [
  { name: "contents", label: "Contents" },
  { name: "file", label: "File" },
];

export function Side({ session }: { session: Session }) {
  const shown = session.side.value;
  return (
    <div class="side">
      <Tabs
        label="The open file"
        tabs={TABS}
        shown={shown}
        onShow={(name) => {
          session.side.value = name;
        }}
        panel="side-panel"
      />
      <div
        id="side-panel"
        class="side-panel"
        role="tabpanel"
        aria-label={shown === "file" ? "File" : "Contents"}
      >
        {shown === "contents" ? (
          <>
            <SearchField session={session} />
            <EditBar editing={session.editing} />
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
