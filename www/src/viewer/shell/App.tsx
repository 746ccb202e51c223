/** The whole viewer: header, notices, and the content of the current tab. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { startAhead } from "../client/fileWorker.ts";
import { ExportModel } from "../state/saveJob.ts";
import { obey } from "../ui/commands.ts";
import { refuseLong, useKeys } from "../ui/keys.ts";
import { lazily } from "../ui/lazily.tsx";
import { openFiles, picked, useArrivals } from "./arriving/arrivals.ts";
import { Empty } from "./Empty.tsx";
import { useFocusKept } from "./focus.ts";
import { Header } from "./Header.tsx";
import { whenIdle } from "./idle.ts";
import type { ShortcutsProps } from "./keys/Shortcuts.tsx";
import { SHELL_COMMANDS } from "./keys/shellKeys.ts";
import { Notices } from "./Notices.tsx";
import { Opening } from "./Opening.tsx";
import type { Tabs } from "./tabs/tabs.ts";
import type { WorkspaceProps } from "./Workspace.tsx";

const SaveDialog = lazily(() => import("./saving/SaveDialog.tsx").then((module) => module.SaveDialog));

const ExportDialog = lazily(() => import("./saving/ExportDialog.tsx").then((module) => module.ExportDialog));

const LeaveDialog = lazily(() => import("./saving/LeaveDialog.tsx").then((module) => module.LeaveDialog));

const YamlDialog = lazily(() => import("./yaml/YamlDialog.tsx").then((module) => module.YamlDialog));

const Places = lazily(() => import("./places/Places.tsx").then((module) => module.Places));

export interface AppProps {
  readonly tabs: Tabs;
  readonly sample: ReadonlySignal<string | undefined>;
  /** Switches between light and dark. */
  readonly onTheme: () => void;
}

export function App({ tabs, sample, onTheme }: AppProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const tab = tabs.shown.value;
  const { session } = tab;
  const phase = session.phase.value;
  const sampleUrl = sample.value;
  const job = session.saving.job.value;
  const [Shortcuts, setShortcuts] = useState<ComponentType<ShortcutsProps>>();
  const wanted = phase !== "empty";
  const Workspace = useWorkspace(viewer, wanted);
  const place = phase === "open" && !Workspace ? "opening" : phase;
  useFocusKept(viewer, `${place} ${tab.id}`);
  useArrivals(viewer, tabs, setDropping);
  const pick = (folder: boolean) => {
    if (picker.current) {
      picker.current.webkitdirectory = folder;
      picker.current.click();
    }
  };

  const explain = async () => {
    const module = await import("./keys/Shortcuts.tsx");
    setShortcuts(() => module.Shortcuts);
  };
  useKeys(viewer, (event) => {
    const isOpen = phase === "open";
    obey(
      SHELL_COMMANDS.everywhere,
      { tabs, session, isOpen, viewer: viewer.current, explain: () => void explain() },
      event,
    );
  });

  return (
    <div
      ref={viewer}
      class="viewer"
      part="viewer"
      data-phase={phase}
      data-dropping={dropping}
      data-alone={phase === "open" && tabs.alone.value}
      onBeforeInput={(event) => {
        const problem = refuseLong(event);
        if (problem) {
          session.note(problem);
        }
      }}
    >
      <input
        ref={picker}
        class="picker"
        type="file"
        accept=".asdf,.finf,.fits,.fit,.fts,.gz,.json,.parquet,.vot,.xml,.ecsv,.csv,.tsv"
        multiple
        hidden
        aria-label="ASDF and FITS files"
        onChange={({ currentTarget }) => {
          const files = picked(currentTarget.files ?? []);
          currentTarget.value = "";
          if (files.length > 0) {
            void openFiles(tabs, files);
          }
        }}
      />
      <Header tabs={tabs} onPick={() => pick(false)} onTheme={onTheme} onKeys={() => void explain()} />
      <div
        id="file"
        class="file"
        {...(tabs.all.value.length > 1 && { role: "tabpanel", "aria-labelledby": `${tab.id}-tab` })}
      >
        <Notices notices={session.notices.value} onDismiss={(notice) => session.dismiss(notice)} />
        {phase === "empty" && !tabs.hosted.value && (
          <Empty
            tabs={tabs}
            onPick={() => pick(false)}
            onFolder={() => pick(true)}
            onSample={sampleUrl === undefined ? undefined : () => void tabs.open(sampleUrl)}
          />
        )}
        {place === "opening" && <Opening tab={tab} onCancel={() => tabs.close(tab)} />}
        {place === "open" && Workspace && <Workspace key={tab.id} session={session} alone={tabs.alone} />}
      </div>
      {Shortcuts && <Shortcuts own={SHELL_COMMANDS} tabs={tabs} onClose={() => setShortcuts(undefined)} />}
      {session.editing.asText.value && <YamlDialog key={tab.id} session={session} />}
      {(tabs.browsed.value !== undefined || tabs.asksKeys.value) && <Places tabs={tabs} />}
      {tabs.leaving.value && <LeaveDialog tabs={tabs} />}
      {session.model(ExportModel).wish.value && <ExportDialog key={tab.id} session={session} />}
      {job && <SaveDialog key={job.title} session={session} job={job} />}
      {dropping && wanted && (
        <div class="drop-veil" aria-hidden="true">
          Drop to open
        </div>
      )}
    </div>
  );
}

// What follows is outside of `App`, because effects that run once would keep the session that `App` shows first.

/** Loads what most files need while the page is idle, at the latest while the first file opens. */
function useWorkspace(
  viewer: RefObject<HTMLElement | null>,
  wanted: boolean,
): ComponentType<WorkspaceProps> | undefined {
  const [Workspace, setWorkspace] = useState<ComponentType<WorkspaceProps>>();
  useEffect(() => {
    const load = () => {
      void import("./Workspace.tsx").then((module) => setWorkspace(() => module.Workspace));
      void import("../views/image/ImageView.tsx").then(
        ({ prepareSurface }) => viewer.current && prepareSurface(viewer.current),
      );
    };
    if (wanted || Workspace) {
      load();
      return;
    }
    let end = () => {};
    const cancel = whenIdle(() => {
      if (viewer.current?.checkVisibility()) {
        load();
        end = startAhead();
        // The first canvas to be drawn on initialises the GPU for all of them.
        document.createElement("canvas").getContext("2d")?.fillRect(0, 0, 1, 1);
      }
    });
    return () => {
      cancel();
      end();
    };
  }, [wanted, viewer]);
  return Workspace;
}
