/** Meridians, parallels, the compass and the scale bar as an overlay of the image. */
import { lazily } from "../../../ui/lazily.tsx";
import type { DrawProps, Overlay } from "../overlay.ts";
import { GraticuleModel } from "./graticuleModel.ts";

const Graticule = lazily(() => import("./Graticule.tsx").then(({ Graticule }) => Graticule));

export const graticuleOverlay: Overlay = { name: "graticule", model: GraticuleModel, Over };

function Over({ host, live }: DrawProps) {
  return host.model(GraticuleModel).isOn.value ? <Graticule host={host} live={live} /> : null;
}
