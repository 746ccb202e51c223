/**
 * Very long texts of a file, wherever the page shows them: browsers lay out unbroken text in quadratic time, so that no more
 * than a part of one is ever put into the page at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { textOf, UNITS, wholeTree } from "../../js/support/hostile.ts";
import { test, type Viewer } from "../support/viewer.ts";

const LENGTH = 100_000;
/** The most that one element shows: a paragraph of a text that is read in full. */
const MOST = 16_100;
/** Of a task on the page's thread, in milliseconds: far above what is promised, and far below what a layout of a whole text takes. */
const BLOCKED = 10_000;

/** Notes the longest task of the page. */
function watchTasks(): void {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const before = Number(Reflect.get(window, "longestTask") ?? 0);
      Reflect.set(window, "longestTask", Math.max(before, duration));
    }
  }).observe({ type: "longtask" });
}

/** Where a text of the page, of its tooltips or of what is read aloud is longer than that. */
function tooLong({ page }: Viewer): Promise<readonly string[]> {
  return page.evaluate((most) => {
    const elements = Array.from(
      document.querySelector("asdf-viewer")?.shadowRoot?.querySelectorAll("*") ?? [],
    );
    return elements
      .filter(({ localName }) => localName !== "style" && localName !== "script")
      .flatMap((element) => [
        ...["title", "aria-label", "placeholder"].map(
          (name) => [`${name} of ${element.localName}`, element.getAttribute(name) ?? ""] as const,
        ),
        ...Array.from(
          element.childNodes,
          (node) =>
            [`${element.localName} ${element.className}`, node instanceof Text ? node.data : ""] as const,
        ),
      ])
      .filter(([, text]) => text.length > most)
      .map(([where, { length }]) => `${where}: ${length}`);
  }, MOST);
}

async function expectShort(viewer: Viewer, where: string): Promise<void> {
  await viewer.frames(2);
  expect(await tooLong(viewer), where).toEqual([]);
  const blocked = await viewer.page.evaluate(() => Number(Reflect.get(window, "longestTask") ?? 0));
  expect(blocked, where).toBeLessThan(BLOCKED);
}

/** One of each way to break lines and to shape letters. */
const TEXTS = [
  ...Object.entries(UNITS).filter(([name]) => /word|blanks|ideographs|left|control/.test(name)),
  ["wide letters", "W"] as const,
];

/** Rows that are selected, each with something of its own to show. */
const ROWS = [
  "a value",
  "a key",
  "a tag",
  "the source of an array",
  "a field of records",
  "a table",
  "a frame",
  "asdf_library",
];

test("a file of long texts puts only parts of them into the page", { timeout: 240_000 }, async ({ open }) => {
  // From the disk: to hand over megabytes in a message takes the thread of the page itself.
  const folder = mkdtempSync(join(tmpdir(), "asdf-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const viewer = await open({ prepare: watchTasks });
  const { page } = viewer;
  for (const [name, unit] of TEXTS) {
    const path = join(folder, `${name}.asdf`);
    writeFileSync(path, wholeTree(textOf(unit, LENGTH)));
    await page.locator("input[type=file]").setInputFiles(path);
    await page.getByRole("heading", { level: 1, name: `${name}.asdf` }).waitFor({ state: "attached" });
    await viewer.row("a value").waitFor();
    await expectShort(viewer, `${name}: opened`);
    for (const key of ROWS) {
      await viewer.row(key).click();
      await expect.poll(() => viewer.row(key).getAttribute("aria-selected"), { message: key }).toBe("true");
      await expectShort(viewer, `${name}: ${key}`);
      // Unfolded, and on to what is inside.
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => viewer.row(key).getAttribute("aria-expanded"), { message: key }).toBe("true");
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => viewer.row(key).getAttribute("aria-selected"), { message: key }).toBe("false");
      await page.locator(".stage[aria-busy=false]").waitFor({ state: "attached" });
      await expectShort(viewer, `${name}: in ${key}`);
      await viewer.row(key).click();
      await page.keyboard.press("ArrowLeft");
    }
    await page.getByRole("tab", { name: "File" }).click();
    await page.getByText("Written by").waitFor();
    await expectShort(viewer, `${name}: the file`);
    await page.getByRole("tab", { name: "Contents" }).click();
  }
});
