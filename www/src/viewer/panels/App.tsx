/** The whole viewer: header, notices, and the room for the current phase. */
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../session.ts";
import { acceptDrops, picked } from "./drop.ts";
import { Empty } from "./Empty.tsx";
import { Header } from "./Header.tsx";
import { Notices } from "./Notices.tsx";
import { Opening } from "./Opening.tsx";

export interface AppProps {
  readonly session: Session;
  readonly sample: string | undefined;
  /** Takes the chosen theme to where the colours are defined. */
  readonly onTheme: () => void;
}

export function App({ session, sample, onTheme }: AppProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const phase = session.phase.value;
  const [Workspace, setWorkspace] = useState<ComponentType<{ session: Session }>>();
  const wanted = phase !== "empty";
  const pick = (folder: boolean) => {
    if (picker.current) {
      picker.current.webkitdirectory = folder;
      picker.current.click();
    }
  };

  // Before the first paint: a file dropped on what is seen is never lost to the browser.
  useLayoutEffect(
    () => acceptDrops(viewer.current, (files) => void session.open(files), setDropping),
    [session],
  );

  // The tree and the image, with which most files begin, are loaded while the first file is being opened.
  useEffect(() => {
    if (wanted) {
      void import("./Workspace.tsx").then((module) => setWorkspace(() => module.Workspace));
      void import("../views/image/ImageView.tsx");
    }
  }, [wanted]);

  return (
    <div ref={viewer} class="viewer" data-phase={phase} data-dropping={dropping}>
      <input
        ref={picker}
        class="picker"
        type="file"
        accept=".asdf,.finf"
        multiple
        hidden
        aria-label="ASDF files"
        onChange={({ currentTarget }) => {
          const files = picked(currentTarget.files ?? []);
          currentTarget.value = "";
          if (files.length > 0) {
            void session.open(files);
          }
        }}
      />
      <Header session={session} onPick={() => pick(false)} onTheme={onTheme} />
      <Notices session={session} />
      {phase === "empty" && (
        <Empty
          onPick={() => pick(false)}
          onFolder={() => pick(true)}
          onSample={sample === undefined ? undefined : () => void session.open(sample)}
        />
      )}
      {wanted && (phase === "opening" || !Workspace) && <Opening session={session} />}
      {phase === "open" && Workspace && <Workspace session={session} />}
      {dropping && wanted && (
        <div class="drop-veil" aria-hidden="true">
          Drop to open
        </div>
      )}
    </div>
  );
}
