/** The element in a page that owns the file, as an editor does: it is told edits, undoes them, makes them again and saves. */

import type { TreeEdit } from "@asdf-wasm/www/viewer/protocol/edits.ts";
import { open as openAsdf, toJSON } from "asdf-wasm";
import { expect } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const YAML = "meta: {name: M 31, count: 3}\nlist: [1, 2]";

test("edits are the page's: reported, undone, made again in a file opened anew, and written", async ({
  viewer,
}) => {
  const { page } = viewer;
  const bytes = [...treeFile(YAML)];
  await page.evaluate(async (bytes) => {
    const element = document.createElement("asdf-viewer");
    element.hosted = true;
    const edits: unknown[] = [];
    const keys: string[] = [];
    element.addEventListener("asdf-edit", ({ detail }) => edits.push(detail));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey && event.key.length === 1 && !event.defaultPrevented) {
        event.preventDefault();
        keys.push(event.key);
      }
    });
    document.querySelector("main")?.replaceChildren(element);
    const source = new File([Uint8Array.from(bytes)], "a.asdf");
    Object.assign(globalThis, { hosted: { element, edits, keys, source } });
    await element.open(source);
  }, bytes);
  const value = viewer.row("name").locator(".value");
  const host = <T>(work: string): Promise<T> =>
    page.evaluate(`(async ({ element, edits, keys, source }) => (${work}))(globalThis.hosted)`);

  await viewer.row("meta").waitFor();
  await viewer.row("meta").press("ArrowRight");
  await value.dblclick();
  const field = page.getByRole("textbox", { name: "Value" });
  await field.fill("M 32");
  await field.press("Enter");
  await expect.poll(() => value.innerText()).toBe("M 32");
  await viewer.row("count").click();
  await page.keyboard.press("Delete");
  await viewer.row("count").waitFor({ state: "detached" });
  // An added node that is given up is removed by another edit: the page's undo knows both.
  await viewer.row("meta").click();
  await page.keyboard.press("Insert");
  await page.getByRole("textbox").press("Escape");
  await expect
    .poll(() => host<TreeEdit[]>("edits"))
    .toEqual([
      { kind: "value", path: "meta/name", text: "M 32", label: "editing name" },
      { kind: "remove", path: "meta/count", label: "removing count" },
      { kind: "add", path: expect.any(String), inside: expect.any(Boolean), label: "adding a node" },
      { kind: "remove", path: expect.any(String), label: "removing new" },
    ]);
  for (const key of ["Control+z", "Control+Shift+Z", "Control+s", "Control+b"]) {
    await page.keyboard.press(key);
  }
  expect(await host("keys")).toEqual(["z", "Z", "s", "b"]);
  expect(await page.getByRole("button", { name: /^(Undo|Redo|Open…|New tab|Close a\.asdf)$/ }).count()).toBe(
    0,
  );

  // The list of keys, and titles, have none that are left to the page.
  await page.getByRole("button", { name: "Keys" }).click();
  const shortcuts = page.getByRole("dialog", { name: "Keys" });
  await shortcuts.getByText("Search the tree").waitFor();
  expect(await shortcuts.locator("dt", { hasText: /Ctrl\+[SBV]\b|F6|\[ and \]/ }).allInnerTexts()).toEqual(
    [],
  );
  await page.keyboard.press("Escape");
  await page.getByTitle("Hide the sidebar", { exact: true }).waitFor();
  // Nor is a session offered, which only a page could open.
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const copy = page.getByRole("menuitem", { name: "Copy as ASDF…" });
  await expect.poll(() => copy.evaluate((item) => item.matches(":focus"))).toBe(true);
  expect(await page.getByRole("menuitem", { name: "Session" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await copy.waitFor({ state: "detached" });

  await host("element.undo().then(() => element.undo()).then(() => element.undo())");
  await viewer.row("count").waitFor();
  await host("element.redo()");
  await viewer.row("count").waitFor({ state: "detached" });
  const written = () =>
    host<number[]>("element.write().then((blob) => blob.arrayBuffer()).then((b) => [...new Uint8Array(b)])");
  const once = await written();
  const file = await openAsdf(Uint8Array.from(once));
  expect(toJSON(file.tree)).toMatchObject({ meta: { name: "M 32" }, list: [1, 2] });
  expect(Object.keys(file.get("meta") ?? {})).toEqual(["name"]);

  // Elsewhere or later: the same edits give the same file, and are no edits of a person.
  await host("element.open(source)");
  await host("element.repeat(edits.slice(0, 2))");
  expect(await written()).toEqual(once);
  expect(await host<TreeEdit[]>("edits")).toHaveLength(4);
  await host("element.noteSaved()");
  await page.getByText("No changes").waitFor();
});

test("files that a host's file refers to are the host's, which says why it gives none", async ({
  viewer,
}) => {
  const { page } = viewer;
  const array = (source: string) =>
    `!core/ndarray-1.1.0 {source: '${source}', datatype: uint8, shape: [4, 4]}`;
  const main = treeFile(
    `data: ${array("in/a%20part.asdf")}\nlost: ${array("lost.asdf")}\nout: ${array("../up.asdf")}\nescaped: ${array("in/%2e%2e/%2e%2e/up.asdf")}\nweb: ${array("https://example.org/a.asdf")}\nother: {$ref: 'other.asdf#/meta'}
cube: !<asdf://dkist.nso.edu/tags/file_manager-1.1.0> {fileuris: [a.fits, b.fits], target: 0, datatype: float32, shape: [4, 4]}`,
  );
  const files = {
    "in/a part.asdf": blockFile(
      "{}",
      Uint8Array.from({ length: 16 }, (_, index) => index),
    ),
    "other.asdf": treeFile("meta: {object: M 33}"),
  };
  await page.evaluate(
    async ([main = [], files]) => {
      const closed: string[] = [];
      const given = files as Readonly<Record<string, readonly number[]>>;
      const source = (name: string, bytes: readonly number[]) => ({
        size: bytes.length,
        read: async (offset: number, length: number) => Uint8Array.from(bytes.slice(offset, offset + length)),
        close: () => closed.push(name),
      });
      const beside = async (path: string) => {
        const bytes = given[path];
        if (!bytes) {
          throw Object.assign(new Error(`no ${path} on this host`), { code: "not-found" });
        }
        return source(path, bytes);
      };
      Object.assign(globalThis, { closedFiles: closed });
      const file = { name: "main.asdf", source: source("main", main as number[]), beside };
      await document.querySelector("asdf-viewer")?.open(file);
    },
    [
      [...main],
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, [...bytes]])),
    ] as const,
  );
  await viewer.row("data").click();
  await viewer.drawn();
  await viewer.row("other").click();
  await viewer.row("target").click();
  await viewer.row("object").waitFor();
  for (const [key, why] of [
    ["lost", "no lost.asdf on this host"],
    ["out", "it is outside the folder of this file"],
    ["escaped", "no in/%2e%2e/%2e%2e/up.asdf on this host"],
    ["web", "it is on the web, and this file may not fetch from there"],
  ] as const) {
    await viewer.row(key).click();
    await page.getByText(why).first().waitFor();
  }
  await viewer.row("cube").click();
  await page.getByText("No value is a finite number").waitFor();
  await page.evaluate(() =>
    document.querySelector<HTMLElementTagNameMap["asdf-viewer"]>("asdf-viewer")?.close(),
  );
  await expect
    .poll(() => page.evaluate(() => (Reflect.get(globalThis, "closedFiles") as string[]).toSorted()))
    .toEqual(["in/a part.asdf", "main", "other.asdf"]);
});
