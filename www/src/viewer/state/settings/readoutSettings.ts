/** What is read out under images, remembered on this device. */

import { rememberedChoice } from "./remembered.ts";
import type { OnOff } from "./skySettings.ts";

/** Whether the values of the other arrays of the same shape are shown. */
export const othersShown = rememberedChoice<OnOff>("asdf-viewer:other-values", ["on", "off"], "off");
