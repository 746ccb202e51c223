/** The keys that are the same everywhere in the viewer, and the dialog that lists all. */
import { expect } from "vitest";
import { test, treeFile } from "./support.ts";

test("the keys are listed in a dialog, by ? and by the button", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile("a: 1"));
  await viewer.tree.focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.waitFor();
  expect(await dialog.innerText()).toMatch(/Ctrl\+F\s+Search the tree/);
  await viewer.checkAccessibility();
  await viewer.screenshot("keys");
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
  await page.getByRole("button", { name: "Keys" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole("searchbox").pressSequentially("?[");
  expect(await dialog.count()).toBe(0);
  expect(await page.getByRole("searchbox").inputValue()).toBe("?[");
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
