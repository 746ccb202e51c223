/** The element as another page uses it: twice, by attributes, methods and events. */
import { expect } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

test("two viewers on one page keep apart", async ({ viewer }) => {
  const { page } = viewer;
  await page.route("**/*.test.asdf", (route) => {
    const key = new URL(route.request().url()).pathname.at(1);
    return route.fulfill({ body: treeFile(`${key}: 1`) });
  });
  await page.evaluate(() => {
    const viewers = ["a", "b"].map((name) => {
      const element = document.createElement("asdf-viewer");
      element.setAttribute("src", `${name}.test.asdf`);
      element.id = name;
      return element;
    });
    document.querySelector("main")?.replaceChildren(...viewers);
  });
  const a = page.locator("#a");
  const b = page.locator("#b");
  await a.getByRole("treeitem").getByText("a", { exact: true }).waitFor();
  await b.getByRole("treeitem").getByText("b", { exact: true }).waitFor();
  await viewer.checkAccessibility();

  await page.evaluate(async () => {
    const element = document.querySelector<HTMLElementTagNameMap["asdf-viewer"]>("#b");
    const opened: string[] = [];
    const changed: string[] = [];
    Object.assign(globalThis, { opened, changed });
    element?.addEventListener("asdf-open", ({ detail }) => opened.push(detail.name));
    element?.addEventListener("asdf-change", ({ detail }) => changed.push(detail.link));
    await element?.add("c.test.asdf");
    await element?.open("d.test.asdf");
    await element?.follow("?url=e.test.asdf&path=e");
  });
  const names = () =>
    page.evaluate(() => ({
      opened: Reflect.get(globalThis, "opened"),
      last: Reflect.get(globalThis, "changed").at(-1),
      recent: document.querySelector<HTMLElementTagNameMap["asdf-viewer"]>("#b")?.recent,
    }));
  await expect.poll(names).toEqual({
    opened: ["c.test.asdf", "d.test.asdf", "e.test.asdf"],
    last: "?url=b.test.asdf&url=d.test.asdf&url=e.test.asdf&tab=2&path=e",
    recent: false,
  });
  await expect
    .poll(() => b.getByRole("tab", { name: /asdf/ }).locator(".file-name").allInnerTexts())
    .toEqual(["b.test.asdf", "d.test.asdf", "e.test.asdf"]);
  await expect.poll(() => a.getByRole("tablist", { name: "Open files" }).count()).toBe(0);
  await viewer.screenshot("two-viewers");

  await page.evaluate(() => document.querySelector<HTMLElementTagNameMap["asdf-viewer"]>("#b")?.close());
  await b.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => b.getByRole("region", { name: "Recent" }).count()).toBe(0);
  await page.evaluate(() => document.querySelector("#a")?.remove());
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a file that the page reads, and writes over", async ({ viewer }) => {
  const { page } = viewer;
  const data = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
  const tree = "name: M 31\ndata: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [400, 500]}";
  await page.evaluate(
    async (base64) => {
      let bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const seen = { saved: 0, closed: 0, isFull: true };
      Object.assign(globalThis, { seen, text: () => new TextDecoder("latin1").decode(bytes) });
      await document.querySelector("asdf-viewer")?.open({
        name: "hosted.asdf",
        source: {
          get size() {
            return bytes.length;
          },
          read: async (offset: number, length: number) => {
            // Less than is asked for, and part of memory that stays in use.
            return bytes.subarray(offset, offset + Math.min(length, 60_000));
          },
          close: () => {
            seen.closed += 1;
          },
        },
        save: async (content: Blob) => {
          if (seen.isFull) {
            throw new Error("the disk is full");
          }
          bytes = new Uint8Array(await content.arrayBuffer());
          seen.saved += 1;
        },
      });
    },
    Buffer.from(blockFile(tree, data)).toString("base64"),
  );
  const seen = () => page.evaluate(() => Reflect.get(globalThis, "seen"));
  await viewer.drawn();
  await expect.poll(() => page.title()).toContain("hosted.asdf");

  await page.keyboard.press("Control+s");
  await page.getByText("Nothing has changed since the file was saved").waitFor();
  await viewer.row("name").locator(".value").dblclick();
  const field = page.getByRole("textbox", { name: "Value" });
  await field.fill("M 33");
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
  await page.getByText("1 change").waitFor();
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Save hosted.asdf" });
  await dialog.getByText("the disk is full").waitFor();
  await viewer.checkAccessibility();
  await page.evaluate(() => Object.assign(Reflect.get(globalThis, "seen"), { isFull: false }));
  await dialog.getByRole("button", { name: "Save again" }).click();
  await page.getByText("Saved hosted.asdf").waitFor();
  await expect.poll(() => page.getByText("1 change").count()).toBe(0);
  await expect.poll(() => viewer.row("name").innerText()).toContain("M 33");
  expect(await page.evaluate(() => Reflect.get(globalThis, "text")())).toContain("name: M 33\n");
  await expect.poll(seen).toMatchObject({ saved: 1, closed: 1 });

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: "As ASDF…" }).click();
  await page.getByRole("dialog", { name: "Save as ASDF" }).waitFor();
});
