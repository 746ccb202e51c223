/** An open file: the tree and the details of the selected node on one side, the stage on the other. */
import type { Signal } from "@preact/signals";
import type { SidePanel } from "../state/linking.ts";
import type { Session } from "../state/session.ts";
import { side, sideHeight, sideWidth } from "../state/settings/layout.ts";
import { EditBar } from "../tree/EditBar.tsx";
import { SearchField } from "../tree/SearchField.tsx";
import { TreeView } from "../tree/TreeView.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Detail } from "./details/Detail.tsx";
import { FilePanel } from "./details/FilePanel.tsx";
import { Separator } from "./Separator.tsx";
import { StageView } from "./StageView.tsx";

const TABS: readonly { readonly name: SidePanel; readonly label: string }[] = [
  { name: "contents", label: "Contents" },
  { name: "file", label: "File" },
];

export interface WorkspaceProps {
  readonly session: Session;
  /** Whether the stage takes the window. */
  readonly alone: Signal<boolean>;
}

export function Workspace({ session, alone }: WorkspaceProps) {
  return (
    <div
      class="workspace"
      data-side={side.value}
      style={{ "--side-width": share(sideWidth.value), "--side-height": share(sideHeight.value) }}
    >
      {side.value === "shown" && <Side session={session} />}
      <StageView session={session} />
      {alone.value && (
        <button
          type="button"
          class="square back"
          aria-label="Show header, sidebar and toolbars"
          title="Show header, sidebar and toolbars (F or Escape)"
          onClick={() => {
            alone.value = false;
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}

/** As a length of a style; nothing for the usual one. */
function share(percent: string): string | undefined {
  return percent ? `${percent}%` : undefined;
}

/** The side as tabs: the contents of the file, or the file itself. */
function Side({ session }: { session: Session }) {
  const shown = session.side.value;
  return (
    <div class="side" part="side">
      <Tabs
        label="The open file"
        tabs={TABS}
        shown={shown}
        onShow={(name) => {
          session.side.value = name;
        }}
        panel="side-panel"
      />
      <Separator />
      <div
        id="side-panel"
        class="side-panel"
        role="tabpanel"
        aria-label={shown === "file" ? "File" : "Contents"}
      >
        {shown === "contents" ? (
          <>
            <SearchField search={session.search} />
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
