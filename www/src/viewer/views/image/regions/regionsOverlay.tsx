/** Regions as an overlay of the image. */
import { RegionsModel } from "../../../state/regions.ts";
import { lazily } from "../../../ui/lazily.tsx";
import type { DrawProps, Overlay } from "../overlay.ts";
import { OpenTool, REGIONS } from "../tools/openTool.ts";
import { REGION_KEYS } from "./keys.ts";

const RegionsOver = lazily(() => import("./RegionsOver.tsx").then(({ RegionsOver }) => RegionsOver));

export const regionsOverlay: Overlay = {
  name: REGIONS,
  model: RegionsModel,
  Over: Regions,
  OverSecond: RegionsOnSecond,
  keys: REGION_KEYS,
  where: "Regions, over the image",
  panel: {
    label: "Regions",
    title: "Draw regions and measure in them (A)",
    keys: ["a"],
    Panel: lazily(() => import("./RegionsPanel.tsx").then(({ RegionsPanel }) => RegionsPanel)),
  },
};

function Regions({ host, live, pixels }: DrawProps) {
  const isOpen = host.model(OpenTool).shown.value === REGIONS;
  const hasRegions = host.model(RegionsModel).all.value.length > 0;
  return hasRegions || isOpen ? <RegionsOver {...{ host, live, pixels, isOpen }} /> : null;
}

function RegionsOnSecond({ host, live, pixels }: DrawProps) {
  return host.model(RegionsModel).all.value.length > 0 ? (
    <div aria-hidden="true">
      <RegionsOver {...{ host, live, pixels }} isOpen={false} isSecond />
    </div>
  ) : null;
}
