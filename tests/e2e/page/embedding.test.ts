/** The element as another page uses it: twice, by attributes, methods and events. */
import { expect } from "vitest";
import { test, treeFile } from "../support/viewer.ts";

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
