/** Each state in each size and theme: accessible, without a horizontal scroll bar, and kept as a picture. */
import { describe, expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 420, height: 800 },
];

async function check(viewer: Viewer, name: string): Promise<void> {
  await expect
    .poll(() => viewer.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await viewer.checkAccessibility();
  await viewer.screenshot(name);
}

describe.for(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  for (const viewport of SIZES) {
    const suffix = `${viewport.width}-${colorScheme}`;

    test(`${viewport.width} pixels wide, empty and with a file`, async ({ open }) => {
      const viewer = await open({ viewport, colorScheme });
      await check(viewer, `empty-${suffix}`);
      await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
      await viewer.canvas.hover();
      await check(viewer, `image-${suffix}`);
      await viewer.drop("refused.asdf", Buffer.from("no"));
      await viewer.page.getByRole("alert").waitFor();
      await check(viewer, `refused-${suffix}`);
      await viewer.drop("list.asdf", treeFile("line: !core/ndarray-1.1.0\n  data: [1, 2, 3]"));
      await viewer.row("line").click();
      await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
      await check(viewer, `line-${suffix}`);
      await viewer.page.getByRole("tab", { name: "Values" }).click();
      await viewer.page.getByRole("gridcell", { name: "3" }).waitFor();
      await check(viewer, `cells-${suffix}`);
    });
  }
});

test("the theme can be chosen against the system's", async ({ open }) => {
  const viewer = await open({ colorScheme: "light" });
  const background = () =>
    viewer.page
      .locator("asdf-viewer .viewer")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await viewer.page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(background).not.toBe(light);
  await viewer.page.getByRole("button", { name: "Switch between light and dark" }).click();
  await expect.poll(background).toBe(light);
});
