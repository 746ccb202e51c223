/** Scalars, texts and maps on the stage, each as it reads best, by mouse and by keys. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const LINES = Array.from({ length: 1000 }, (_, i) => `line ${i} <b>of</b> many`);

const VALUES = `
exposure: 139.8
telescope: <b>ROMAN</b>
when: 2026-01-02T03:04:05
log: [first, second]
long: "${LINES.join("\\n")}"
meta: {instrument: {name: WFI, detectors: [1, 2]}}
none: null`;
const FILE = treeFile(`${VALUES}\nphase: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]]}`);

const text = (viewer: Viewer) => viewer.page.getByRole("region", { name: "Text", exact: true });
const said = (viewer: Viewer) => text(viewer).locator(".full-text").textContent();

test("scalars and texts show themselves, as text, by a click and by keys", async ({ viewer }) => {
  await viewer.drop("scalars.asdf", treeFile(VALUES));
  for (const [key, words] of [
    ["exposure", "139.8"],
    ["telescope", "<b>ROMAN</b>"],
    ["when", "2026-01-02T03:04:05"],
    ["log", "first\nsecond"],
    ["none", "null"],
  ] as const) {
    await viewer.row(key).first().click();
    await text(viewer).getByRole("heading", { name: key }).waitFor();
    await expect.poll(() => said(viewer), { message: key }).toBe(words);
  }
  await viewer.screenshot("text-scalar");
  await viewer.checkAccessibility();

  await viewer.tree.focus();
  await viewer.page.keyboard.press("Home");
  await viewer.page.keyboard.press("Enter");
  await text(viewer).getByRole("heading", { name: "exposure" }).waitFor();
});

test("a long text is opened in full, wrapped or not", async ({ viewer }) => {
  await viewer.drop("scalars.asdf", FILE);
  await viewer.row("long").click();
  await text(viewer)
    .getByRole("button", { name: /^Show all [\d,]+ characters$/ })
    .click();
  // What is out of sight is there, but not laid out.
  await expect
    .poll(() => text(viewer).locator(".full-text").textContent())
    .toContain("line 999 <b>of</b> many");
  await text(viewer).getByRole("button", { name: "Wrap lines" }).click();
  await viewer.checkAccessibility();
  await viewer.screenshot("text-long");
});

test("a map shows what it holds, but never in the place of an array", async ({ viewer }) => {
  await viewer.drop("scalars.asdf", FILE);
  await viewer.row("phase").click();
  await viewer.drawn();
  // Nor does a value: it stands beside.
  await viewer.row("exposure").click();
  const details = viewer.page.getByRole("region", { name: "Details" });
  await expect.poll(() => details.locator(".full-text").textContent()).toBe("139.8");
  await expect.poll(() => text(viewer).count()).toBe(0);
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("phase");
  await viewer.row("meta").click();
  await viewer.row("instrument").waitFor();
  await expect.poll(() => viewer.canvas.count()).toBe(1);
  // A long text is read on the stage, and a map may follow it.
  await viewer.row("long").click();
  await text(viewer).waitFor();
  await viewer.row("meta").click();
  await expect.poll(() => said(viewer)).toBe("instrument:\n  name: WFI\n  detectors: [1, 2]");
  await viewer.row("phase").click();
  await viewer.drawn();
});

test("an array without axes shows its one element", async ({ viewer }) => {
  const yaml = "scalar: !core/ndarray-1.1.0 {datatype: float32, data: 0.1}";
  await viewer.drop("zero.asdf", treeFile(yaml));
  await viewer.row("scalar").click();
  await expect.poll(() => said(viewer)).toBe("0.1");
  await viewer.page.getByRole("tab", { name: "Values" }).click();
  await expect.poll(() => viewer.page.getByRole("gridcell").allInnerTexts()).toEqual(["0.1"]);
});
