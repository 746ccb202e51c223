/** The menu of what can be saved. */

import type { Session } from "../../state/session.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { asAsdf, asCutout, asZip, showsImage } from "./jobs.ts";

export function SaveMenu({ session }: { session: Session }) {
  return (
    <div class="save-menu">
      <MenuButton
        label="Save"
        items={[
          {
            name: "As ASDF…",
            note: "Ctrl+S",
            shortcut: "Control+S",
            action: () => session.save(asAsdf(session)),
          },
          {
            name: "Cutout…",
            note: "the visible part of the image",
            disabled: !showsImage(session.scene),
            action: () => session.save(asCutout(session)),
          },
          {
            name: "Exploded…",
            note: "tree and blocks in a .zip",
            action: () => session.save(asZip(session)),
          },
        ]}
      />
    </div>
  );
}
