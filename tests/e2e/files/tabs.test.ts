/** Several files open side by side: what tabs do by mouse and by keys, and what becomes of those not shown. */
import { expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { difference } from "../support/picture.ts";
import { noteSessions, sessionsAlive } from "../support/sessions.ts";
import { SlowServer } from "../support/slow-server.ts";
import { countUploads, uploadsOf } from "../support/uploads.ts";
import { test, type Viewer } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const title = (viewer: Viewer) => viewer.page.getByRole("heading", { level: 1 }).innerText();
const named = (viewer: Viewer) => viewer.tabs.locator(".file-name").allInnerTexts();

async function openThree(viewer: Viewer): Promise<void> {
  for (const name of ["a", "b", "c"]) {
    expect(await viewer.drop(`${name}.asdf`, treeFile(`${name}: 1\nmore: {inside: 2}`))).toBe("opened");
  }
  await expect.poll(() => named(viewer)).toEqual(["a.asdf", "b.asdf", "c.asdf"]);
}

test("a tab keeps its tree and its image while another is shown", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.row("err").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
  await viewer.drawn();
  await viewer.row("meta").click();
  await expect.poll(() => viewer.row("meta").getAttribute("aria-expanded")).toBe("true");
  await viewer.drawn();
  const picture = await viewer.canvas.screenshot();
  await viewer.drop("other.asdf", treeFile("only: 1"));
  await viewer.row("only").waitFor();
  await expect.poll(() => viewer.canvas.count()).toBe(0);
  await viewer.tab("roman.asdf").click();
  await viewer.drawn();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
  await expect.poll(() => viewer.row("meta").getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => viewer.row("meta").getAttribute("aria-selected")).toBe("true");
  await expect
    .poll(() => viewer.canvas.screenshot())
    .toSatisfy((now: Buffer) => now.equals(picture), "the same picture");
  await expect.poll(() => page.title()).toContain("roman.asdf");
});

test("a tab with a large image has its whole overview again without the whole image", async ({ open }) => {
  const viewer = await open({ prepare: countUploads });
  const { page } = viewer;
  const side = 3072;
  const values = Uint8Array.from({ length: side ** 2 }, (_, i) => ((i % side) + Math.floor(i / side)) / 25);
  const yaml = `large: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  await viewer.show("large.asdf", blockFile(yaml, values));
  await viewer.canvas.focus();
  for (const key of ["1", "+", "+", "+"]) {
    await page.keyboard.press(key);
  }
  /** The colours of the overview along its diagonal. */
  const overview = async () => {
    await viewer.drawn();
    const [picture, { width, height }] = [
      await viewer.picture(),
      (await viewer.canvas.boundingBox()) ?? { width: 0, height: 0 },
    ];
    return [16, 48, 112, 144].map((at) => picture.at(width - 12 - 160 + at, height - 12 - at));
  };
  const before = await when(
    overview,
    ([lower = [0, 0, 0], , , upper = [0, 0, 0]]) => upper[0] - lower[0] > 100,
  );
  await viewer.drop("other.asdf", treeFile("only: 1"));
  await viewer.row("only").waitFor();
  const { total } = await uploadsOf(viewer);
  await viewer.tab("large.asdf").click();
  const isSame = (colors: typeof before) =>
    colors.every((color, i) => difference(color, before[i] ?? color) < 4);
  await when(overview, isSame);
  // The image has nine tiles of 1024 × 1024 pixels. One is in view, and one more has the whole image coarsely.
  expect(((await uploadsOf(viewer)).total - total) / 2 ** 20).toBeLessThanOrEqual(2);
});

test("of twelve files the names stay readable, and a menu has all of them", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("exposure_01.asdf", treeFile("name: 1"));
  const files = page.getByRole("button", { name: "12 files" });
  expect(await files.count()).toBe(0);
  for (let i = 2; i <= 12; i += 1) {
    const name = `exposure_${String(i).padStart(2, "0")}.asdf`;
    expect(await viewer.drop(name, treeFile(`name: ${i}`))).toBe("opened");
  }
  await files.waitFor();
  for (const name of await viewer.tabs.locator(".file-name").all()) {
    await expect
      .poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
      .toBe(true);
  }
  await files.click();
  await viewer.screenshot("tabs-twelve");
  await viewer.checkAccessibility();
  await page.getByRole("menuitem", { name: "3 exposure_03.asdf" }).click();
  await expect.poll(() => title(viewer)).toBe("exposure_03.asdf");
  await expect.poll(() => viewer.tab("exposure_03.asdf").getAttribute("aria-selected")).toBe("true");
});

test("tabs are changed and closed by keys", async ({ viewer }) => {
  const { page } = viewer;
  await openThree(viewer);
  await viewer.tab("c.asdf").focus();
  for (const [key, shown] of [
    ["ArrowLeft", "b"],
    ["ArrowRight", "c"],
    ["ArrowRight", "a"],
    ["ArrowLeft", "c"],
    ["Home", "a"],
    ["End", "c"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => title(viewer), { message: key }).toBe(`${shown}.asdf`);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent), {
        message: key,
      })
      .toContain(`${shown}.asdf`);
    await expect.poll(() => viewer.tab(`${shown}.asdf`).getAttribute("aria-selected")).toBe("true");
  }
  await viewer.checkAccessibility();
  await page.keyboard.press("Home");
  await expect.poll(() => title(viewer)).toBe("a.asdf");
  await page.keyboard.press("Delete");
  await expect.poll(() => title(viewer)).toBe("b.asdf");
  await expect.poll(() => named(viewer)).toEqual(["b.asdf", "c.asdf"]);
  // A single file has no tab: its tree is gone on with.
  await expect.poll(() => viewer.tab("b.asdf").evaluate((tab) => tab.matches(":focus"))).toBe(true);
  await page.keyboard.press("Delete");
  await expect.poll(() => title(viewer)).toBe("c.asdf");
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
});

test("tabs are closed by mouse, and their workers with them", async ({ viewer }) => {
  const { page } = viewer;
  await openThree(viewer);
  await expect.poll(() => page.workers().length).toBe(3);
  await viewer.tab("a.asdf").click({ button: "middle" });
  await expect.poll(() => named(viewer)).toEqual(["b.asdf", "c.asdf"]);
  await expect.poll(() => title(viewer)).toBe("c.asdf");
  await viewer.tab("c.asdf").locator(".close").click();
  await expect.poll(() => title(viewer)).toBe("b.asdf");
  await expect.poll(() => page.workers().length).toBe(1);
  await page.getByRole("button", { name: "Close b.asdf" }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => page.workers().length).toBe(0);
});

test("eighteen files share four workers, which end with the last of them", async ({ viewer }) => {
  const { page } = viewer;
  const image = await fixture("roman/roman_l2_192.asdf");
  const names = Array.from({ length: 18 }, (_, i) => `detector_${i + 1}.asdf`);
  for (const name of names) {
    await viewer.show(name, image);
  }
  expect(page.workers()).toHaveLength(4);
  const values = async (name: string) => {
    await viewer.tab(name).click();
    await viewer.drawn();
    return viewer.canvas.screenshot();
  };
  // These two are in one worker.
  const before = await values("detector_5.asdf");
  await viewer.tab("detector_1.asdf").click();
  await viewer.row("err").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
  expect((await values("detector_5.asdf")).equals(before)).toBe(true);
  for (const name of names.filter((name) => name !== "detector_5.asdf")) {
    await viewer.tab(name).click({ button: "middle" });
  }
  await viewer.row("dq").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/dq");
  expect(page.workers()).toHaveLength(1);
  await page.getByRole("button", { name: "Close detector_5.asdf" }).click();
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a new tab has all the ways in, and one that is empty takes the next file", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile("a: 1"));
  await page.getByRole("button", { name: "New tab" }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => named(viewer)).toEqual(["a.asdf", "New tab"]);
  await viewer.checkAccessibility();
  await viewer.screenshot("tabs-new");
  await viewer.drop("b.asdf", treeFile("b: 1"));
  await expect.poll(() => named(viewer)).toEqual(["a.asdf", "b.asdf"]);
});

test("a file that cannot be opened keeps the others, and leaves no tab", async ({ viewer }) => {
  await viewer.drop("a.asdf", treeFile("a: 1"));
  expect(await viewer.drop("broken.asdf", Buffer.from("no"))).toBe("not-asdf");
  await viewer.page.getByRole("alert").getByText("`broken.asdf` is not opened: it is a text").waitFor();
  await expect.poll(() => viewer.tabs.count()).toBe(0);
  await viewer.row("a").waitFor();
  await viewer.checkAccessibility();
});

test("a closed file that something keeps does not keep the files that were open beside it", async ({
  open,
}) => {
  const side = 1024;
  const yaml = `data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  const content = Buffer.alloc(side ** 2);
  const server = await SlowServer.start(
    Buffer.concat([treeFile(yaml), blockHeader(content.length), content]),
  );
  // What the stage asks for never comes.
  server.begin({ limit: content.length / 2 });
  try {
    const viewer = await open();
    const { page } = viewer;
    const session = await page.context().newCDPSession(page);
    for (let count = 0; count < 3; count += 1) {
      await page.evaluate((url) => document.querySelector("asdf-viewer")?.add(url), server.url);
    }
    await viewer.tabs.nth(1).click();
    await page.locator(".stage[aria-busy=true]").waitFor();
    await noteSessions(page);
    await page.evaluate(() => {
      const viewer = document.querySelector("asdf-viewer");
      // As the browser keeps what the mouse was last over.
      Object.assign(window, { kept: [...(viewer?.shadowRoot?.querySelectorAll("#file *") ?? [])] });
      viewer?.close();
    });
    await expect.poll(() => sessionsAlive(page, session)).toBeLessThan(2);
  } finally {
    server.stop();
  }
});
