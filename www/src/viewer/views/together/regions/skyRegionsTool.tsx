/** The tool for regions of the sky. */

import type { RefObject } from "preact";
import type { ViewHost } from "../../../state/view.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { OpenTool } from "../../image/tools/openTool.ts";
import type { Panel } from "../../image/tools/Tools.tsx";

const SkyRegionsOver = lazily(() =>
  import("./SkyRegionsOver.tsx").then(({ SkyRegionsOver }) => SkyRegionsOver),
);

export const skyRegions: { readonly name: string; readonly panel: Panel } = {
  name: "sky regions",
  panel: {
    label: "Regions",
    title: "Draw regions of the sky, which all images have (A)",
    keys: ["a"],
    Panel: lazily(() => import("./SkyRegionsPanel.tsx").then(({ SkyRegionsPanel }) => SkyRegionsPanel)),
  },
};

/** Whether clicks are for regions. */
export function areRegionsOpen(host: ViewHost): boolean {
  return host.model(OpenTool).shown.value === skyRegions.name;
}

export function SkyRegions({ host, pixels }: { host: ViewHost; pixels: RefObject<HTMLElement | null> }) {
  const isOpen = areRegionsOpen(host);
  return isOpen || host.skyRegions.all.value.length > 0 ? (
    <SkyRegionsOver {...{ host, pixels, isOpen }} />
  ) : null;
}
