/** The tree: by keys alone, however large, and whatever its text says. */
import { expect } from "vitest";
import { fixture, test, treeFile } from "./support.ts";

test("a person with a keyboard alone opens the sample, walks the tree and draws an array", async ({
  viewer,
}) => {
  const { keyboard } = viewer.page;
  const sample = viewer.page.getByRole("button", { name: "Open the sample" });
  for (let i = 0; i < 10 && !(await sample.evaluate((button) => button.matches(":focus"))); i += 1) {
    await keyboard.press("Tab");
  }
  await keyboard.press("Enter");
  await viewer.drawn();
  for (let i = 0; i < 10 && !(await viewer.tree.evaluate((tree) => tree.matches(":focus"))); i += 1) {
    await keyboard.press("Tab");
  }
  const current = () => viewer.page.locator('[role="treeitem"][aria-selected="true"] .key').innerText();
  expect(await current()).toBe("data");
  await keyboard.press("ArrowLeft");
  expect(await current()).toBe("roman");
  await keyboard.press("ArrowLeft");
  expect(await viewer.row("roman").getAttribute("aria-expanded")).toBe("false");
  await keyboard.press("ArrowRight");
  expect(await viewer.row("roman").getAttribute("aria-expanded")).toBe("true");
  await keyboard.type("dq");
  expect(await current()).toBe("dq");
  await keyboard.press("Enter");
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/dq");
  await keyboard.press("Home");
  expect(await current()).toBe(await viewer.page.getByRole("treeitem").first().locator(".key").innerText());
  await keyboard.press("End");
  await expect
    .poll(() => viewer.page.getByRole("treeitem").last().getAttribute("aria-selected"))
    .toBe("true");
});

test("details say where an array is and how it is stored", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const details = viewer.page.getByRole("region", { name: "Details" });
  await details.waitFor();
  expect(await details.innerText()).toMatch(/shape\s+192 × 192/);
  expect(await details.innerText()).toMatch(/datatype\s+float32/);
  expect(await details.innerText()).toContain("tag:stsci.edu:asdf/core/ndarray-");
});

test("markup and scripts in keys and values are text", async ({ viewer }) => {
  const markup = `"<img src=x onerror=alert(1)>": "<script>alert(2)</script><b>bold</b>"`;
  await viewer.drop("<i>name</i>.asdf", treeFile(markup));
  await viewer.row("<img src=x onerror=alert(1)>").click();
  expect(await viewer.page.getByRole("heading", { level: 1 }).innerText()).toBe("<i>name</i>.asdf");
  const details = viewer.page.getByRole("region", { name: "Details" });
  await expect.poll(() => details.innerText()).toContain("<script>alert(2)</script><b>bold</b>");
  expect(await viewer.page.locator("asdf-viewer").locator("img, script, b, i").count()).toBe(0);
});

test("an alias back to an ancestor ends there", async ({ viewer }) => {
  await viewer.drop("cycle.asdf", treeFile("a: &a\n  b:\n    c: *a\n  d: 1"));
  await viewer.row("a").click();
  await viewer.row("b").click();
  await expect.poll(() => viewer.row("c").innerText()).toContain("back to a");
  expect(await viewer.row("c").getAttribute("aria-expanded")).toBeNull();
});

test("a hundred thousand nodes open, scroll and jump", async ({ viewer }) => {
  const many = Array.from({ length: 100_000 }, (_, i) => `  key_${i}: ${i}`).join("\n");
  await viewer.drop("many.asdf", treeFile(`many:\n${many}`));
  await viewer.row("many").click();
  await viewer.row("key_0").waitFor();
  expect(await viewer.page.getByRole("treeitem").count()).toBeLessThan(100);
  await viewer.tree.focus();
  await viewer.page.keyboard.press("End");
  await viewer.row("key_99999").waitFor();
  expect(await viewer.row("key_99999").getAttribute("aria-posinset")).toBe("100000");
  await viewer.tree.hover();
  await viewer.page.mouse.wheel(0, -20_000);
  await expect.poll(() => viewer.row("key_99999").count()).toBe(0);
});
