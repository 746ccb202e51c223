/** Text of a file is shown as text wherever it is shown, and the page's policy would let nothing else happen. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const IMAGE = "<img src=x onerror=alert(1)>";
const SCRIPT = "<script>alert(2)</script>";

test("keys and strings that are HTML and script are shown as text", async ({ viewer }) => {
  const { page } = viewer;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const yaml = [
    `"${IMAGE}": "${SCRIPT}"`,
    `"${SCRIPT}": {"${SCRIPT}": !<tag:example.org/${encodeURI("<i>")}> {a: "${IMAGE}"}}`,
    `"table ${IMAGE}": !core/ndarray-1.1.0 {data: ["${SCRIPT}", "${IMAGE}"], datatype: [ucs4, 40]}`,
    `history: {entries: [!core/history_entry-1.0.0 {description: "${SCRIPT}", software: {name: "${IMAGE}", version: "<b>"}}]}`,
    `broken: {$ref: "${SCRIPT}"}`,
    `nothing: !core/ndarray-1.1.0 {source: "${IMAGE}", datatype: uint8, shape: [2, 2]}`,
  ];
  expect(await viewer.drop(`${IMAGE}.asdf`, treeFile(yaml.join("\n")))).toBe("opened");
  const shown = () => page.locator("asdf-viewer .viewer").innerText();
  await expect.poll(shown).toContain(IMAGE);
  const rows = page.getByRole("treeitem");
  for (let index = 0; index < (await rows.count()); index += 1) {
    await rows.nth(index).click();
    await page.locator(".stage[aria-busy=false]").waitFor();
  }
  await expect.poll(shown).toContain(SCRIPT);
  await expect.poll(() => viewer.notices.innerText()).toContain(SCRIPT);
  await page.getByRole("searchbox").fill("alert");
  await expect.poll(() => page.locator("mark").count()).toBeGreaterThan(0);
  await viewer.screenshot("markup");
  await page.getByRole("tab", { name: "File", exact: true }).click();
  await expect.poll(shown).toContain(`${IMAGE} <b>`);
  const made = () =>
    page.evaluate(
      () => document.querySelector("asdf-viewer")?.shadowRoot?.querySelectorAll("img, script, i, b").length,
    );
  await expect.poll(made).toBe(0);
  expect(dialogs).toEqual([]);
});

test("what breaks the page's content security policy would fail a test", async ({ viewer }) => {
  await viewer.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "Object.assign(globalThis, { ran: true })";
    document.body.append(script);
  });
  await expect.poll(() => viewer.complaints.join()).toContain("Content Security Policy");
  await expect.poll(() => viewer.page.evaluate(() => Reflect.get(globalThis, "ran"))).toBeUndefined();
  viewer.complaints.length = 0;
});
