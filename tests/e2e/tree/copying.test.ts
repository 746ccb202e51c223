/** Copying: what lands on the clipboard, by mouse and by keys, and that it is said. */
import { type AsdfFile, openSync } from "asdf-wasm";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const yaml = String.raw`
roman: {data: !core/ndarray-1.1.0 {data: [1, 2], datatype: int8}}
"it's \"q\" \\ \t \u2028 \x07 é": {"": quoted}
"a/b~c": {x: {deep: slash}}
list: [zero, {k: in a list}]
numbers: {1: {one: 1}, true: {two: 2}, null: {three: 3}}
dates: {2020-01-02: {inner: text}}
odd: {? [1, 2] : {held: 5}}
here: {$ref: '#/list/1'}`;
const bytes = treeFile(yaml);

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const copyButton = ({ page }: Viewer) => page.getByRole("button", { name: "Copy", exact: true });

async function copied(viewer: Viewer, what: string): Promise<string> {
  await viewer.page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await copyButton(viewer).click();
  await viewer.page.getByRole("menuitem", { name: what }).click();
  await expect.poll(() => clipboard(viewer.page)).not.toBe("nothing yet");
  return clipboard(viewer.page);
}

/** Goes down to a row by clicks, each on the newest row of that key. A click would fold what is unfolded already. */
async function choose(viewer: Viewer, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    const row = viewer.row(key).last();
    await row.waitFor();
    if ((await row.getAttribute("aria-expanded")) !== "true" || key === keys.at(-1)) {
      await row.click();
    }
  }
  await viewer.page
    .locator(`.row[aria-selected=true]`)
    .getByText(keys.at(-1) ?? "", { exact: true })
    .waitFor();
  await expect
    .poll(() => viewer.page.locator(".detail-room").getAttribute("data-node"))
    .toBe((await viewer.page.locator(".row[aria-selected=true]").getAttribute("id"))?.replace("node-", ""));
}

/** What the package answers to the code. */
function run(code: string): unknown {
  const file: AsdfFile = openSync(bytes);
  return new Function("file", `return ${code};`)(file);
}

const places = [
  { keys: ["roman", "data"], path: "roman/data", python: `af["roman"]["data"]` },
  {
    keys: [`it's "q" \\ \t \u2028 \x07 é`, "(no key)"],
    path: `it's "q" \\ \t \u2028 \x07 é/`,
    python: String.raw`af["it's \"q\" \\ \t \u2028 \x07 é"][""]`,
    value: "quoted",
  },
  {
    keys: ["a/b~c", "x", "deep"],
    path: "a~1b~0c/x/deep",
    python: `af["a/b~c"]["x"]["deep"]`,
    value: "slash",
  },
  { keys: ["list", "1", "k"], path: "list/1/k", python: `af["list"][1]["k"]`, value: "in a list" },
  {
    keys: ["numbers", "true", "two"],
    path: "numbers/true/two",
    python: `af["numbers"][True]["two"]`,
    value: 2,
  },
  {
    keys: ["numbers", "null", "three"],
    path: "numbers/null/three",
    python: `af["numbers"][None]["three"]`,
    value: 3,
  },
];

test.for(places)("of $path: path, Python and JavaScript", async ({ keys, path, python, value }, { open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await viewer.drop("copy.asdf", bytes);
  await choose(viewer, ...keys.map((key) => key.replace(/[\t\u2028]/g, " ")));
  expect(await copied(viewer, "Path")).toBe(path);
  expect(await copied(viewer, "Python")).toBe(python);
  const javascript = await copied(viewer, "JavaScript");
  expect(javascript).toMatch(/^file\.get\(/);
  expect(run(javascript)).toBeDefined();
  if (value !== undefined) {
    expect(run(javascript)).toBe(value);
    expect(await copied(viewer, "Value")).toBe(String(value));
  } else {
    expect(javascript).toBe(`file.get("${path}")`);
    expect(JSON.parse(await copied(viewer, "JSON"))).toMatchObject({ $ndarray: { shape: [2] } });
  }
});

test("what a reference leads to is resolved, and what has no expression is not copied", async ({ open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await viewer.drop("copy.asdf", bytes);
  await choose(viewer, "here", "target", "k");
  expect(await copied(viewer, "JavaScript")).toBe(`await file.resolve("here/k")`);
  expect(await copied(viewer, "Python")).toBe(`af.resolve_references()\naf["here"]["k"]`);
  await choose(viewer, "odd", "(no key)");
  await copyButton(viewer).click();
  for (const name of ["Python", "JavaScript"]) {
    await expect
      .poll(() => viewer.page.getByRole("menuitem", { name }).getAttribute("aria-disabled"))
      .toBe("true");
  }
});

test("the menu is used by keys, and Ctrl+C in the tree copies the path", async ({ open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const { keyboard } = viewer.page;
  await viewer.drop("copy.asdf", bytes);
  await choose(viewer, "roman", "data");
  await copyButton(viewer).focus();
  await keyboard.press("Enter");
  const focused = (name: string) =>
    viewer.page.getByRole("menuitem", { name }).evaluate((item) => item.matches(":focus"));
  await expect.poll(() => focused("Path")).toBe(true);
  await viewer.checkAccessibility();
  await viewer.screenshot("copying");
  await keyboard.press("ArrowUp");
  await expect.poll(() => focused("JavaScript")).toBe(true);
  await keyboard.press("Home");
  await expect.poll(() => focused("Path")).toBe(true);
  await keyboard.press("y");
  await expect.poll(() => focused("Path")).toBe(true);
  await keyboard.press("p");
  await expect.poll(() => focused("Python")).toBe(true);
  await keyboard.press("Enter");
  const said = viewer.page.locator(".copy output.copied");
  await expect.poll(() => said.innerText()).toBe(`Copied af["roman"]["data"]`);
  await expect.poll(() => viewer.page.getByRole("menu").count()).toBe(0);
  await expect.poll(() => copyButton(viewer).evaluate((button) => button.matches(":focus"))).toBe(true);
  await keyboard.press("ArrowDown");
  await expect.poll(() => focused("Path")).toBe(true);
  await keyboard.press("Escape");
  await expect.poll(() => viewer.page.getByRole("menu").count()).toBe(0);
  await viewer.tree.focus();
  await keyboard.press("Control+c");
  await expect.poll(() => clipboard(viewer.page)).toBe("roman/data");
  await expect.poll(() => said.innerText()).toBe("Copied roman/data");
});

test("a browser that does not let the page copy is said to", async ({ open }) => {
  const viewer = await open({
    prepare: () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    },
  });
  await viewer.drop("copy.asdf", bytes);
  await choose(viewer, "list");
  await viewer.tree.focus();
  await viewer.page.keyboard.press("Control+c");
  await expect
    .poll(() => viewer.page.locator(".copy output.copied").innerText())
    .toBe("The browser does not allow this page to copy");
});
