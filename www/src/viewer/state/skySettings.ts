/** How positions on the sky are written, the same for all files, and remembered on this device. */
import { effect, type Signal, signal } from "@preact/signals";
import type { Notation } from "../format/world.ts";
import type { SkyFrame } from "../protocol/wcs.ts";

const FRAMES: readonly SkyFrame[] = ["own", "icrs", "fk5", "galactic", "ecliptic"];
const NOTATIONS: readonly Notation[] = ["sexagesimal", "decimal"];

/** The reference system; where a WCS cannot be converted to it, the WCS's own. */
export const skyFrame = remembered("asdf-viewer:sky-frame", FRAMES, "own");
export const notation = remembered("asdf-viewer:notation", NOTATIONS, "sexagesimal");

/** What is drawn over images of the sky. */
export type OnOff = "on" | "off";
const ON_OFF: readonly OnOff[] = ["on", "off"];
export const gridShown = remembered("asdf-viewer:sky-grid", ON_OFF, "off");
export const compassShown = remembered("asdf-viewer:compass", ON_OFF, "off");

function remembered<T extends string>(key: string, choices: readonly T[], standard: T): Signal<T> {
  const stored = attempt(() => localStorage.getItem(key));
  const setting = signal(choices.find((choice) => choice === stored) ?? standard);
  effect(() => {
    const { value } = setting;
    if (value !== (attempt(() => localStorage.getItem(key)) ?? standard)) {
      attempt(() => localStorage.setItem(key, value));
    }
  });
  return setting;
}

/** Undefined if storage is refused or full. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
