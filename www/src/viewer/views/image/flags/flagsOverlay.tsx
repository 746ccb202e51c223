/** Flags over the image that they belong to, and those that are an image themselves. */
import { useAnswer } from "../../../state/useAnswer.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import type { Overlay, OverlayProps } from "../overlay.ts";
import { FlagModel } from "./flagModel.ts";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

export const flagsOverlay: Overlay = {
  name: "flags",
  model: FlagModel,
  suits: ({ overlay }) => overlay === undefined || overlay === "flags",
  Control,
  Beside,
};

function Control({ host, view, stage }: OverlayProps) {
  const beside = useFlags(host, stage);
  return beside && !view.overlay ? (
    <Toggle label="Flags" title={`Show ${beside.key} over the image`} value={host.model(FlagModel).over} />
  ) : null;
}

function Beside({ host, view, stage }: OverlayProps) {
  const beside = useFlags(host, stage);
  const node = view.overlay ? stage : host.model(FlagModel).over.value ? beside : undefined;
  return node ? <FlagPanel host={host} node={node.id} /> : null;
}

/** The flags of an image, if there are any. */
function useFlags(host: OverlayProps["host"], stage: OverlayProps["stage"]) {
  return useAnswer({ host, facts: stage }, (worker) => worker.flags.beside(stage.id));
}
