/** Flags that stand beside an image: a button that lays them over it, and their controls while they are. */
import type { TreeNode } from "../../engine/protocol.ts";
import type { Session } from "../../session.ts";
import { lazily } from "../lazily.tsx";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

interface FlagsProps {
  readonly session: Session;
  /** The flags, if there are any. */
  readonly beside: TreeNode | undefined;
}

export function FlagsButton({ session, beside }: FlagsProps) {
  const { over } = session.flags;
  return beside ? (
    <button
      type="button"
      class="quiet"
      title={`Show ${beside.key} over the image`}
      aria-pressed={over.value}
      onClick={() => {
        over.value = !over.value;
      }}
    >
      Flags
    </button>
  ) : null;
}

export function FlagsOver({ session, beside }: FlagsProps) {
  return session.flags.over.value && beside ? <FlagPanel session={session} node={beside.id} /> : null;
}
