/** The menu of what can be saved, and of the link to what is shown. */

import { ExportModel } from "../../state/saveJob.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { copyLink } from "../tabs/copyLink.ts";
import type { Tabs } from "../tabs/model.ts";
import { saveSession } from "../tabs/sessionFile.ts";
import { asAsdf, asCutout, asZip, showsImage } from "./jobs.ts";

export function SaveMenu({ tabs }: { tabs: Tabs }) {
  const { session, url } = tabs.shown.value;
  const message = tabs.message.value;
  const link = {
    name: "Copy link",
    note: url === undefined ? "only for files at an address" : "Ctrl+Shift+L",
    shortcut: "Control+Shift+L",
    disabled: url === undefined,
    action: () => void copyLink(tabs),
  };
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
            name: "Export…",
            note: "Ctrl+E: PNG, FITS, .npy, CSV and others",
            shortcut: "Control+E",
            action: () => {
              session.model(ExportModel).wish.value = "shown";
            },
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
          {
            name: "Session",
            note: "open files and how they are shown",
            action: () => saveSession(tabs),
          },
          ...(tabs.linked.value ? [link] : []),
        ]}
      />
      <output class="copied">{message && <span key={message.time}>{message.text}</span>}</output>
    </div>
  );
}
