/** Editing in the tree, by mouse and by keys, and taking it back; what is saved is what was shown. */
import { readFile } from "node:fs/promises";
import { type AsdfFile, NdArray, open as openAsdf } from "asdf-wasm";
import { expect } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

const YAML = `
name: M 31
count: 3
exposure: 2.0
when: 2020-01-01 00:00:00
unit: !unit/unit-1.0.0 m
shared: &shared {inner: 1}
again: *shared
list: [1, 2, 3]
`;

/** What a row says beside its key. */
async function shownValue(viewer: Viewer, key: string): Promise<string> {
  return (await viewer.row(key).locator(".value, .count").innerText()).trim();
}

/** Types in place of a value. */
async function type(viewer: Viewer, key: string, text: string, becomes: string): Promise<void> {
  await viewer.row(key).locator(".value").dblclick();
  const field = viewer.page.getByRole("textbox", { name: "Value" });
  await field.fill(text);
  await viewer.page.locator(".inline-edit output").getByText(becomes, { exact: true }).waitFor();
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
}

async function saved({ page }: Viewer): Promise<AsdfFile> {
  await page.keyboard.press("Control+s");
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const bytes = await readFile((await (await downloading).path()) ?? "");
  await page.getByText(/^Downloaded as/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  return openAsdf(bytes, { checksums: "error" });
}

test("values are edited in place as YAML, undone and done again, and saved as they are shown", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  const content = blockFile(
    `${YAML}data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [3]}`,
    Uint8Array.of(7, 8, 9),
  );
  await viewer.drop("a.asdf", content);
  await type(viewer, "name", '"12"', "text");
  await type(viewer, "count", "4.0", "float");
  await type(viewer, "exposure", "5", "integer");
  await type(viewer, "when", "2021-02-03", "time");
  await type(viewer, "unit", "km", "tagged");
  await expect.poll(() => viewer.tree.locator(".changed").count()).toBe(5);
  await page.getByText("5 changes").waitFor();
  await viewer.checkAccessibility();

  await viewer.tree.focus();
  await page.keyboard.press("Control+z");
  await page.getByText("4 changes").waitFor();
  await expect.poll(() => shownValue(viewer, "unit")).toBe("m");
  await page.keyboard.press("Control+z");
  await page.getByText("3 changes").waitFor();
  await expect.poll(() => shownValue(viewer, "when")).toContain("2020-01-01");
  await page.keyboard.press("Control+Shift+z");
  await page.getByText("4 changes").waitFor();

  const file = await saved(viewer);
  const [name, count, exposure] = ["name", "count", "exposure"].map((key) => file.get(key));
  expect([name, count, exposure, String(file.get("when")), String(file.get("unit"))]).toEqual([
    "12",
    4,
    5,
    "2021-02-03",
    "m",
  ]);
  expect(file.tag("unit")).toBe("tag:stsci.edu:asdf/unit/unit-1.0.0");
  expect(file.get("shared")).toBe(file.get("again"));
  const data = file.get("data");
  expect(data instanceof NdArray && (await data.read()).data).toEqual(Uint8Array.of(7, 8, 9));
  await page.getByText("No changes").waitFor();
  await expect.poll(() => viewer.tree.locator(".changed").count()).toBe(0);
});

test("text is offered as YAML and stays what it was but for what is changed of it", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile('a: "two  spaces\\nand a line"\nb: "12"\nc: plain'));
  for (const [key, text] of [
    ["a", '"two  spaces\\nand a line"'],
    ["b", '"12"'],
    ["c", "plain"],
  ] as const) {
    await viewer.row(key).locator(".value").dblclick();
    const field = page.getByRole("textbox", { name: "Value" });
    await expect.poll(() => field.inputValue()).toBe(text);
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
  }
  await type(viewer, "a", '"two  spaces\\nand another"', "text");
  expect((await saved(viewer)).get("a")).toBe("two  spaces\nand another");
});

test("a float stays one, and a number without a point does not become one", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.drop("a.asdf", treeFile("a: 1\nb: 2.0"));
  await type(viewer, "a", "3.0", "float");
  await type(viewer, "b", "4", "integer");
  await viewer.page.keyboard.press("Control+s");
  const downloading = viewer.page.waitForEvent("download");
  await viewer.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const text = await readFile((await (await downloading).path()) ?? "", "utf8");
  expect(text).toMatch(/^a: 3\.0$/m);
  expect(text).toMatch(/^b: 4$/m);
});

test("by keys alone: a key is renamed, a value is left as it was, nodes are added and removed", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("name").waitFor();
  await viewer.tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+F2");
  const key = page.getByRole("textbox", { name: "Key" });
  await key.fill("count");
  await key.press("Enter");
  await page.locator(".inline-edit output").getByText("there is already a key count here").waitFor();
  await key.fill("title");
  await key.press("Enter");
  await viewer.row("title").waitFor();
  await expect.poll(() => shownValue(viewer, "title")).toBe("M 31");

  await page.keyboard.press("F2");
  const value = page.getByRole("textbox", { name: "Value" });
  await value.fill("something else");
  await value.press("Escape");
  await value.waitFor({ state: "detached" });
  await expect.poll(() => shownValue(viewer, "title")).toBe("M 31");

  await page.keyboard.press("Insert");
  await key.fill("band");
  await key.press("Enter");
  await viewer.row("band").waitFor();
  await page.keyboard.press("F2");
  await value.fill("{filter: F146, width: 3}");
  await page.locator(".inline-edit output").getByText("map", { exact: true }).waitFor();
  await value.press("Enter");
  await expect.poll(() => shownValue(viewer, "band")).toBe("2 keys");
  await viewer.row("list").click();
  await expect.poll(() => viewer.row("list").getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => viewer.row("0").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Delete");
  await expect.poll(() => shownValue(viewer, "list")).toBe("2 items");

  const file = await saved(viewer);
  expect(Object.keys(Object(file.tree)).slice(-8)).toEqual(
    ["title", "band", "count", "exposure", "when", "unit", "shared", "again", "list"].slice(-8),
  );
  expect(file.get("band/filter")).toBe("F146");
  expect(file.get("list")).toEqual([2, 3]);
});

/** Prepares a page that hears of its worker only what it asked before `hold()`, until `release()`. */
function withHeldWorker(): void {
  const { postMessage } = MessagePort.prototype;
  let held: (() => void)[] | undefined;
  Object.assign(MessagePort.prototype, {
    postMessage(this: MessagePort, ...message: unknown[]) {
      const post = () => Reflect.apply(postMessage, this, message);
      if (held) {
        held.push(post);
      } else {
        post();
      }
    },
  });
  Object.assign(window, {
    hold: () => {
      held = [];
    },
    release: () => {
      for (const post of held?.splice(0) ?? []) {
        post();
      }
      held = undefined;
    },
  });
}

async function callHeld({ page }: Viewer, name: "hold" | "release"): Promise<void> {
  await page.evaluate((name) => Reflect.apply(Reflect.get(window, name), window, []), name);
}

test("what is typed before a row is known goes into the field; who looks elsewhere stays there", async ({
  open,
}) => {
  const viewer = await open({ prepare: withHeldWorker });
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("count").waitFor();
  await callHeld(viewer, "hold");
  await viewer.row("count").click();
  await page.keyboard.press("F2");
  await page.keyboard.type("Ne");
  await expect.poll(() => viewer.row("count").getAttribute("aria-selected")).toBe("true");
  await callHeld(viewer, "release");
  const value = viewer.row("count").getByRole("textbox", { name: "Value" });
  await expect.poll(() => value.inputValue()).toBe("Ne");
  await value.pressSequentially("w");

  await callHeld(viewer, "hold");
  await viewer.row("exposure").click();
  await callHeld(viewer, "release");
  await expect.poll(() => shownValue(viewer, "count")).toBe("New");
  await page.keyboard.press("F2");
  await viewer.row("exposure").getByRole("textbox", { name: "Value" }).waitFor();
});

test("a value that is typed and entered before its row is known is applied, also if another is edited next", async ({
  open,
}) => {
  const viewer = await open({ prepare: withHeldWorker });
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("count").waitFor();
  await viewer.row("count").click();
  await callHeld(viewer, "hold");
  for (const key of ["F2", "4", "3", "Backspace", "2", "Enter"]) {
    await page.keyboard.press(key);
  }
  await viewer.row("name").click();
  for (const key of ["F2", "M", "Enter"]) {
    await page.keyboard.press(key);
  }
  await callHeld(viewer, "release");
  await expect.poll(() => shownValue(viewer, "count")).toBe("42");
  await expect.poll(() => shownValue(viewer, "name")).toBe("M");
  await viewer.page.getByText("2 changes", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Value" }).count()).toBe(0);
  expect(await viewer.row("name").getAttribute("aria-selected")).toBe("true");
});

test("what stands in two places is changed in both", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("shared").click();
  await viewer.row("again").click();
  await expect.poll(() => viewer.row("inner").count()).toBe(2);
  await viewer.row("inner").last().locator(".value").dblclick();
  await page.getByRole("textbox", { name: "Value" }).fill("2");
  await page.getByRole("textbox", { name: "Value" }).press("Enter");
  for (const row of await viewer.row("inner").all()) {
    await expect.poll(() => row.locator(".value").innerText()).toBe("2");
  }
  await page.getByRole("button", { name: "Undo" }).click();
  for (const row of await viewer.row("inner").all()) {
    await expect.poll(() => row.locator(".value").innerText()).toBe("1");
  }
});

test("what is no value is refused where it is typed", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("count").locator(".value").dblclick();
  const field = page.getByRole("textbox", { name: "Value" });
  await field.fill("[1, 2");
  await page.locator(".inline-edit .complaint").waitFor();
  await field.press("Enter");
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await field.press("Escape");
  await expect.poll(() => shownValue(viewer, "count")).toBe("3");
});

test("a changed file is marked, and is not closed unless that is agreed to", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.drop("b.asdf", treeFile("b: 1"));
  await type(viewer, "b", "2", "integer");
  await viewer.tab("b.asdf").getByText("changed").waitFor();
  await expect.poll(() => viewer.tab("a.asdf").getByText("changed").count()).toBe(0);
  await page.getByRole("button", { name: "Close b.asdf" }).click();
  const dialog = page.getByRole("dialog", { name: "b.asdf has unsaved changes" });
  await dialog.waitFor();
  await viewer.checkAccessibility();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => shownValue(viewer, "b")).toBe("2");

  const asking = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const asked = await asking;
  expect(asked.type()).toBe("beforeunload");
  await asked.dismiss();
  await closing;

  await page.getByRole("button", { name: "Close b.asdf" }).click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => viewer.tabs.count()).toBe(0);
  await viewer.row("count").waitFor();
});

/** Opens the whole tree as text. */
async function openText({ page }: Viewer): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("menuitem", { name: "Whole tree as YAML…" }).click();
  await page.getByRole("textbox", { name: "YAML" }).waitFor();
}

/** Puts the cursor behind a text of the YAML, and types. */
async function typeBehind({ page }: Viewer, text: string, typed: string): Promise<void> {
  const line = page.locator(".cm-line").filter({ hasText: text });
  await line.click();
  await page.keyboard.press("End");
  await page.keyboard.type(typed);
}

test("the whole tree is edited as YAML, and its arrays stay", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  const tree = `${YAML}data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [3]}`;
  await viewer.drop("a.asdf", blockFile(tree, Uint8Array.of(7, 8, 9)));
  await type(viewer, "count", "12", "integer");
  await openText(viewer);
  await typeBehind(viewer, "count: 12", "5");
  await viewer.checkAccessibility();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => shownValue(viewer, "count")).toBe("125");

  const file = await saved(viewer);
  expect(file.get("count")).toBe(125);
  const data = file.get("data");
  expect(data instanceof NdArray && (await data.read()).data).toEqual(Uint8Array.of(7, 8, 9));

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => shownValue(viewer, "count")).toBe("12");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => shownValue(viewer, "count")).toBe("3");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => shownValue(viewer, "count")).toBe("12");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => shownValue(viewer, "count")).toBe("125");
});

test("what is wrong in the YAML is marked at its line, and is not applied", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("name").waitFor();
  await openText(viewer);
  await typeBehind(viewer, "exposure: 2.0", ": :");
  await page.locator(".cm-lint-marker-error").waitFor();
  /** How far the mark is from its line, in lines. */
  const off = async () => {
    const [mark, line] = await Promise.all([
      page.locator(".cm-lint-marker-error").boundingBox(),
      page
        .locator(".cm-line")
        .filter({ hasText: /^exposure/ })
        .boundingBox(),
    ]);
    const [from, to] = [mark, line].map((box) => (box ? box.y + box.height / 2 : Number.NaN));
    return Math.abs((from ?? 0) - (to ?? 0)) / (line?.height ?? 0);
  };
  await expect.poll(off).toBeLessThan(1);
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => shownValue(viewer, "exposure")).toBe("2");
});

test("Escape leaves the YAML as it is, but never what was typed there", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile(YAML));
  await viewer.row("name").waitFor();
  await openText(viewer);
  await typeBehind(viewer, "exposure: 2.0", "5");
  for (const _ of "three times") {
    await page.keyboard.press("Escape");
  }
  await expect.poll(() => page.locator(".cm-content").innerText()).toContain("exposure: 2.05");
  await page.keyboard.press("Control+z");
  await page.locator(".cm-line").getByText("exposure: 2.0", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => shownValue(viewer, "exposure")).toBe("2");
});

test("what was to be added is not, if its name is left by Escape", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("a.asdf", treeFile("a: 1\nb: 2"));
  await viewer.row("a").click();
  await page.keyboard.press("Insert");
  const key = page.getByRole("textbox", { name: "Key" });
  await viewer.row("null").waitFor();
  await key.press("Escape");
  await page.getByText("No changes").waitFor();
  await expect.poll(() => viewer.page.getByRole("treeitem").count()).toBe(2);
});

test("the row that is edited stays in view when the changes are counted above the tree", async ({
  viewer,
}) => {
  const rows = Array.from({ length: 100 }, (_, i) => `key${i}: ${i}`).join("\n");
  await viewer.drop("a.asdf", treeFile(rows));
  await viewer.row("key0").click();
  // The details under the tree take their room when they have come.
  await viewer.page.locator(".detail-room .path").getByText("key0", { exact: true }).waitFor();
  const room = await viewer.tree.boundingBox();
  const last = `key${Math.floor((room?.height ?? 0) / 26) - 1}`;
  await viewer.row(last).click();
  await viewer.page.keyboard.press("F2");
  await viewer.page.getByRole("textbox", { name: "Value" }).fill("7");
  await viewer.page.keyboard.press("Enter");
  await viewer.page.getByText("1 change", { exact: true }).waitFor();
  await expect
    .poll(async () => {
      const [tree, row] = await Promise.all([viewer.tree.boundingBox(), viewer.row(last).boundingBox()]);
      return (row?.y ?? 0) + (row?.height ?? 0) <= (tree?.y ?? 0) + (tree?.height ?? 0);
    })
    .toBe(true);
});
