/** The keys that are the same everywhere in the viewer, and the dialog that lists all. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

test("the keys are listed in a dialog, by ? and by the button", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile("a: 1"));
  await viewer.tree.focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  await expect.poll(() => dialog.innerText()).toMatch(/Ctrl\+F\s+Search the tree/);
  await viewer.checkAccessibility();
  await viewer.screenshot("keys");
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
  await page.getByRole("button", { name: "Keys" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("searchbox").pressSequentially("?[");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("?[");
  await expect.poll(() => dialog.count()).toBe(0);
});

test("a dialog keeps its keys from what is behind it", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("a.asdf", treeFile("d: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]]}"));
  await viewer.canvas.press("x");
  const link = () => page.evaluate(() => location.hash);
  await expect.poll(link).toContain("flip=x");
  await viewer.canvas.press("?");
  const dialogs = page.getByRole("dialog");
  await dialogs.waitFor();
  for (const key of ["f", "Control+z", "Control+e", "Control+s", "y"]) {
    await page.keyboard.press(key);
  }
  await viewer.frames(2);
  await expect.poll(() => dialogs.count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialogs.count()).toBe(0);
  await expect.poll(link).toContain("flip=x");
  await expect.poll(() => page.locator(".viewer").getAttribute("data-alone")).toBe("false");
});

test("brackets go from file to file", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile("a: 1"));
  await viewer.drop("b.asdf", treeFile("b: 1"));
  await viewer.tree.focus();
  await page.keyboard.press("[");
  await viewer.row("a").waitFor();
  await viewer.tree.focus();
  await page.keyboard.press("]");
  await viewer.row("b").waitFor();
});

test("the page has nothing else: keys pressed while nothing has the focus are the viewer's", async ({
  viewer,
}) => {
  const { page } = viewer;
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  await viewer.drop("a.asdf", treeFile("a: 1"));
  await viewer.row("a").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await page.keyboard.press("/");
  await page.keyboard.type("a/?");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("a/?");
});

test("the focus goes on to what comes first when what had it is gone", async ({ viewer }) => {
  const { page } = viewer;
  const has = (locator: Locator) =>
    expect.poll(() => locator.evaluate((element) => element.matches(":focus")));
  const first = page.getByRole("button", { name: "Choose a file" });
  const address = page.getByRole("textbox", { name: "Address of a file" });
  await page.getByRole("button", { name: "Open the sample" }).press("Enter");
  await viewer.tree.waitFor();
  await has(viewer.tree).toBe(true);
  await page.getByRole("button", { name: "New tab" }).press("Enter");
  await first.waitFor();
  await has(first).toBe(true);
  await address.fill("nothing-there.asdf");
  await page.route("**/nothing-there.asdf", (route) => route.fulfill({ status: 404 }));
  await address.press("Enter");
  await expect.poll(() => viewer.notices.innerText()).toContain("there is nothing at this address");
  await has(address).toBe(true);
  await page.getByRole("button", { name: /^Close / }).press("Enter");
  await page.getByRole("button", { name: "Close sample.asdf" }).press("Enter");
  await first.waitFor();
  await has(first).toBe(true);
});
