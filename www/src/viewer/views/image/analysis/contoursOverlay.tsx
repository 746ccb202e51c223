/** Contours as an overlay of the image. */
import { lazily } from "../../../ui/lazily.tsx";
import type { DrawProps, Overlay, OverlayProps } from "../overlay.ts";
import { ContourModel } from "./contourModel.ts";

const ContoursOver = lazily(() => import("./ContoursOver.tsx").then(({ ContoursOver }) => ContoursOver));

export const contoursOverlay: Overlay = {
  name: "contours",
  model: ContourModel,
  suits: ({ unmapped }) => !unmapped,
  Over: Contours,
  Fields: lazily<OverlayProps>(() =>
    import("./AnalysisFields.tsx").then(({ AnalysisFields }) => AnalysisFields),
  ),
};

function Contours({ host, live }: DrawProps) {
  const isOn = host.model(ContourModel).settings.value.kind !== undefined;
  return isOn ? <ContoursOver host={host} live={live} /> : null;
}
