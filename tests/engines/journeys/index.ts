/** All journeys, in the order of docs/browsers.md. */
import type { Journey } from "./journey.ts";
import { opening } from "./opening.ts";
import { packageJourneys } from "./package.ts";
import { saving } from "./saving.ts";
import { settings } from "./settings.ts";
import { viewing } from "./viewing.ts";

export const JOURNEYS: readonly Journey[] = [
  ...opening,
  ...viewing,
  ...saving,
  ...settings,
  ...packageJourneys,
];
