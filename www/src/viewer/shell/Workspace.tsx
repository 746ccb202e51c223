/** An open file: the tree and the details of the selected node on one side, the stage on the other. */
import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { SidePanel } from "../state/linking.ts";
import { MeaningModel } from "../state/schemas/meaningModel.ts";
import type { Session } from "../state/session.ts";
import { lengthOf, SHARE, side, sideHeight, sideWidth, toggleSide } from "../state/settings/layout.ts";
import { EditBar } from "../tree/EditBar.tsx";
import { SearchField } from "../tree/SearchField.tsx";
import { TreeView } from "../tree/TreeView.tsx";
import { lazily } from "../ui/lazily.tsx";
import { Separator } from "../ui/separator/Separator.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Detail } from "./details/Detail.tsx";
import { FilePanel } from "./details/FilePanel.tsx";
import { StageView } from "./StageView.tsx";

const CONTENTS = { name: "contents", label: "Contents" } as const;
const TABS: readonly { readonly name: SidePanel; readonly label: string }[] = [
  CONTENTS,
  { name: "hdus", label: "HDUs" },
  { name: "file", label: "File" },
];

const HduPanel = lazily(async () => (await import("./hdus/HduPanel.tsx")).HduPanel);

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
      style={{ "--side-width": lengthOf(sideWidth.value), "--side-height": lengthOf(sideHeight.value) }}
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

/**
 * The side as tabs: the contents of the file, the HDUs of FITS, or the file itself. In low boxes, only the tabs are seen until
 * one is chosen, or a key goes to what they show; the style sheet knows which boxes are low.
 */
function Side({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const attend = () => {
    session.model(MeaningModel).isWanted.value = true;
  };
  const isFits = session.file.value?.dialect === "fits";
  const tabs = TABS.filter(({ name }) => isFits || name !== "hdus");
  const { name: shown, label } = tabs.find(({ name }) => name === session.side.value) ?? CONTENTS;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody turns to what is inside.
    <div
      class="side"
      part="side"
      data-open={isOpen}
      onPointerEnter={attend}
      onKeyDown={attend}
      onInput={attend}
    >
      <Tabs
        label="The open file"
        tabs={tabs}
        shown={shown}
        onShow={(name) => {
          session.side.value = name;
          setOpen(true);
        }}
        panel="side-panel"
      />
      <button
        type="button"
        class="quiet square fold"
        aria-label="The whole sidebar"
        aria-expanded={isOpen}
        title={isOpen ? "Only the tabs" : "The sidebar, open"}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? "▾" : "▴"}</span>
      </button>
      <Separator
        label="Size of the sidebar"
        edge="right"
        sizes={{ width: sideWidth, height: sideHeight, range: SHARE }}
        hint="Enter hides"
        onEnter={toggleSide}
      />
      <div
        id="side-panel"
        class="side-panel"
        role="tabpanel"
        aria-label={label}
        // Of a key that brought the focus here, this is what arrives.
        onKeyUp={() => setOpen(true)}
      >
        {shown === "file" && <FilePanel session={session} />}
        {shown === "hdus" && <HduPanel session={session} />}
        {shown === "contents" && (
          <>
            <SearchField search={session.search} />
            <EditBar editing={session.editing} />
            <TreeView session={session} />
            <Detail session={session} />
          </>
        )}
      </div>
    </div>
  );
}
