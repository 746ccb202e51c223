/** The keys over an image: its own, and its overlays'. */
import type { KeyGroup } from "../../ui/commands.ts";
import { ARROWS, COMMANDS } from "./camera/commands.ts";
import { TONE_KEYS } from "./display/toning.ts";
import { OVERLAYS } from "./overlays.ts";
import { panelCommands } from "./tools/Tools.tsx";

const keysOf = (overlay: (typeof OVERLAYS)[number]) => [...panelCommands(overlay), ...(overlay.keys ?? [])];

export const IMAGE_KEYS: readonly KeyGroup[] = [
  {
    where: "Image",
    commands: [
      ...[ARROWS, ...COMMANDS, ...TONE_KEYS],
      ...OVERLAYS.filter(({ where }) => where === undefined).flatMap(keysOf),
    ],
  },
  ...OVERLAYS.flatMap((overlay) =>
    overlay.where === undefined ? [] : [{ where: overlay.where, commands: keysOf(overlay) }],
  ),
];
