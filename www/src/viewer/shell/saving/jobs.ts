/** What can be saved of the open file. Cutouts are apart: they need the models of images, which the page first loads with an image. */

import type { TreeNode } from "../../protocol/facts.ts";
import type { SaveJob } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { stemOf } from "../../state/source.ts";
import { seenIn } from "../../state/view.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { ASDF, ZIP } from "./destination.ts";

/** The whole file in its current state. */
export function asAsdf({ name, file }: Session): SaveJob {
  const ending = file.value?.dialect === "fits" ? ".asdf" : "-copy.asdf";
  return {
    title: "Save as ASDF",
    name: `${stemOf(name.value)}${ending}`,
    kind: ASDF,
    whole: true,
    write: (worker, ...call) => worker.file.save(...call),
  };
}

/** The file itself, if the page's host writes over it, or else a copy. */
export function asItself(session: Session, tabs: Tabs): SaveJob {
  const copy = asAsdf(session);
  if (!session.saving.isInPlace.value) {
    return copy;
  }
  const name = session.name.value;
  return {
    ...copy,
    title: `Save ${name}`,
    name,
    put: async (content) => {
      await session.saving.overwrite(content);
      tabs.say(`Saved ${name}`);
    },
  };
}

/** Whether an image is on the stage. */
export function showsImage({ facts, view }: Session["scene"]): boolean {
  return facts.value?.array !== undefined && ["image", "rgb", "flags"].includes(view.value?.name ?? "");
}

/** The node on the stage, or the array that is computed and seen in its place. */
export function seenOn({ scene, standIn }: Session): TreeNode | undefined {
  return seenIn(scene.view.value, scene.facts.value, standIn.value);
}

/** The tree and a file for each block, which refer to each other. */
export function asZip({ name }: Session): SaveJob {
  return {
    title: "Save exploded",
    name: `${stemOf(name.value)}.zip`,
    kind: ZIP,
    whole: true,
    write: (worker, ...call) => worker.file.zip(...call),
  };
}
