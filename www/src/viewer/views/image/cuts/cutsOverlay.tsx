/** The row and the column through a pixel, below the image. */
import { lazily } from "../../../ui/lazily.tsx";
import { ImageModel } from "../model/imageModel.ts";
import type { Overlay, OverlayProps } from "../overlay.ts";

const Cuts = lazily(() => import("./Cuts.tsx").then(({ Cuts }) => Cuts));

export const cutsOverlay: Overlay = { name: "cuts", Below };

function Below({ host, facts }: OverlayProps) {
  const { plane, viewpoint } = host.model(ImageModel);
  return plane.value && viewpoint.cuts.value ? <Cuts host={host} facts={facts} /> : null;
}
