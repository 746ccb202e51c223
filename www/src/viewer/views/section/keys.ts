/** The keys of the slider of an axis. */
import type { Command } from "../../ui/commands.ts";

export const SLIDER_KEYS: readonly Command<() => void>[] = [
  { label: "Previous and next section", keys: [], written: "← →" },
  { label: "Play and pause", keys: [" "], written: "space", run: (play) => play() },
];
