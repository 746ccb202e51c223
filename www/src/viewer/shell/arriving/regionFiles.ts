/** Files of regions that are dropped on the viewer: they are for the array on the stage, and no files to be opened. */
import type { FolderFile } from "../../protocol/facts.ts";
import { OpenTool, REGIONS } from "../../views/image/tools/openTool.ts";
import type { Tabs } from "../tabs/tabs.ts";

const IS_REGIONS = /\.(reg|crtf|regions\.json)$/i;

/** Takes them if there are no other files, and an array is on the stage. Returns whether it does. */
export function takeRegions(tabs: Tabs, files: readonly FolderFile[]): boolean {
  const { session } = tabs.shown.peek();
  const isArray = session.scene.facts.peek()?.array?.elements === "numbers";
  const isTaken = isArray && files.length > 0 && files.every(({ path }) => IS_REGIONS.test(path));
  if (isTaken) {
    session.model(OpenTool).shown.value = REGIONS;
    void import("../../views/image/regions/files.ts").then(async ({ openAll }) => {
      tabs.say(await openAll(session, files));
    });
  }
  return isTaken;
}
