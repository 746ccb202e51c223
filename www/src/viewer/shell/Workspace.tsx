/** An open file: the tree and what is known of its current node on one side, the stage on the other. */
import type { Session } from "../state/session.ts";
import { Side } from "./Side.tsx";
import { StageView } from "./StageView.tsx";

export function Workspace({ session }: { session: Session }) {
  return (
    <div class="workspace">
      <Side session={session} />
      <StageView session={session} />
    </div>
  );
}
