/** The menu of what can be saved, and of the link to what is shown. */

import { useEffect, useState } from "preact/hooks";
import { ExportModel, type SaveJob } from "../../state/saveJob.ts";
import { menuKey, SHORTCUTS } from "../../ui/commands.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { copyLink } from "../tabs/copyLink.ts";
import { saveSession } from "../tabs/sessionFile.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { asAsdf, asItself, asZip, showsImage } from "./jobs.ts";

export function SaveMenu({ tabs }: { tabs: Tabs }) {
  const { session, url } = tabs.shown.value;
  const message = tabs.message.value;
  const isImage = showsImage(session.scene);
  const [cutout, setCutout] = useState<typeof import("./cutout.ts")>();
  useEffect(() => {
    if (isImage) {
      void import("./cutout.ts").then((module) => setCutout(() => module));
    }
  }, [isImage]);
  const link = {
    name: "Copy link",
    ...menuKey(SHORTCUTS.link),
    ...(url === undefined && { note: "only for files at an address" }),
    disabled: url === undefined,
    action: () => void copyLink(tabs),
  };
  const isInPlace = session.saving.isInPlace.value;
  const offer = (job: () => SaveJob | undefined) => () => {
    session.saving.job.value = job();
  };
  const itself = {
    name: "Save",
    ...menuKey(SHORTCUTS.save),
    disabled: !session.editing.state.value.isChanged,
    action: offer(() => asItself(session, tabs)),
  };
  const stored = {
    name: "Session",
    note: "open files and how they are shown",
    action: () => saveSession(tabs),
  };
  return (
    <div class="save-menu">
      <MenuButton
        label="Save"
        items={[
          ...(isInPlace ? [itself] : []),
          tabs.hosted.value
            ? {
                name: "Copy as ASDF…",
                note: "compressed in another way, if wanted",
                action: offer(() => ({ ...asAsdf(session), whole: false })),
              }
            : {
                name: "As ASDF…",
                ...menuKey(isInPlace ? SHORTCUTS.saveAs : SHORTCUTS.save),
                action: offer(() => asAsdf(session)),
              },
          {
            name: "Export…",
            ...menuKey(SHORTCUTS.export),
            note: "Ctrl+E: PNG, FITS, .npy, CSV and others",
            action: () => {
              session.model(ExportModel).wish.value = "shown";
            },
          },
          {
            name: "Cutout…",
            note: cutout?.cutoutNote(session) ?? "a part of an image",
            disabled: !isImage || !cutout,
            action: offer(() => cutout?.asCutout(session)),
          },
          {
            name: "Exploded…",
            note: "tree and blocks in a .zip",
            action: offer(() => asZip(session)),
          },
          // A host opens files itself, and could not open a session.
          ...(tabs.hosted.value ? [] : [stored]),
          ...(tabs.linked.value ? [link] : []),
        ]}
      />
      <output class="copied">{message && <span key={message.time}>{message.text}</span>}</output>
    </div>
  );
}
