/**
 * Two images compared: in turns without another upload, side by side, split, subtracted, with another file, by position on the sky,
 * and from a link.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { noteSessions, sessionsAlive } from "../support/sessions.ts";
import { countUploads, uploadsOf } from "../support/uploads.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SIDE = 4088;

const panel = ({ page }: Viewer) => page.getByRole("complementary", { name: "Compare" });
const bar = ({ page }: Viewer) => page.getByRole("region", { name: "Comparison" });
const others = ({ page }: Viewer) => page.locator(".other-pixels[aria-busy=false]");

async function compareWith(viewer: Viewer, name: string, way: string): Promise<void> {
  await viewer.page.getByRole("button", { name: "Compare", exact: true }).click();
  await panel(viewer).getByLabel("With").selectOption({ label: name });
  await panel(viewer).getByLabel(way, { exact: true }).check();
}

let folder: string;
let path: string;

/** Two large images in one file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "asdf-compare-"));
  path = join(folder, "large.asdf");
  const pixels = Uint8Array.from(
    { length: 2 * SIDE * SIDE },
    (_, i) => (i % 101) + (i < SIDE * SIDE ? 0 : 50),
  );
  const array = (offset: number) =>
    `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${SIDE}, ${SIDE}], offset: ${offset}}`;
  await writeFile(path, blockFile(`data: ${array(0)}\nerr: ${array(SIDE * SIDE)}`, pixels));
});

afterAll(() => rm(folder, { recursive: true }));

test("large images take turns without another upload", async ({ open }) => {
  const viewer = await open({ prepare: countUploads });
  const { page } = viewer;
  await viewer.pick(path);
  await compareWith(viewer, "err", "Blink");
  await panel(viewer).getByLabel("Changes per second").fill("5");
  await page.keyboard.press("Enter");
  await others(viewer).waitFor();
  await viewer.drawn();
  const { total } = await uploadsOf(viewer);
  // Ten turns: half of them show the other image.
  await page.evaluate(async () => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const over = root?.querySelector<HTMLElement>(".other-image.over");
    let before = over?.style.clipPath;
    for (let turns = 0; turns < 10; ) {
      await new Promise(requestAnimationFrame);
      turns += over?.style.clipPath === before ? 0 : 1;
      before = over?.style.clipPath;
    }
  });
  expect((await uploadsOf(viewer)).total).toBe(total);
  await viewer.canvas.focus();
  await page.keyboard.press("t");
  await expect.poll(() => bar(viewer).getByRole("button", { name: "Blink" }).count()).toBe(1);
  await expect.poll(() => page.url()).toContain("compare=err,blink,5");
});

test("images of a file and of another tab are compared, subtracted, matched and linked", async ({
  viewer,
}) => {
  const { page } = viewer;
  const yaml = (first: string, second: string) =>
    `science: !core/ndarray-1.1.0\n  datatype: uint8\n  data: ${first}\nother: !core/ndarray-1.1.0\n  datatype: uint8\n  data: ${second}\nwide: !core/ndarray-1.1.0 {data: [[1, 2, 3], [4, 5, 6]]}`;
  await viewer.show("one.asdf", treeFile(yaml("[[0, 200], [7, 3]]", "[[255, 0], [7, 2]]")));
  await compareWith(viewer, "other", "Difference");
  await expect.poll(() => bar(viewer).innerText()).toContain("science − other");
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("science − other, 2 × 2 int32");
  const at = await viewer.centreOf(0, 0, 2, 2);
  await page.mouse.move(at.x, at.y);
  await expect.poll(() => viewer.readout()).toEqual({ x: "0", y: "0", value: "-255" });
  // Numbers, lines and histograms are those of the difference, too.
  await page.getByRole("tab", { name: "Values" }).click();
  await page.getByRole("gridcell", { name: "-255", exact: true }).waitFor();
  await page.getByRole("tab", { name: "Line" }).click();
  await page.getByRole("application", { name: /^science − other/ }).waitFor();
  await page.getByRole("tab", { name: "Image" }).click();
  await panel(viewer).getByLabel("Ratio").check();
  await expect
    .poll(() => viewer.canvas.getAttribute("aria-label"))
    .toContain("science ÷ other, 2 × 2 float64");
  await panel(viewer).getByLabel("With").selectOption({ label: "wide (2 × 3)" });
  await expect.poll(() => bar(viewer).innerText()).toContain("needs arrays of one shape");
  await panel(viewer).getByLabel("With").selectOption({ label: "other" });
  await panel(viewer).getByLabel("Side by side").check();
  await others(viewer).waitFor();
  await viewer.checkAccessibility();
  await panel(viewer).getByLabel("Match by position on the sky").check();
  await bar(viewer)
    .getByText(/both images need world coordinates/)
    .waitFor();
  // Only what is in the file stands in a link.
  await expect.poll(() => page.url()).toContain("compare=other,side,sky");
  await viewer.drop("two.asdf", treeFile(yaml("[[1, 2], [3, 4]]", "[[5, 6], [7, 8]]")));
  await viewer.drawn();
  await compareWith(viewer, "science", "Split");
  await others(viewer).waitFor();
  await viewer.screenshot("compare-split");
  await bar(viewer).getByRole("button", { name: "End the comparison" }).click();
  await expect.poll(() => others(viewer).count()).toBe(0);
  // The tab that is shown takes over how the other one was looked at.
  await panel(viewer).getByLabel("Match tabs").selectOption("By pixel");
  await page.getByLabel("Colours").selectOption("Viridis");
  await page.getByRole("button", { name: "1:1" }).click();
  await viewer.tab("one.asdf").click();
  await expect.poll(() => page.getByLabel("Colours").inputValue()).toBe("viridis");
  await expect.poll(() => page.locator(".zoom output").innerText()).toBe("100 %");
});

test("files dropped together are compared, subtracted and coloured before they are looked at", async ({
  viewer,
}) => {
  const { page } = viewer;
  const array = (values: string) => `!core/ndarray-1.1.0 {datatype: uint8, data: ${values}}`;
  const image = (values: string) => treeFile(`data: ${array(values)}\nmore: ${array("[[40, 0], [0, 0]]")}`);
  const others = Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`c${10 + i}.asdf`, image(`[[${i}, 1], [2, 3]]`)]),
  );
  await viewer.dropAll({ "a.asdf": image("[[100, 0], [0, 0]]"), "b.asdf": treeFile("b: 1"), ...others });
  await viewer.drawn();
  await expect.poll(() => viewer.tabs.count()).toBe(18);
  await compareWith(viewer, "c25.asdf", "Difference");
  await expect.poll(() => bar(viewer).innerText()).toContain("data − c25.asdf");
  const at = await viewer.centreOf(0, 0, 2, 2);
  await page.mouse.move(at.x, at.y);
  await expect.poll(() => viewer.readout()).toEqual({ x: "0", y: "0", value: "85" });
  // It is that of the array which the other file shows.
  await viewer.tab("c25.asdf").click();
  await viewer.row("more").click();
  await viewer.drawn();
  await viewer.tab("a.asdf").click();
  // The difference is shown once it is computed anew: only then a pixel is pointed at.
  await expect
    .poll(async () => {
      await page.mouse.move(at.x + 2, at.y);
      await page.mouse.move(at.x, at.y);
      return viewer.readout();
    })
    .toEqual({ x: "0", y: "0", value: "60" });
  await viewer.tab("c25.asdf").click();
  await viewer.row("data").click();
  await viewer.tab("a.asdf").click();
  await panel(viewer).getByLabel("Blink").check();
  await page.locator(".other-pixels[aria-busy=false]").waitFor();
  // What shows no image says so.
  await panel(viewer).getByLabel("With").selectOption({ label: "b.asdf" });
  await panel(viewer).getByText("b.asdf shows no image").waitFor();
  await viewer.checkAccessibility();
  await bar(viewer).getByRole("button", { name: "End the comparison" }).click();

  await page.getByRole("tab", { name: "RGB" }).click();
  for (const [color, file, value] of [
    ["Green", "c11.asdf", "1"],
    ["Blue", "c12.asdf", "2"],
  ] as const) {
    await page.getByLabel(`Array of ${color}`).selectOption({ label: file });
    await page.mouse.move(at.x + 2, at.y);
    await page.mouse.move(at.x, at.y);
    await expect.poll(() => page.getByLabel(`${color} of the pixel`).innerText()).toBe(value);
  }
  await expect.poll(() => page.getByLabel("Red of the pixel").innerText()).toBe("100");
  await viewer.screenshot("rgb-of-files");
});

test("a link shows the comparison again, matched on the sky", async ({ open }) => {
  const query = "#file=roman.asdf&path=roman/data&compare=roman/err,split,sky&zoom=4@100,50&rotate=90";
  const viewer = await open({ query });
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await others(viewer).waitFor();
  await expect.poll(() => bar(viewer).innerText()).toMatch(/^data \| err\s*–\s*×\s*$/);
  // The pixel of the middle, in the other image as well.
  await viewer.canvas.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => bar(viewer).innerText()).toMatch(/^data \| err\s*0\.6953125\s*×\s*$/);
  await expect.poll(() => page.locator(".zoom output").innerText()).toBe("400 %");
  await expect.poll(() => page.url()).toContain("compare=roman/err,split,sky");
  const divider = page.getByRole("separator", { name: "Divider between the images" });
  await divider.press("ArrowLeft");
  await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("48");
});

test("closed files are not kept by the panel they were compared in", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await compareWith(viewer, "err", "Blink");
  await page.evaluate(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const parts = [...(root?.querySelectorAll(".stage-panel, .compare-panel") ?? [])];
    Object.assign(window, { parts: parts.map((part) => new WeakRef(part)) });
    document.querySelector("asdf-viewer")?.close();
  });
  const session = await page.context().newCDPSession(page);
  const kept = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return page.evaluate(() => {
      const parts = Reflect.get(window, "parts") as WeakRef<Element>[];
      return parts.map((part) => part.deref()?.className ?? "");
    });
  };
  await expect.poll(kept).toEqual(["", ""]);
});

test("closed files are kept neither by the image shown last nor by the tab that remains", async ({
  open,
}) => {
  const viewer = await open();
  const { page } = viewer;
  const session = await page.context().newCDPSession(page);
  const yaml = "science: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]], datatype: uint8}";
  await viewer.show("one.asdf", treeFile(yaml));
  await viewer.drop("two.asdf", treeFile(yaml));
  await viewer.drawn();
  await compareWith(viewer, "science", "Split");
  await others(viewer).waitFor();
  await panel(viewer).getByLabel("Match tabs").selectOption("By pixel");
  await viewer.tab("one.asdf").click();
  await viewer.drawn();
  await compareWith(viewer, "science", "Split");
  await others(viewer).waitFor();
  await noteSessions(page);
  expect(await sessionsAlive(page, session)).toBe(2);
  // What was compared is hidden: nothing on the page asks any more what is open.
  await page.getByRole("tab", { name: "Values" }).click();
  await viewer.tab("two.asdf").locator(".close").click();
  await expect.poll(() => sessionsAlive(page, session)).toBe(1);
  await page.getByRole("tab", { name: "Image" }).click();
  await viewer.drawn();
  await page.evaluate(() => document.querySelector("asdf-viewer")?.close());
  await expect.poll(() => sessionsAlive(page, session)).toBe(0);
});
