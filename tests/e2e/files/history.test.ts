/** What is shown, in the page's address: in a link, after a reload, and by Back and Forward. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const here = ({ page }: Viewer) => new URL(page.url());
const words = (viewer: Viewer) => Object.fromEntries(here(viewer).searchParams);
const label = ({ canvas }: Viewer) => canvas.getAttribute("aria-label");

const clipboard = ({ page }: Viewer) => page.evaluate(() => navigator.clipboard.readText());
/** The canvas without the mark on the picked pixel, whose edges are smoothed. */
async function pictureOf({ canvas, page }: Viewer): Promise<Buffer> {
  await page.locator(".picked").evaluate((mark) => mark.setAttribute("hidden", ""));
  return canvas.screenshot();
}

const permissions = ["clipboard-read", "clipboard-write"];

test("a copied link shows the same pixels elsewhere, and so does a reload", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&path=roman/data", permissions });
  const { page } = viewer;
  await viewer.drawn();
  await page.getByLabel("Stretch").selectOption({ label: "Square root" });
  await page.getByLabel("Colours").selectOption({ label: "Viridis" });
  await page.getByLabel("Limits", { exact: true }).selectOption({ label: "98 %" });
  await page.getByRole("button", { name: "Invert" }).click();
  await viewer.canvas.focus();
  for (const key of ["+", "+", "+", "ArrowRight", "ArrowUp", "r", ".", "x", "c", "b", "o", "Enter"]) {
    await page.keyboard.press(key);
  }
  await viewer.row("meta").click();
  await expect
    .poll(() => words(viewer))
    .toMatchObject({
      ...{ url: "sample.asdf", path: "roman/data", selected: "roman/meta" },
      ...{ stretch: "sqrt", colormap: "viridis_r", limits: "98", contrast: "1.1", bias: "0.52" },
      ...{ rotate: "265", flip: "x", hide: "overview" },
      zoom: expect.stringMatching(/^[\d.]+@[\d.]+,[\d.]+$/),
      pick: expect.stringMatching(/^\d+,\d+$/),
    });
  await page.keyboard.press("Control+Shift+L");
  await expect.poll(() => clipboard(viewer)).toBe(page.url());
  await page.getByText("Copied the link").waitFor();
  await viewer.screenshot("link-copied");
  await page.mouse.move(5, 5);
  await viewer.drawn();
  const before = await pictureOf(viewer);
  const address = page.url();

  const other = await open({ query: here(viewer).search });
  for (const again of [viewer, other]) {
    if (again === viewer) {
      await page.reload();
    }
    await again.drawn();
    await expect.poll(() => again.row("meta").getAttribute("aria-selected")).toBe("true");
    await expect.poll(async () => (await pictureOf(again)).equals(before)).toBe(true);
    expect(again.page.url()).toBe(address);
  }
});

test("flags, sky, panels and lines are in links", async ({ open }) => {
  const query =
    "?url=sample.asdf&path=roman/data&flags=over,-1&show=adjust,cuts&side=file&sky=grid,galactic,decimal";
  const viewer = await open({ query });
  const { page } = viewer;
  await viewer.drawn();
  await page.getByRole("complementary", { name: "Flags" }).waitFor();
  await page.getByRole("region", { name: "Adjust" }).waitFor();
  await expect.poll(() => page.getByLabel("Reference system").inputValue()).toBe("galactic");
  await expect.poll(() => page.getByRole("tab", { name: "File" }).getAttribute("aria-selected")).toBe("true");
  // It stays what it was.
  await page.getByRole("tab", { name: "Line" }).click();
  await page.getByRole("button", { name: "Log y" }).click();
  await expect
    .poll(() => here(viewer).search)
    .toBe(query.replace("&flags", "&view=line&flags").replace("&show", "&log=y&show"));
  await page.goBack();
  await viewer.drawn();
  await expect.poll(() => here(viewer).search).toBe(query);
});

test("Back and Forward go through what was looked at, and the display does not count", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&path=roman/data" });
  const { page } = viewer;
  await viewer.drawn();
  await expect.poll(() => here(viewer).search).toBe("?url=sample.asdf&path=roman/data");
  await page.getByLabel("Stretch").selectOption({ label: "Linear" });
  await expect.poll(() => words(viewer)["stretch"]).toBe("linear");
  await viewer.row("err").click();
  await expect.poll(() => words(viewer)["path"]).toBe("roman/err");
  await page.getByLabel("Stretch").selectOption({ label: "Log" });
  await expect.poll(() => words(viewer)["stretch"]).toBe("log");
  await page.getByRole("tab", { name: "Histogram" }).click();
  await expect.poll(() => words(viewer)["view"]).toBe("histogram");

  await page.goBack();
  await expect
    .poll(() => page.getByRole("tab", { name: "Image" }).getAttribute("aria-selected"))
    .toBe("true");
  await page.goBack();
  await expect.poll(() => label(viewer)).toContain("roman/data");
  await expect.poll(() => page.getByLabel("Stretch").inputValue()).toBe("linear");
  await page.goForward();
  await expect.poll(() => label(viewer)).toContain("roman/err");
  await expect.poll(() => page.getByLabel("Stretch").inputValue()).toBe("log");
  // The file was opened once, in one tab.
  expect(page.workers()).toHaveLength(1);
  await expect.poll(() => viewer.tabs.count()).toBe(0);
  await page.goBack();
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("what the file does not have is said, and the rest of the link holds", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&path=roman/none&stretch=log" });
  await viewer.drawn();
  await expect.poll(() => viewer.notices.innerText()).toContain("“roman/none”, which is not in this file");
  await expect.poll(() => here(viewer).search).toBe("?url=sample.asdf&path=roman/data");
  const other = await open({
    query: "?url=sample.asdf&path=roman/amp33&section=9,y,x&stretch=log&zoom=%&limits=,#%",
  });
  await other.drawn();
  await expect
    .poll(() => other.notices.innerText())
    .toContain("section [9,y,x], which “amp33” does not have");
  await expect.poll(() => other.page.getByLabel("Stretch").inputValue()).toBe("log");
});

test("a file on this device: its link holds once it is opened again", async ({ open }) => {
  const file = treeFile("a: 1\nnumbers: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]], datatype: int16}");
  const viewer = await open();
  const { page } = viewer;
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await viewer.show("local.asdf", file);
  await viewer.row("numbers").click();
  await page.getByLabel("Stretch").selectOption({ label: "Log" });
  await expect.poll(() => here(viewer).hash).toBe("#file=local.asdf&path=numbers&stretch=log");
  // No server is told the name.
  expect(here(viewer).search).toBe("");
  await page.keyboard.press("Control+Shift+L");
  await page.getByText("No link can lead here").waitFor();
  await page.reload();
  await page.getByText("Open local.asdf again").waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("expected");
  await viewer.drop("local.asdf", file);
  await viewer.drawn();
  await expect.poll(() => page.getByLabel("Stretch").inputValue()).toBe("log");
});
