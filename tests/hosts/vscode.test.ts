/** The description of the extension for VS Code, and the display that its settings ask for. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPlace } from "@asdf-wasm/www/viewer/shell/tabs/address.ts";
import { COLORMAPS, INTERVALS, STRETCHES } from "@asdf-wasm/www/viewer/views/image/display/choices.ts";
import { addressOf } from "asdf-viewer/src/files/address.ts";
import { pathBeside } from "asdf-viewer/src/files/folder.ts";
import type { Question } from "asdf-viewer/src/messages.ts";
import { UsualDisplay } from "asdf-viewer/src/webview/display.ts";
import { Files } from "asdf-viewer/src/webview/files.ts";
import { expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";

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

test("a file beside the open one is in its folder or one inside it, after all links", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "asdf-beside-")));
  const folder = join(home, "work");
  mkdirSync(join(folder, "in"), { recursive: true });
  for (const name of ["work/main.asdf", "work/in/part.asdf", "secret.asdf"]) {
    writeFileSync(join(home, name), "");
  }
  symlinkSync(join(home, "secret.asdf"), join(folder, "planted.asdf"));
  symlinkSync(home, join(folder, "up"));
  symlinkSync(join(folder, "main.asdf"), join(home, "linked.asdf"));
  const main = join(folder, "main.asdf");
  const part = join(folder, "in", "part.asdf");
  expect(await pathBeside(main, ["in", "part.asdf"])).toBe(part);
  // The folder is that of the file itself, wherever a link to it is.
  expect(await pathBeside(join(home, "linked.asdf"), ["in", "part.asdf"])).toBe(part);
  expect(await pathBeside(main, ["lost.asdf"])).toBe(join(folder, "lost.asdf"));
  for (const names of [["planted.asdf"], ["up", "secret.asdf"], ["..", "secret.asdf"]]) {
    await expect(pathBeside(main, names)).rejects.toThrow("outside of the folder of this file");
  }
  rmSync(home, { recursive: true });
});

test("a file at a server is asked for by the address that was given, which VS Code keeps unescaped", () => {
  const at = { scheme: "https", authority: "example.org", path: "/a.asdf", query: "" };
  for (const [name, escaped] of [
    ["a+b (1).asdf", "a%2Bb%20(1).asdf"],
    ["50%41.asdf", "50%2541.asdf"],
    ["ä#?.asdf", "%C3%A4%23%3F.asdf"],
  ]) {
    const path = `/night 1/${name}`;
    expect(addressOf({ ...at, path })).toBe(`https://example.org/night%201/${escaped}`);
  }
  expect(addressOf({ ...at, query: "sv=1&sig=s+e/c%=" })).toBe(
    "https://example.org/a.asdf?sv=1&sig=s%2Be/c%25=",
  );
});

test.each([
  ["https://me.blob.core.windows.net/sky?sv=1&sig=a/b", true],
  ["https://me.blob.core.windows.net/sky/night 1/?sv=1&sig=a", true],
  ["https://me.blob.core.windows.net/sky", true],
  ["https://me.blob.core.windows.net/sky/a.asdf?sv=1&sig=a/", false],
  ["https://me.blob.core.windows.net/a.asdf", false],
  ["https://example.org/sky?x=.blob.core.windows.net/", false],
])("%s is a place: %s", (address, expected) => {
  expect(isPlace(address)).toBe(expected);
});

test("the viewer reads files beside the document by their numbers, and closes them", async () => {
  const sent: Question[] = [];
  const files = new Files((question) => sent.push(question));
  const opening = files.document("main.asdf", 3).beside?.("in/part.asdf");
  files.take({ is: "found", id: 0, file: 1, size: 5 });
  const part = await opening;
  expect(part?.size).toBe(5);
  const reading = part?.read(1, 2, {});
  files.take({ is: "bytes", id: 1, bytes: Uint8Array.of(7, 8) });
  expect(await reading).toEqual(Uint8Array.of(7, 8));
  const stopping = new AbortController();
  const stopped = part?.read(3, 2, { signal: stopping.signal });
  stopping.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  const refused = files.document("main.asdf", 3).beside?.("lost.asdf");
  files.take({ is: "unread", id: 3, message: "it is not there", code: "not-found" });
  await expect(refused).rejects.toMatchObject({ message: "it is not there", code: "not-found" });
  part?.close?.();
  expect(sent).toEqual([
    { is: "beside", id: 0, path: "in/part.asdf" },
    { is: "read", id: 1, file: 1, offset: 1, length: 2 },
    { is: "read", id: 2, file: 1, offset: 3, length: 2 },
    { is: "cancel", id: 2 },
    { is: "beside", id: 3, path: "lost.asdf" },
    { is: "close", file: 1 },
  ]);
});

test("the display of the settings is asked for with each node, until the link has it", () => {
  const usual = new UsualDisplay({ colormap: "viridis", stretch: "log" });
  expect(usual.linkFor("#file=a.asdf&path=meta", "meta")).toBe(
    "#file=a.asdf&path=meta&colormap=viridis&stretch=log",
  );
  expect(usual.linkFor("#file=a.asdf&path=meta", "meta")).toBeUndefined();
  // Another node may be chosen before the viewer is there: the first one is asked for once more.
  expect(usual.linkFor("#file=a.asdf&path=name", "name")).toBeDefined();
  expect(usual.linkFor("#file=a.asdf&path=meta", "meta")).toBeDefined();
  const asked = usual.linkFor("#file=a.asdf&path=data&stretch=sqrt", "data");
  expect(asked).toBe("#file=a.asdf&path=data&stretch=sqrt&colormap=viridis");
  expect(usual.linkFor(asked ?? "", "data")).toBeUndefined();
  // What is changed in the viewer counts from then on.
  expect(usual.linkFor("#file=a.asdf&path=err", "err")).toBeUndefined();
  expect(new UsualDisplay({}).linkFor("#file=a.asdf&path=data", "data")).toBeUndefined();
});
