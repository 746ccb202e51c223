/** The whole viewer: header, notices, and the room for the current phase. */
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../session.ts";
import { acceptDrops } from "./drop.ts";
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
  const pick = () => picker.current?.click();

  // Before the first paint: a file dropped on what is seen is never lost to the browser.
  useLayoutEffect(
    () => acceptDrops(viewer.current, (file) => void session.open(file), setDropping),
    [session],
  );

  // The tree and the image are loaded while the first file is being opened.
  useEffect(() => {
    if (wanted) {
      void import("./Workspace.tsx").then((module) => setWorkspace(() => module.Workspace));
    }
  }, [wanted]);

  return (
    <div ref={viewer} class="viewer" data-phase={phase} data-dropping={dropping}>
      <input
        ref={picker}
        class="picker"
        type="file"
        accept=".asdf,.finf"
        hidden
        aria-label="ASDF file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) {
            void session.open(file);
          }
        }}
      />
      <Header session={session} onPick={pick} onTheme={onTheme} />
      <Notices session={session} />
      {phase === "empty" && (
        <Empty onPick={pick} onSample={sample === undefined ? undefined : () => void session.open(sample)} />
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
