/** Flags that stand beside an image: a button that lays them over it, and their controls while they are. */
import type { TreeNode } from "../../../protocol/protocol.ts";
import type { Session } from "../../../state/session.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

interface FlagsProps {
  readonly session: Session;
  /** The flags, if there are any. */
  readonly beside: TreeNode | undefined;
}

export function FlagsButton({ session, beside }: FlagsProps) {
  return beside ? (
    <Toggle label="Flags" title={`Show ${beside.key} over the image`} value={session.flags.over} />
  ) : null;
}

export function FlagsOver({ session, beside }: FlagsProps) {
  return session.flags.over.value && beside ? <FlagPanel session={session} node={beside.id} /> : null;
}
