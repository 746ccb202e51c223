/** Flags that belong to an image: a button that shows them over it, and their panel meanwhile. */

import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { FlagModel } from "./model.ts";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

interface FlagsProps {
  readonly host: ViewHost;
  /** The node of the flags, if there is one. */
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
