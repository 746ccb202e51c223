/** The details of a node: long texts and logs in full, tags, other places of the same node, and provenance. */
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const details = ({ page }: Viewer) => page.getByRole("region", { name: "Details" });
const fullText = (viewer: Viewer) => details(viewer).locator(".full-text");

test("a text of megabytes is opened in full, wrapped or not", async ({ viewer }) => {
  const lines = Array.from(
    { length: 60_000 },
    (_, i) => `line ${i} ${"of a long text ".repeat(i === 0 ? 40 : 2)}`,
  );
  const text = lines.join("\n");
  await viewer.drop("long.asdf", treeFile(`log: ${JSON.stringify(text)}`));
  await viewer.row("log").click();
  await expect.poll(() => fullText(viewer).textContent()).toMatch(/^line 0 /);
  await expect.poll(async () => (await fullText(viewer).textContent())?.length).toBeLessThan(20_000);
  await details(viewer)
    .getByRole("button", { name: /^Show all 2,\d{3},\d{3} characters$/ })
    .click();
  await expect.poll(async () => (await fullText(viewer).textContent())?.slice(-40)).toBe(text.slice(-40));
  const shown = async () => (await fullText(viewer).locator("p").allTextContents()).join("\n");
  await when(shown, (shown) => shown === text);
  const overflow = () => fullText(viewer).evaluate((box) => box.scrollWidth > box.clientWidth);
  await expect.poll(() => overflow()).toBe(false);
  await details(viewer).getByRole("button", { name: "Wrap lines" }).click();
  await expect.poll(overflow).toBe(true);
  await viewer.checkAccessibility();
  await viewer.screenshot("details-text");
});

test("a sequence of strings is read as a log", async ({ viewer }) => {
  await viewer.drop("log.asdf", treeFile("cal_logs: [first, '<b>second</b>', third]\nmixed: [a, 1]"));
  await viewer.row("cal_logs").click();
  await expect.poll(() => fullText(viewer).innerText()).toBe("first\n<b>second</b>\nthird");
  await viewer.row("mixed").click();
  await expect.poll(() => details(viewer).innerText()).toMatch(/contains\s+2 items/);
  await expect.poll(() => fullText(viewer).count()).toBe(0);
});

test("what was searched for is marked in the text", async ({ viewer }) => {
  await viewer.drop("log.asdf", treeFile(`log: "${"word ".repeat(500)}needle and Needle"`));
  await viewer.page.getByRole("searchbox").fill("needle");
  await expect.poll(() => fullText(viewer).locator("mark").allInnerTexts()).toEqual(["needle", "Needle"]);
});

test("tags are shown, those of plain scalars too", async ({ viewer }) => {
  await viewer.drop("tags.asdf", treeFile("a: !<tag:example.org/thing> {b: !!str 12}"));
  await viewer.row("a").click();
  await expect.poll(() => details(viewer).innerText()).toMatch(/tag\s+tag:example.org\/thing/);
  await viewer.row("b").click();
  await expect.poll(() => details(viewer).innerText()).toMatch(/tag\s+tag:yaml.org,2002:str/);
});

test("a node that an anchor shares names its other places, which are a click away", async ({ viewer }) => {
  const aliases = Array.from({ length: 25 }, (_, i) => `many_${i}: *shared`).join("\n");
  const yaml = `one: &shared {k: 1}\nfolded: {deep: {two: *shared}}\nalone: {k: 1}\n${aliases}`;
  await viewer.drop("anchors.asdf", treeFile(yaml));
  await viewer.row("one").click();
  const places = viewer.page.getByRole("navigation", { name: "Other places of this node" });
  await expect.poll(() => places.innerText()).toContain("folded/deep/two");
  await expect.poll(() => places.getByRole("button").count()).toBe(20);
  await expect.poll(() => places.innerText()).toContain("and 6 more places");
  await places.getByRole("button", { name: "folded/deep/two" }).click();
  await expect.poll(() => viewer.row("two").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => places.innerText()).toMatch(/^The same node is also at\s+one\s/);
  await viewer.row("alone").click();
  await expect.poll(() => places.count()).toBe(0);
});

test("history and library say who wrote the file and what was done to it", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.row("history").click();
  await expect
    .poll(() => details(viewer).innerText())
    .toContain("Written by asdf 6.0.0, The ASDF Developers");
  await expect
    .poll(() => details(viewer).innerText())
    .toMatch(/Extensions\s+asdf:\/\/asdf-format.org\/core\/extensions\/core-1.6.0\s+asdf 6.0.0/);
  await viewer.checkAccessibility();
  await viewer.screenshot("details-history");
});

test("a history of the oldest form, and one that is none", async ({ viewer }) => {
  const entry =
    "{description: made <i>it</i>, time: 2015-01-02 03:04:05, software: {name: tool, version: 1.2}}";
  await viewer.drop("old.asdf", treeFile(`history: [!core/history_entry-1.0.0 ${entry}]`));
  await viewer.row("history").click();
  await expect.poll(() => details(viewer).innerText()).toContain("made <i>it</i>");
  await expect.poll(() => details(viewer).innerText()).toContain("2015-01-02 03:04:05 · tool 1.2");
  await viewer.drop("odd.asdf", treeFile("history: {entries: 5, extensions: [7, [1]]}\nasdf_library: text"));
  await viewer.row("asdf_library").click();
  await expect.poll(() => fullText(viewer).innerText()).toBe("text");
});
