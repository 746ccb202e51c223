/** How positions on the sky are written, the same for all files, and remembered on this device. */

import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import type { Notation } from "@asdf-wasm/science/wcs/world";
import { rememberedChoice } from "./remembered.ts";

const FRAMES: readonly SkyFrame[] = ["own", "icrs", "fk5", "galactic", "ecliptic"];
const NOTATIONS: readonly Notation[] = ["sexagesimal", "decimal"];

/** The reference system; where a WCS cannot be converted to it, the WCS's own. */
export const skyFrame = rememberedChoice("asdf-viewer:sky-frame", FRAMES, "own");
export const notation = rememberedChoice("asdf-viewer:notation", NOTATIONS, "sexagesimal");

/** What is drawn over images of the sky. */
export type OnOff = "on" | "off";
const ON_OFF: readonly OnOff[] = ["on", "off"];
export const gridShown = rememberedChoice("asdf-viewer:sky-grid", ON_OFF, "off");
export const compassShown = rememberedChoice("asdf-viewer:compass", ON_OFF, "off");
