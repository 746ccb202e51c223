/** What values mean, and whether they may stand there: as a person meets schemas on the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const ROMAN = "roman/roman_l2_192.asdf";

/** The addresses of schemas that the page loads from now on. */
function packsOf({ page }: Viewer): string[] {
  const loaded: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/(\w+)-[\w-]+\.asdf$/.exec(request.url()) ?? [];
    if (name !== undefined) {
      loaded.push(name);
    }
  });
  return loaded;
}

const meaning = (viewer: Viewer) => viewer.page.getByRole("region", { name: "Meaning" });
const file = (viewer: Viewer) => viewer.page.getByRole("tab", { name: "File", exact: true });
const check = (viewer: Viewer) => viewer.page.getByRole("button", { name: "Check this file" });

const manifest = `id: asdf://lab.example/manifests/lab-1.0.0
tags:
- {tag_uri: asdf://lab.example/tags/spectrum-1.0.0, schema_uri: asdf://lab.example/schemas/spectrum-1.0.0}
`;
const schema = `id: asdf://lab.example/schemas/spectrum-1.0.0
type: object
properties:
  flux: {title: Flux of the source, unit: Jy, type: number, minimum: 0}
required: [flux]
`;
const spectrum = "s: !<asdf://lab.example/tags/spectrum-1.0.0> {flux: -1}";

test("what a value means is found by its words, and shown; schemas are loaded when somebody asks", async ({
  viewer,
}) => {
  const { page } = viewer;
  const packs = packsOf(viewer);
  await viewer.show("roman.asdf", await fixture(ROMAN));
  await viewer.frames(10);
  expect(packs).toEqual([]);

  await page
    .getByRole("searchbox", { name: "Search keys and values" })
    .fill("multi-accumulation table identification");
  const option = page.getByRole("listbox", { name: "Matches: 1 description" }).getByRole("option");
  await expect.poll(() => option.allInnerTexts()).toMatchObject([expect.stringContaining("ma_table_number")]);
  await expect
    .poll(() => option.locator("mark").allInnerTexts())
    .toEqual(["Multi-Accumulation Table Identification"]);
  await expect.poll(() => meaning(viewer).innerText()).toContain("comes from the Science Operations Center");
  const said = await meaning(viewer).innerText();
  expect(said).toContain("WFIExposure.ma_table_number");
  expect(said).toContain("asdf://stsci.edu/datamodels/roman/schemas/");
  expect(said).toContain("no value was given");
  expect(new Set(packs)).toEqual(new Set(["roman", "standard", "transform", "coordinates", "wcs"]));

  const row = viewer.row("ma_table_number");
  await expect
    .poll(() => row.getAttribute("title"))
    .toContain("Multi-Accumulation Table Identification Number");
  await expect.poll(() => row.getAttribute("class")).toContain("unknown");
  await expect.poll(() => viewer.row("read_pattern").getAttribute("class")).not.toContain("unknown");
  await viewer.checkAccessibility();
  await viewer.screenshot("schemas-meaning");
});

test("the words of titles and descriptions find values", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture(ROMAN));
  await viewer.page.getByRole("searchbox", { name: "Search keys and values" }).fill("difference in time");
  const options = viewer.page.getByRole("listbox").getByRole("option");
  await expect.poll(() => options.first().innerText()).toContain("effective_exposure_time");
});

test("a check lists what is wrong, and each leads to its node, which says so", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("bad.asdf", treeFile("a: {b: [1, !core/complex-1.0.0 xyz]}\ngood: 1"));
  await file(viewer).click();
  await check(viewer).click();
  const problems = page.getByRole("list", { name: "Problems" }).getByRole("listitem");
  await expect.poll(() => problems.allInnerTexts()).toMatchObject([expect.stringContaining("a/b/1")]);
  expect(await problems.innerText()).toContain("core/complex-1.0.0");
  await viewer.checkAccessibility();
  await viewer.screenshot("schemas-problems");
  await problems.getByRole("button", { name: "a/b/1" }).click();
  const row = page.locator('[role="treeitem"][aria-selected="true"]');
  await expect.poll(() => row.innerText()).toContain("not valid");
  await expect.poll(() => row.getAttribute("title")).toContain("does not match");
  await expect
    .poll(() => page.getByRole("region", { name: "Details" }).innerText())
    .toContain("does not match");
});

test("schemas of one's own are dropped, listed, used, and removed", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("lab.asdf", treeFile(spectrum));
  await file(viewer).click();
  await check(viewer).click();
  await expect
    .poll(() => page.getByRole("list", { name: "Not checked" }).innerText())
    .toContain("no schema is known for the tag asdf://lab.example/tags/spectrum-1.0.0");

  const folder = mkdtempSync(join(tmpdir(), "schemas-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({
    "manifests/lab-1.0.0.yaml": manifest,
    "schemas/spectrum-1.0.0.yaml": schema,
    "schemas/broken.yaml": "a: [1",
    "schemas/draft.yaml":
      "$schema: http://json-schema.org/draft-07/schema#\nid: asdf://lab.example/draft-1.0.0",
    "setup.py": "",
  })) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await viewer.dropPaths(folder);
  const own = page.getByRole("list", { name: "Schemas of your own" }).getByRole("listitem");
  await expect.poll(() => own.count()).toBe(4);
  const listed = (await own.allInnerTexts()).sort();
  expect(listed).toMatchObject([
    expect.stringContaining("is of draft 07"),
    expect.stringContaining("asdf://lab.example/manifests/lab-1.0.0"),
    expect.stringContaining("asdf://lab.example/schemas/spectrum-1.0.0"),
    expect.stringContaining("broken.yaml is not YAML"),
  ]);
  expect(await viewer.tabs.count()).toBe(0);
  // What was checked without them is checked again.
  const problems = page.getByRole("list", { name: "Problems" }).getByRole("listitem");
  await expect.poll(() => problems.allInnerTexts()).toMatchObject([expect.stringContaining("s/flux")]);
  await viewer.checkAccessibility();
  await viewer.screenshot("schemas-own");
  await problems.getByRole("button", { name: "s/flux" }).click();
  await expect.poll(() => meaning(viewer).innerText()).toContain("Flux of the source");
  await file(viewer).click();
  await page.getByRole("button", { name: /^Remove .*lab-1.0.0.yaml$/ }).click();
  await expect.poll(() => own.count()).toBe(3);
});

test("what is dropped with schemas is opened: a catalogue, too", async ({ viewer }) => {
  const catalogue = Buffer.from("ra,dec\n10,20\n");
  expect(await viewer.dropAll({ "spectrum.yaml": Buffer.from(schema), "cat.csv": catalogue })).toBe("opened");
  await viewer.page.getByRole("heading", { name: "cat.csv" }).waitFor();
});

test("edits that are not saved are checked as well", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("edited.asdf", treeFile('s: !core/software-1.0.0 {name: lab, version: "1"}'));
  await viewer.row("s").click();
  await viewer.row("version").click();
  await page.keyboard.press("Delete");
  await expect.poll(() => viewer.row("version").count()).toBe(0);
  await file(viewer).click();
  await check(viewer).click();
  const problems = page.getByRole("list", { name: "Problems" });
  await expect.poll(() => problems.innerText()).toContain("required");
  const section = page.getByRole("region", { name: "Schemas" });
  expect(await section.getByRole("status").innerText()).toBe("1 problem, with the edits that are not saved");
  await viewer.screenshot("schemas-edited");

  // Later edits are checked as well, and marks of what is no longer so are gone.
  const mark = viewer.row("s").getByText("not valid");
  await page.getByRole("tab", { name: "Contents", exact: true }).click();
  await mark.waitFor();
  await viewer.row("s").click();
  await page.keyboard.press("Control+z");
  await viewer.row("version").waitFor();
  await mark.waitFor({ state: "detached" });
  await page.keyboard.press("Control+y");
  await mark.waitFor();
});

test("a page is told when what was found no longer counts", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("bad.asdf", treeFile("a: !core/complex-1.0.0 xyz"));
  const told = () => page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told);
  await page.evaluate(() => {
    const all: unknown[] = [];
    Object.assign(globalThis, { told: all });
    document
      .querySelector("asdf-viewer")
      ?.addEventListener("asdf-check", ({ detail: { count, isDropped } }) => all.push([count, isDropped]));
  });
  await file(viewer).click();
  await check(viewer).click();
  await expect.poll(told).toEqual([[1, undefined]]);
  await page.getByRole("tab", { name: "Contents", exact: true }).click();
  await viewer.row("a").click();
  await page.keyboard.press("Delete");
  const edited = [
    [1, undefined],
    [0, undefined],
  ];
  await expect.poll(told).toEqual(edited);
  await page.keyboard.press("Control+z");
  await expect.poll(told).toEqual([...edited, [1, undefined]]);
  // Another tree is not checked before somebody asks.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("menuitem", { name: "Whole tree as YAML…" }).click();
  await page.getByRole("textbox", { name: "YAML" }).getByText("xyz").dblclick();
  await page.keyboard.type("zyx");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(told).toEqual([...edited, [1, undefined], [0, true]]);
});

test("the YAML editor marks what schemas do not allow at its line while one types", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.drop("edited.asdf", treeFile('s: !core/software-1.0.0 {name: lab, version: "1"}'));
  await viewer.row("s").click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("menuitem", { name: "Whole tree as YAML…" }).click();
  const editor = page.getByRole("textbox", { name: "YAML" });
  await editor.getByText("version", { exact: true }).last().dblclick();
  await page.keyboard.type("other");
  const mark = page.locator(".cm-lintRange-warning");
  await expect.poll(() => mark.allInnerTexts()).toMatchObject([expect.stringContaining("software-1.0.0")]);
  await page.locator(".cm-lint-marker-warning").hover();
  await expect.poll(() => page.locator(".cm-tooltip").innerText()).toContain("version");
  await viewer.screenshot("schemas-yaml");
});

test("a page has its file checked, and is told what was found", async ({ viewer }) => {
  await viewer.drop("bad.asdf", treeFile("a: !core/complex-1.0.0 xyz"));
  const found = await viewer.page.evaluate(async () => {
    const element = document.querySelector("asdf-viewer");
    const told = new Promise<{ path: string; line: number | undefined }[]>((resolve) => {
      element?.addEventListener("asdf-check", ({ detail }) =>
        resolve(detail.problems.map(({ path, line }) => ({ path, line }))),
      );
    });
    await element?.check();
    return told;
  });
  expect(found).toEqual([{ path: "a", line: 6 }]);
  await viewer.page.getByRole("list", { name: "Problems" }).waitFor();
});

test("a tree of a million nodes is checked while the page answers, and the check is cancelled", async ({
  viewer,
}) => {
  const { page } = viewer;
  const rows = `- [${"1, ".repeat(99)}1]\n`.repeat(10_000);
  await viewer.drop("large.asdf", treeFile(`a: !core/complex-1.0.0 xyz\nrows:\n${rows}`));
  await file(viewer).click();
  await check(viewer).click();
  const progress = page.getByRole("progressbar", { name: "Checking the file" });
  await progress.waitFor();
  // The page draws while the worker works.
  await viewer.frames(5);
  await page.getByRole("button", { name: "Cancel" }).click();
  await progress.waitFor({ state: "detached" });
  expect(await page.getByRole("list", { name: "Problems" }).count()).toBe(0);
  await check(viewer).click();
  await expect.poll(() => page.getByRole("list", { name: "Problems" }).innerText()).toContain("xyz");
});
