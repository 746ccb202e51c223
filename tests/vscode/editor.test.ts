/** The extension in the real editor: opened by a double click, edited, undone, saved, hidden, reverted; files are read by ranges. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { open as openFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { open as openAsdf } from "asdf-wasm";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";
import { findCodeServer } from "../../scripts/setup/code-server.mjs";
import { startStore } from "../support/bucketServer.ts";
import { blockHeader } from "../support/build.ts";
import { blockFile, treeFile } from "../support/files.ts";
import { copyFirstFiles, FIRST_FILES } from "../support/firstFiles.ts";
import { bytesGiven, command, Editor, quickOpen, row, view } from "./code-server.ts";
import { vsixPath } from "./package.ts";

const [SECRET, TOKEN] = ["wJalrXUtnFEMI/K7MDENG+bPxRfiCY", "FwoGZXIvYXdzRENEWED02"];
const SIDE = 2 ** 14;
const GIGABYTE = 4 * SIDE ** 2;

const TREE = `
meta: {telescope: ROMAN, count: 3}
data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: big, shape: [16, 16]}
`;

let editor: Editor;
let page: Page;

describe.skipIf(!findCodeServer())("in the editor", () => {
  beforeAll(async () => {
    editor = await Editor.start(vsixPath());
    const content = Uint8Array.from({ length: 256 }, (_, i) => i);
    writeFileSync(join(editor.folder, "small.asdf"), blockFile(TREE, content));
    writeFileSync(join(editor.folder, "other.asdf"), treeFile("name: other"));
    copyFileSync(join(root, "tests/data/fits/jwst-i2d.fits"), join(editor.folder, "image.fits"));
    await writeSparse(join(editor.folder, "large.asdf"));
    copyFirstFiles(editor.folder);
    page = await editor.open();
  });

  afterAll(async () => {
    await editor?.stop();
  });

  test("a file of 1 GB is read by ranges: its tree is there after less than 2 MB", async () => {
    const frame = await editor.show(page, "large.asdf");
    await row(frame, "data").waitFor();
    expect(await bytesGiven(frame)).toBeLessThan(2 * 2 ** 20);
    expect(await frame.locator(".facts").innerText()).toContain("1.1 GB");
    await command(page, "View: Close All Editors");
  });

  test("a file opened by keys takes keys at once, and all of the viewer is seen in a low window", async () => {
    await quickOpen(page, "small.asdf");
    const frame = view(page);
    await frame.locator(".pixels").waitFor();
    // VS Code gives the page of the viewer the focus.
    await expect.poll(() => frame.locator("body").evaluate(() => document.hasFocus())).toBe(true);
    await page.keyboard.press("/");
    await expect
      .poll(() => frame.getByRole("searchbox").evaluate((field) => field.matches(":focus")))
      .toBe(true);

    await page.setViewportSize({ width: 640, height: 400 });
    const below = () =>
      frame.locator("asdf-viewer").evaluate((viewer) => {
        const { bottom } = viewer.getBoundingClientRect();
        return bottom - innerHeight;
      });
    await expect.poll(below).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await command(page, "View: Close All Editors");
  });

  test("a value is edited, undone, done again and saved, by VS Code's keys", async () => {
    const path = join(editor.folder, "small.asdf");
    const frame = await editor.show(page, "small.asdf");
    await frame.locator(".pixels").waitFor();
    await row(frame, "meta").click();
    await row(frame, "meta").press("ArrowRight");
    await type(frame, "telescope", "JWST");
    await type(frame, "count", "4");
    const tab = page.locator(".tab", { hasText: "small.asdf" });
    await expect.poll(() => tab.getAttribute("class")).toContain("dirty");

    // Each key arrives once: one of two edits is undone.
    await row(frame, "count").click();
    await page.keyboard.press("Control+z");
    await expectValue(frame, "count", "3");
    await expectValue(frame, "telescope", "JWST");
    await page.keyboard.press("Control+z");
    await expectValue(frame, "telescope", "ROMAN");
    await expect.poll(() => tab.getAttribute("class")).not.toContain("dirty");
    await page.keyboard.press("Control+Shift+z");
    await expectValue(frame, "telescope", "JWST");

    await page.keyboard.press("Control+s");
    await expect.poll(() => tab.getAttribute("class")).not.toContain("dirty");
    const saved = await openAsdf(path);
    expect(saved.get("meta/telescope")).toBe("JWST");
    expect((await saved.array("data").read([1])).data).toEqual(
      Uint8Array.from({ length: 16 }, (_, i) => 16 + i),
    );
    saved.close();

    // What was saved can still be undone, and the arrays still be read.
    await page.keyboard.press("Control+z");
    await expectValue(frame, "telescope", "ROMAN");
    await expect.poll(() => tab.getAttribute("class")).toContain("dirty");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => tab.getAttribute("class")).not.toContain("dirty");
  });

  test("edits outlive a view that is hidden, are kept for a restart, and are reverted", async () => {
    await type(view(page), "count", "5");
    // The script of a hidden view ends: the editor must know before what was edited, and where.
    const tab = page.locator(".tab", { hasText: "small.asdf" });
    await expect.poll(() => tab.getAttribute("class")).toContain("dirty");
    await page.locator(".statusbar-item", { hasText: "meta/count" }).waitFor();
    await editor.show(page, "other.asdf");
    await row(view(page), "name").waitFor();
    await tab.click();
    await expectValue(view(page), "count", "5");
    await expectValue(view(page), "telescope", "JWST");

    // The backup, of which the editor makes them again after a restart, is written some time after the edit.
    await expect
      .poll(() => editor.backups().some((text) => text.includes('"text":"5"')), { timeout: 60_000 })
      .toBe(true);
    // A reload by the browser would not let VS Code note where its backups are.
    const loaded = page.waitForEvent("load");
    await command(page, "Developer: Reload Window");
    await loaded;
    await expectValue(view(page), "count", "5");
    await expectValue(view(page), "telescope", "JWST");
    await command(page, "File: Revert File");
    await expectValue(view(page), "telescope", "JWST");
    await expectValue(view(page), "count", "3");
  });

  test("a check against schemas lists what is wrong among VS Code's problems", async () => {
    writeFileSync(join(editor.folder, "bad.asdf"), treeFile("meta: {z: !core/complex-1.0.0 xyz}"));
    const frame = await editor.show(page, "bad.asdf");
    await row(frame, "meta").waitFor();
    await command(page, "ASDF: Check against Schemas");
    await frame.getByRole("list", { name: "Problems" }).getByText("meta/z").waitFor();
    await command(page, "Problems: Focus on Problems View");
    await expect.poll(() => page.locator(".markers-panel").innerText()).toContain("meta/z: ");
    await command(page, "View: Close All Editors");
    await expect.poll(() => page.locator(".markers-panel").innerText()).toContain("No problems");
    await page.keyboard.press("Control+j");
    await page.locator(".markers-panel").waitFor({ state: "hidden" });
  });

  test("FITS opens from its menu in the explorer, as the settings say; ASDF is reopened as text", async () => {
    const frame = await editor.showByMenu(page, "image.fits", "Open in ASDF Viewer");
    await frame.locator(".pixels").waitFor();
    await expect.poll(() => frame.getByLabel("Colours").first().inputValue()).toBe("viridis");
    await expect.poll(() => frame.getByLabel("Stretch").first().inputValue()).toBe("sqrt");
    await command(page, "View: Close All Editors");

    await row(await editor.show(page, "other.asdf"), "name").waitFor();
    await command(page, "ASDF: Reopen as Text");
    await page.locator(".monaco-editor .view-lines", { hasText: "#ASDF 1.0.0" }).first().waitFor();
    await command(page, "View: Close All Editors");
  });

  test("arrays and references in files beside it are found, and none outside of its folder", async () => {
    const array = (source: string) =>
      `!core/ndarray-1.1.0 {source: '${source}', datatype: uint8, shape: [4, 4]}`;
    mkdirSync(join(editor.folder, "in"), { recursive: true });
    writeFileSync(join(editor.folder, "in", "part.asdf"), blockFile("{}", new Uint8Array(16).fill(9)));
    const up = join(editor.folder, "in", "up");
    rmSync(up, { force: true });
    symlinkSync(join(editor.folder, ".."), up);
    writeFileSync(
      join(editor.folder, "exploded.asdf"),
      treeFile(
        `data: ${array("in/part.asdf")}\nlost: ${array("lost.asdf")}\nlinked: ${array("in/up/data/User/settings.json")}\nseen: {$ref: 'other.asdf#/name'}`,
      ),
    );
    const frame = await editor.show(page, "exploded.asdf");
    await frame.locator(".pixels[aria-busy=false]").waitFor();
    for (const [key, why] of [
      ["lost", "it is not there: put it beside this file as lost.asdf"],
      ["linked", "it is outside of the folder of this file"],
    ] as const) {
      await row(frame, key).click();
      await frame.getByText(why).first().waitFor();
    }
    await row(frame, "seen").click();
    await row(frame, "target").waitFor();
    await command(page, "View: Close All Editors");
  });

  test("files of Roman, JWST and DKIST open with their images and their neighbours", async () => {
    for (const [path, key] of FIRST_FILES) {
      const name = path.split("/").at(-1) ?? "";
      if (name.endsWith(".asdf")) {
        await quickOpen(page, name);
        await page.locator(".tab.active", { hasText: name }).waitFor();
      } else {
        await editor.showByMenu(page, name, "Open in ASDF Viewer");
      }
      await row(view(page), key).waitFor();
      await view(page).locator(".pixels[aria-busy=false]").waitFor();
      expect(await view(page).getByRole("alert").allInnerTexts()).toEqual([]);
      await command(page, "View: Close All Editors");
    }
  });

  test("a private bucket is browsed, its files open together, and the secret is nowhere", async () => {
    const image = readFileSync(join(root, "tests/data/roman/roman_l2_192.asdf"));
    const store = await startStore({
      bucket: "sky",
      keys: new Map<string, { secret: string; token?: string }>([
        ["AKID", { secret: SECRET }],
        ["ASIA", { secret: SECRET, token: TOKEN }],
      ]),
      names: ["night 1/a+b.asdf", "night 1/c.asdf"],
      file: () => ({
        size: image.length,
        bytes: (offset, length) => image.subarray(offset, offset + length),
      }),
    });
    onTestFinished(() => store.stop());
    const input = page
      .locator(".quick-input-widget input[type=text], .quick-input-widget input[type=password]")
      .first();
    const answer = async (title: string, text: string) => {
      await page.locator(".quick-input-widget", { hasText: title }).waitFor();
      await input.fill(text);
      await input.press("Enter");
    };
    await command(page, "ASDF: Open Address");
    await answer("Open ASDF Address", `${store.endpoint}/sky/`);
    await answer("Access key.", "AKID");
    await answer("Secret key", SECRET);
    await answer("Session token", "");
    const entry = (name: string) => page.locator(".quick-input-list-entry", { hasText: name });
    await entry("night 1/").click();
    await entry("a+b.asdf").click();
    await entry("c.asdf").click();
    await page.keyboard.press("Enter");
    await page.locator(".tab", { hasText: "a+b.asdf" }).waitFor();
    await page.locator(".tab.active", { hasText: "c.asdf" }).waitFor();
    await row(view(page), "roman").waitFor();
    await view(page).locator(".pixels[aria-busy=false]").waitFor();
    // Keys that expire in the middle are asked for, and what waits goes on.
    store.refusals.push({ code: "ExpiredToken", status: 400 });
    await row(view(page), "err").click();
    await answer("The keys have expired", "ASIA");
    await answer("Secret key", SECRET);
    await answer("Session token", TOKEN);
    await view(page).locator(".pixels[aria-busy=false]").waitFor();
    expect(await view(page).getByRole("alert").allInnerTexts()).toEqual([]);
    for (const text of [...editor.written(), await page.content(), ...store.asked]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(TOKEN);
    }
    await command(page, "View: Close All Editors");
  });

  test("a file that another program changes is shown as it is now", async () => {
    const frame = await editor.show(page, "other.asdf");
    await expectValue(frame, "name", "other");
    writeFileSync(join(editor.folder, "other.asdf"), treeFile("name: changed"));
    await expectValue(frame, "name", "changed");
  });
});

/** Types in place of a value. */
async function type(frame: FrameLocator, key: string, text: string): Promise<void> {
  await row(frame, key).locator(".value").dblclick();
  const field = frame.getByRole("textbox", { name: "Value" });
  await field.fill(text);
  await field.press("Enter");
  await expectValue(frame, key, text);
}

async function expectValue(frame: FrameLocator, key: string, text: string): Promise<void> {
  await row(frame, key).locator(".value", { hasText: text }).waitFor();
}

/** A file whose array takes no room on the disk. */
async function writeSparse(path: string): Promise<void> {
  const array = `{source: 0, datatype: float32, byteorder: little, shape: [${SIDE}, ${SIDE}]}`;
  const head = Buffer.concat([treeFile(`data: !core/ndarray-1.1.0 ${array}`), blockHeader(GIGABYTE)]);
  const file = await openFile(path, "w");
  await file.write(head);
  await file.close();
  await truncate(path, head.length + GIGABYTE);
}
