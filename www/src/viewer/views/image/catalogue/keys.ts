/** The keys of a catalogue over the image. */
import type { Command } from "../../../ui/commands.ts";

export const CATALOGUE_KEYS: readonly Command<() => void>[] = [
  { label: "Select the row of the catalogue there", keys: ["Enter"], run: (select) => select() },
];
