/** A session saved as a small file, and restored where nothing is known of it. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { fixture, test, treeFile } from "../support/viewer.ts";

test("files and what is shown of them come back with a session, and with the files if they are local", async ({
  open,
}) => {
  const roman = await fixture("roman/roman_l3_192.asdf");
  const table = treeFile(
    "table: {id: !core/ndarray-1.1.0 [1, 2, 3], mag: !core/ndarray-1.1.0 [3, 1, 2]}\nimage: !core/ndarray-1.1.0 [[1, 2], [3, 4]]",
  );
  const before = await open();
  await before.show("roman.asdf", roman);
  await before.page.getByRole("combobox", { name: "Stretch" }).selectOption("log");
  await before.page.keyboard.press("Control+z");
  await before.page.getByText("Undid: stretch").waitFor();
  await before.page.getByRole("combobox", { name: "Colours" }).selectOption("viridis");
  await before.drop("table.asdf", table);
  await before.row("table").click();
  await before.page.getByRole("button", { name: "mag" }).click();
  await before.tab("roman.asdf").click();
  const download = before.page.waitForEvent("download");
  await before.page.getByRole("button", { name: "Save", exact: true }).click();
  await before.page.getByRole("menuitem", { name: "Session" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("roman.session.json");
  const session = await readFile(await saved.path());

  const after = await open();
  await after.drop("cut.json", session.subarray(0, 40));
  await expect
    .poll(() => after.notices.innerText())
    .toContain("This JSON file cannot be read: it may be cut");
  await after.dropAll({ "roman.session.json": session, "roman.asdf": roman });
  await after.drawn();
  await expect.poll(() => after.page.getByRole("combobox", { name: "Colours" }).inputValue()).toBe("viridis");
  await expect.poll(() => after.page.getByRole("combobox", { name: "Stretch" }).inputValue()).toBe("asinh");
  await after.page.getByRole("button", { name: "New tab" }).click();
  await after.page.getByText("Open table.asdf again to see what was shown of it.").waitFor();
  await after.drop("table.asdf", table);
  await after.page.getByText("mag ↑").waitFor();
});
