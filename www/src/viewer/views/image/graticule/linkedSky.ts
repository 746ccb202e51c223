/**
 * What is drawn over images of the sky, and how positions are written, in links: `sky=grid,compass,galactic,decimal`. These settings are
 * remembered on the device: a link without the word leaves them as they are.
 */
import type { Signal } from "@preact/signals";
import type { Linked } from "../../../state/linked.ts";
import { notation, skyFrame } from "../../../state/settings/skySettings.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";

const FRAMES = ["icrs", "fk5", "galactic", "ecliptic"] as const;

export function linkedSky(
  { grid, compass }: Pick<Viewpoint, "grid" | "compass">,
  isOnSky: () => boolean,
): Linked {
  const aids: readonly (readonly [name: string, shown: Signal<boolean>])[] = [
    ["grid", grid],
    ["compass", compass],
  ];
  return {
    names: ["sky"],
    words: () => {
      const sky = [
        ...aids.filter(([, shown]) => shown.value).map(([name]) => name),
        ...FRAMES.filter((frame) => frame === skyFrame.value),
        ...(notation.value === "decimal" ? ["decimal"] : []),
      ].join();
      return sky !== "" && isOnSky() ? { sky } : {};
    },
    follow: ({ sky }) => {
      if (sky !== undefined) {
        const chosen = sky.split(",");
        for (const [name, shown] of aids) {
          shown.value = chosen.includes(name);
        }
        skyFrame.value = FRAMES.find((frame) => chosen.includes(frame)) ?? "own";
        notation.value = chosen.includes("decimal") ? "decimal" : "sexagesimal";
      }
    },
  };
}
