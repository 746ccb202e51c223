/** An open file: the tree and what is known of its current node on one side, the stage on the other. */

import type { Session } from "../session.ts";
import { ImageView } from "../views/image/ImageView.tsx";
import { CellsView } from "./CellsView.tsx";
import { NoticeText } from "./Notices.tsx";
import { ProgressBar } from "./ProgressBar.tsx";
import { Shortfall } from "./Shortfall.tsx";
import { Side } from "./Side.tsx";

export function Workspace({ session }: { session: Session }) {
  return (
    <div class="workspace">
      <Side session={session} />
      <div class="stage" aria-busy={session.reading.value !== undefined}>
        <Shortfall session={session} />
        <StageContent session={session} />
        {session.reading.value && (
          <div class="reading">
            <ProgressBar label="Reading" progress={session.progress.value} />
            <button type="button" class="quiet" onClick={() => session.stop()}>
              Cancel
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

function StageContent({ session }: { session: Session }) {
  const view = session.view.value;
  switch (view.kind) {
    case "image":
      return <ImageView session={session} plane={view.plane} />;
    case "cells":
      return <CellsView cells={view.cells} />;
    case "failed":
      return (
        <div class="stage-note">
          <h2>This array cannot be shown</h2>
          <NoticeText notice={view.notice} />
        </div>
      );
    case "nothing":
      // The canvas is made ready while the first rows are on their way.
      return session.reading.value === "image" ? (
        <ImageView session={session} plane={undefined} />
      ) : session.reading.value ? null : (
        <div class="stage-note">
          <p>Choose an array in the tree to see it here.</p>
        </div>
      );
  }
}
