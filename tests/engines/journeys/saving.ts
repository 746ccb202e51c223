/** What is taken out of the page: a copy, and a file that was edited. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AsdfFile, NdArray, open as openAsdf } from "asdf-wasm";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { button, drop, ROMAN, row, showRoman, tree } from "../support/viewer.ts";
import type { Journey, Visit } from "./journey.ts";

/** Saves what is open under a name; gives what the package reads of the download. */
async function saved({ engine, tab }: Visit, name: string): Promise<AsdfFile> {
  // Where the browser asks for a place, its own dialog would open, which no driver reaches.
  await tab.run(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await tab.press("Control+s");
  const dialog = { role: "dialog", name: "Save as ASDF" };
  await tab.fill({ role: "textbox", name: "Name", within: dialog }, name);
  await tab.click(button("Save", dialog));
  await tab.see({ css: "dialog", has: `Downloaded as ${name}` });
  await tab.click(button("Close", dialog));
  const path = join(engine.folder, name);
  await expect.poll(() => readdir(engine.folder)).toContain(name);
  const complete = async () => openAsdf(await readFile(path), { checksums: "error" }).then(Boolean, String);
  await expect.poll(complete).toBe(true);
  return openAsdf(await readFile(path), { checksums: "error" });
}

async function dataOf(file: AsdfFile): Promise<unknown> {
  const array = file.get("roman/data");
  return array instanceof NdArray ? (await array.read()).data : undefined;
}

export const saving: readonly Journey[] = [
  {
    name: "A copy is saved",
    run: async (visit) => {
      await showRoman(visit.tab);
      await visit.tab.click(tree);
      const copy = await saved(visit, "copy.asdf");
      expect(await dataOf(copy)).toEqual(await dataOf(await openAsdf(await fixture(ROMAN))));
    },
  },
  {
    name: "A value is edited, undone, done again and saved",
    run: async (visit) => {
      const { tab } = visit;
      await drop(tab, { "a.asdf": treeFile("name: M 31\ncount: 3") });
      await tab.click(row("count"));
      await tab.press("F2");
      const field = { role: "textbox", name: "Value" };
      await tab.see(field);
      await tab.press("Control+a");
      await tab.type("4.5");
      await tab.see({ css: ".inline-edit output", has: "float" });
      await tab.press("Enter");
      await tab.miss(field);
      await tab.see({ css: ".viewer", has: "1 change" });
      await tab.press("Control+z");
      await tab.see({ css: ".value", has: "3", within: row("count") });
      await tab.press("Control+Shift+z");
      await tab.see({ css: ".value", has: "4.5", within: row("count") });
      const file = await saved(visit, "edited.asdf");
      expect([file.get("name"), file.get("count")]).toEqual(["M 31", 4.5]);
    },
  },
];
