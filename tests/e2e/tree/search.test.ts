/** Searching the tree: by keys alone, into folded branches, over every character, and in large trees. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const yaml = `
alpha: 1
branch:
  deep:
    Needle: one
    text: some needle here
list: [plain, NEEDLE in a list]
"a.c(d": point`;

const current = (viewer: Viewer) =>
  viewer.page.locator('[role="treeitem"][aria-selected="true"] .key').innerText();
const field = (viewer: Viewer) => viewer.page.getByRole("searchbox", { name: "Search keys and values" });
const tally = (viewer: Viewer) => viewer.page.locator("output.found");

async function searching(viewer: Viewer, text: string): Promise<void> {
  await field(viewer).fill(text);
}

test("matches are counted, marked and gone through, folded branches being unfolded", async ({ viewer }) => {
  const { keyboard } = viewer.page;
  await viewer.drop("search.asdf", treeFile(yaml));
  await viewer.row("alpha").click();
  await keyboard.press("/");
  await keyboard.type("needle");
  await expect.poll(() => tally(viewer).innerText()).toBe("1 of 3");
  await expect.poll(() => current(viewer)).toBe("Needle");
  await expect.poll(() => viewer.row("Needle").locator("mark").allInnerTexts()).toEqual(["Needle"]);
  await expect.poll(() => viewer.row("text").locator("mark").allInnerTexts()).toEqual(["needle"]);
  await keyboard.press("Enter");
  await expect.poll(() => current(viewer)).toBe("text");
  await expect.poll(() => tally(viewer).innerText()).toBe("2 of 3");
  await keyboard.press("Enter");
  await expect.poll(() => current(viewer)).toBe("1");
  await keyboard.press("Enter");
  await expect.poll(() => current(viewer)).toBe("Needle");
  await keyboard.press("Shift+Enter");
  await expect.poll(() => current(viewer)).toBe("1");
  await viewer.checkAccessibility();
  await viewer.screenshot("search");
  await keyboard.press("Escape");
  await expect.poll(() => field(viewer).inputValue()).toBe("");
  await expect.poll(() => viewer.page.locator("mark").count()).toBe(0);
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
  await keyboard.press("Control+f");
  await expect.poll(() => field(viewer).evaluate((input) => input.matches(":focus"))).toBe(true);
});

test("matches are listed with their paths, keys first, and gone to by keys and by clicks", async ({
  viewer,
}) => {
  const { page } = viewer;
  const { keyboard } = page;
  await viewer.drop("search.asdf", treeFile(`history: {entries: [{description: a needle}]}\n${yaml.trim()}`));
  await searching(viewer, "needle");
  const list = page.getByRole("listbox", { name: "Matches: 1 key, 2 values, 1 log entry" });
  const options = list.getByRole("option");
  await expect
    .poll(() => options.locator(".hit-path").allInnerTexts())
    .toEqual(["branch/deep", "branch/deep", "list/1", "history/entries/0"]);
  await expect
    .poll(() => options.locator("mark").allInnerTexts())
    .toEqual(["Needle", "needle", "NEEDLE", "needle"]);
  await viewer.checkAccessibility();

  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await expect.poll(() => options.nth(1).getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => list.getAttribute("aria-activedescendant")).toBe("hit-1");
  await expect.poll(() => current(viewer)).toBe("Needle");
  await keyboard.press("Enter");
  await expect.poll(() => current(viewer)).toBe("text");
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
  await page.locator(".text-view").getByText("some needle here").waitFor();

  await options.nth(3).click();
  await expect.poll(() => current(viewer)).toBe("description");
  await list.focus();
  await keyboard.press("Escape");
  await expect.poll(() => field(viewer).evaluate((input) => input.matches(":focus"))).toBe(true);
  await expect.poll(() => field(viewer).inputValue()).toBe("needle");
});

test("a search goes on from the node that was chosen", async ({ viewer }) => {
  await viewer.drop("search.asdf", treeFile(yaml));
  await searching(viewer, "needle");
  await viewer.row("text").click();
  await viewer.page.getByRole("button", { name: "Next match" }).click();
  await expect.poll(() => current(viewer)).toBe("1");
  await expect.poll(() => tally(viewer).innerText()).toBe("3 of 3");
});

test("what is looked for is text, not an expression", async ({ viewer }) => {
  await viewer.drop("search.asdf", treeFile(yaml));
  await searching(viewer, "a.c(");
  await expect.poll(() => tally(viewer).innerText()).toBe("1 of 1");
  await searching(viewer, "a.*");
  await expect.poll(() => tally(viewer).innerText()).toBe("No matches");
  await expect.poll(() => viewer.page.getByRole("button", { name: "Next match" }).isDisabled()).toBe(true);
});

test("a match far inside a text is shown where it stands", async ({ viewer }) => {
  await viewer.drop("long.asdf", treeFile(`log: "${"word ".repeat(20)}needle"`));
  await searching(viewer, "needle");
  await expect.poll(() => viewer.row("log").locator("mark").innerText()).toBe("needle");
  await expect.poll(() => viewer.row("log").locator(".value").innerText()).toBe("…word word needle");
});

test("an alias is met once, and a cycle does not keep the search from its end", async ({ viewer }) => {
  await viewer.drop("cycle.asdf", treeFile("a: &a\n  needle: 1\n  back: *a\nb: *a"));
  await searching(viewer, "needle");
  await expect.poll(() => tally(viewer).innerText()).toBe("1 of 1");
});

test("a hundred thousand nodes are searched while the page stays free", async ({ viewer }) => {
  const group = (i: number) =>
    `  group_${i}:\n${Array.from({ length: 1000 }, (_, j) => `    key_${i}_${j}: value`).join("\n")}`;
  await viewer.drop(
    "many.asdf",
    treeFile(`many:\n${Array.from({ length: 100 }, (_, i) => group(i)).join("\n")}`),
  );
  await searching(viewer, "key_99_999");
  await expect.poll(() => tally(viewer).innerText()).toBe("1 of 1");
  await expect.poll(() => current(viewer)).toBe("key_99_999");
  await viewer.tree.evaluate((tree) => tree.scrollTo(0, 0));
  await viewer.row("key_99_999").waitFor({ state: "detached" });
  await viewer.page.keyboard.press("Enter");
  await expect.poll(() => current(viewer)).toBe("key_99_999");
  await searching(viewer, "key");
  await expect.poll(() => tally(viewer).innerText()).toBe("1 of 100000");
  // The rows of the first match come above that of the last while it is gone to.
  await viewer.page.keyboard.press("Shift+Enter");
  await expect.poll(() => current(viewer)).toBe("key_99_999");
});
