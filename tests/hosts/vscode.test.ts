/** The description of the extension for VS Code, and the display that its settings ask for. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsualDisplay } from "../../hosts/vscode/src/webview/display.ts";
import { root } from "../../scripts/command/process.mjs";
import { COLORMAPS, INTERVALS, STRETCHES } from "../../www/src/viewer/views/image/display/choices.ts";

const host = join(root, "hosts", "vscode");
const { contributes } = JSON.parse(readFileSync(join(host, "package.json"), "utf8"));

test("the settings offer what the viewer has", () => {
  const { properties } = contributes.configuration;
  const names = (choices: readonly (readonly [string, string])[]) => choices.map(([name]) => name);
  expect(properties["asdfViewer.colormap"].enum).toEqual(COLORMAPS.flatMap(([, maps]) => maps));
  expect(properties["asdfViewer.stretch"].enum).toEqual(names(STRETCHES));
  expect(properties["asdfViewer.limits"].enum).toEqual(names(INTERVALS).filter((name) => name !== "manual"));
});

test("commands of menus and of the walkthrough exist, and so do its pages", () => {
  const source = readFileSync(join(host, "src", "extension.ts"), "utf8");
  const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
  const registered = Array.from(source.matchAll(/registerCommand\("([^"]+)"/g), ([, name]) => name);
  expect(registered.toSorted()).toEqual(commands.toSorted());
  const entries: { command: string }[] = Object.values<{ command: string }[]>(contributes.menus).flat();
  expect(entries.map(({ command }) => command).filter((name) => !commands.includes(name))).toEqual([]);
  for (const { description, media } of contributes.walkthroughs[0].steps) {
    expect(existsSync(join(host, media.markdown))).toBe(true);
    const named = Array.from(
      description.matchAll(/command:(asdf-wasm\.\w+)/g),
      (found: string[]) => found[1],
    );
    expect(named.filter((name) => !commands.includes(String(name)))).toEqual([]);
  }
});

test("FITS is an option, ASDF the default, and each is chosen once", () => {
  const patterns = Object.fromEntries(
    contributes.customEditors.map((editor: { priority: string; selector: { filenamePattern: string }[] }) => [
      editor.priority,
      editor.selector.map(({ filenamePattern }) => filenamePattern),
    ]),
  );
  expect(patterns["default"]).toEqual(["*.asdf", "*.finf"]);
  expect(patterns["option"]).toEqual(
    expect.arrayContaining(["*.fits", "*.fits.gz", "*.asdf.gz", "*.fit", "*.fts"]),
  );
});

test("the display of the settings is asked for with each node, until the link has it", () => {
  const usual = new UsualDisplay({ colormap: "viridis", stretch: "log" });
  expect(usual.linkFor("#file=a.asdf&path=meta", "meta")).toBe(
    "#file=a.asdf&path=meta&colormap=viridis&stretch=log",
  );
  expect(usual.linkFor("#file=a.asdf&path=meta", "meta")).toBeUndefined();
  const asked = usual.linkFor("#file=a.asdf&path=data&stretch=sqrt", "data");
  expect(asked).toBe("#file=a.asdf&path=data&stretch=sqrt&colormap=viridis");
  expect(usual.linkFor(asked ?? "", "data")).toBeUndefined();
  // What is changed in the viewer counts from then on.
  expect(usual.linkFor("#file=a.asdf&path=err", "err")).toBeUndefined();
  expect(new UsualDisplay({}).linkFor("#file=a.asdf&path=data", "data")).toBeUndefined();
});
