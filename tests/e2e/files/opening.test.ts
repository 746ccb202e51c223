/** Ways into the viewer, and what it says when a file cannot be shown. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

test("the sample is one click away", async ({ viewer }) => {
  await viewer.page.getByRole("button", { name: "Open the sample" }).click();
  await viewer.drawn();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/data");
  await viewer.screenshot("sample");
});

test("a file is picked", async ({ viewer }) => {
  const choosing = viewer.page.waitForEvent("filechooser");
  await viewer.page.getByRole("button", { name: "Choose a file" }).click();
  const buffer = await fixture("roman/roman_l3_192.asdf");
  await (await choosing).setFiles({ name: "l3.asdf", mimeType: "application/octet-stream", buffer });
  await viewer.drawn();
  await expect.poll(() => viewer.page.getByRole("heading", { level: 1 }).innerText()).toBe("l3.asdf");
});

test("the address names a file", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf" });
  await viewer.drawn();
  await expect.poll(() => viewer.page.title()).toContain("sample.asdf");
});

test.for([
  ["early/chain-bare.asdf", "ASDF 0.1.0"],
  ["roman/roman_l3_192.asdf", "ASDF 1.6.0"],
] as const)("the header says what %s is: %s", async ([path, form], { viewer }) => {
  await viewer.drop("file.asdf", await fixture(path));
  await viewer.page.getByText(form).waitFor();
});

test("another file is shown in place of the one before", async ({ viewer }) => {
  await viewer.show("one.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.drop("two.asdf", treeFile("only: 1"));
  await viewer.row("only").waitFor();
  await expect.poll(() => viewer.row("roman").count()).toBe(0);
  await expect.poll(() => viewer.canvas.count()).toBe(0);
});

test("a drop is announced before it happens", async ({ viewer }) => {
  const dataTransfer = await viewer.page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["x"], "x.asdf"));
    return transfer;
  });
  const target = viewer.page.locator("asdf-viewer .viewer");
  await target.dispatchEvent("dragenter", { dataTransfer });
  await expect.poll(() => target.getAttribute("data-dropping")).toBe("true");
  await viewer.screenshot("dropping");
  await target.dispatchEvent("dragleave", { dataTransfer });
  await expect.poll(() => target.getAttribute("data-dropping")).toBe("false");
});

test("what is no ASDF file is refused in a sentence", async ({ viewer }) => {
  await viewer.drop("picture.png", Buffer.from("\x89PNG\r\n\x1a\n................", "latin1"));
  await viewer.page.getByRole("alert").waitFor();
  await expect.poll(() => viewer.notices.innerText()).toMatch(/[Aa]sdf/i);
  await viewer.checkAccessibility();
  await viewer.screenshot("not-asdf");
  await viewer.page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => viewer.notices.count()).toBe(0);
});

test("an array that is damaged says so, and the others are shown", async ({ viewer }) => {
  const bytes = await fixture("roman/roman_l2_192.asdf");
  await viewer.show("whole.asdf", bytes);
  const cut = bytes.subarray(0, bytes.length - 2000);
  await viewer.drop("cut.asdf", Buffer.from(cut));
  await viewer.row("roman").waitFor();
  await viewer.row("var_poisson").click();
  await viewer.page.getByRole("heading", { name: "This array cannot be shown" }).waitFor();
  for (const key of ["data", "err"]) {
    await viewer.row(key).click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain(`roman/${key}`);
    await viewer.drawn();
  }
});

test("every hostile file is opened or refused in words, and the page works on", async ({ viewer }) => {
  const table = await readFile(join(import.meta.dirname, "../../data/hostile/files.tsv"), "utf8");
  const [head = "", ...lines] = table.trimEnd().split("\n");
  const columns = head.split("\t");
  const rows = lines.map((line) => new Map(line.split("\t").map((cell, i) => [columns[i], cell])));
  for (const row of rows.filter((cells) => cells.get("needs") === "-")) {
    const name = row.get("file") ?? "";
    const error = row.get("error");
    const outcome = await viewer.drop(name, await fixture(`hostile/${name}`));
    expect(outcome, name).toBe(error === "-" ? "opened" : error);
    if (outcome !== "opened") {
      await expect
        .poll(() => viewer.page.getByRole("alert").first().innerText(), { message: name })
        .toMatch(/\w+ \w+.*[.!?…]/);
    }
  }
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
});
