/** Flags that stand beside an image: a button that lays them over it, and their controls while they are. */

import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { FlagModel } from "./model.ts";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

interface FlagsProps {
  readonly host: ViewHost;
  /** The flags, if there are any. */
  readonly beside: TreeNode | undefined;
}

export function FlagsButton({ host, beside }: FlagsProps) {
  return beside ? (
    <Toggle label="Flags" title={`Show ${beside.key} over the image`} value={host.model(FlagModel).over} />
  ) : null;
}

export function FlagsOver({ host, beside }: FlagsProps) {
  return host.model(FlagModel).over.value && beside ? <FlagPanel host={host} node={beside.id} /> : null;
}
