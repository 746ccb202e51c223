/** Files that refer to each other: dropped or picked together, as a set or a folder, and what is missing among them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const image = "!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [2, 2]}";
const part = blockFile(
  `deep:\n  picture: ${image}\n  back: {$ref: '../main.asdf#/title'}`,
  Uint8Array.of(1, 2, 3, 4),
);

/** A folder on this machine with these files in it. */
function folder(files: Record<string, Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), "asdf-references-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "run", path)), { recursive: true });
    writeFileSync(join(root, "run", path), bytes);
  }
  return join(root, "run");
}

async function values(viewer: Viewer): Promise<string> {
  await viewer.page.getByRole("tab", { name: "Values" }).click();
  const shown = viewer.page.getByRole("region", { name: "Values" });
  await shown.waitFor();
  return (await shown.innerText()).replace(/\s+/g, " ");
}

const title = (viewer: Viewer) => viewer.page.getByRole("heading", { level: 1 }).innerText();

test("the exploded form: both files dropped together, in either order", async ({ viewer }) => {
  const [main, block] = await Promise.all(
    ["exploded.asdf", "exploded0000.asdf"].map((name) => fixture(`asdf-standard/1.6.0/${name}`)),
  );
  if (!main || !block) {
    throw new Error("the fixtures are not there");
  }
  for (const [called, files] of [
    ["exploded.asdf", { "exploded.asdf": main, "exploded0000.asdf": block }],
    ["exploded (2).asdf", { "exploded0000.asdf": block, "exploded.asdf": main }],
  ] as const) {
    expect(await viewer.dropAll(files)).toBe("opened");
    await expect.poll(() => title(viewer)).toBe(called);
    await viewer.row("data").click();
    await expect.poll(() => values(viewer)).toMatch(/ 0 0 1 1 2 2 .* 7 7/);
    await expect.poll(() => viewer.page.getByRole("combobox", { name: "File shown" }).count()).toBe(0);
  }
});

test("one of them alone: the missing one is named, with what to do", async ({ viewer }) => {
  expect(await viewer.drop("exploded.asdf", await fixture("asdf-standard/1.6.0/exploded.asdf"))).toBe(
    "opened",
  );
  await viewer.row("data").click();
  await viewer.page.getByRole("heading", { name: "This array cannot be shown" }).waitFor();
  const alert = viewer.page.getByRole("alert");
  await expect.poll(() => alert.innerText()).toContain("`exploded0000.asdf`");
  await expect.poll(() => alert.innerText()).toContain("drop it together with exploded.asdf");
});

test("a folder: references are shown with their targets and unfold into what they lead to", async ({
  viewer,
}) => {
  await viewer.dropPaths(
    folder({
      "main.asdf": treeFile(
        "title: <b>Run 7</b>\ncalibration: {$ref: 'parts/b%20%C3%A4.asdf#/deep'}\ncase: {$ref: 'Parts/b%20%C3%A4.asdf'}\noutside: {$ref: '../other.asdf'}\nround: {$ref: '#/round'}\nhere: {$ref: '#/title'}",
      ),
      "parts/b ä.asdf": part,
      "readme.txt": Buffer.from("no ASDF"),
      "parts/broken.asdf": Buffer.from("neither"),
    }),
  );
  await expect.poll(() => title(viewer)).toBe("main.asdf");
  const row = viewer.row("calibration");
  await expect.poll(() => row.innerText()).toContain("parts/b%20%C3%A4.asdf#/deep");
  await expect.poll(() => row.getAttribute("aria-expanded")).toBe("false");
  await row.click();
  await viewer.row("target").click();
  await viewer.row("picture").click();
  await viewer.drawn();
  await expect
    .poll(() => viewer.canvas.getAttribute("aria-label"))
    .toContain("parts/b%20%C3%A4.asdf#/deep/picture");
  const details = viewer.page.getByRole("region", { name: "Details" });
  await expect.poll(() => details.innerText()).toMatch(/stored\s+block 0/);
  await expect.poll(() => details.innerText()).not.toContain("in the file");
  await viewer.row("back").click();
  await expect.poll(() => row.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => viewer.row("target").allInnerTexts()).toHaveLength(2);
  await expect
    .poll(async () => (await viewer.row("target").allInnerTexts()).join())
    .toContain("<b>Run 7</b>");
  await viewer.screenshot("references");
  await viewer.checkAccessibility();

  const refusal = viewer.notices.locator(".notice", {
    hasText: "`run/parts/broken.asdf` is not opened: it is a text",
  });
  await refusal.getByRole("button", { name: "Dismiss" }).click();
  for (const [key, words] of [
    ["case", "`Parts/b%20%C3%A4.asdf`"],
    ["outside", "`../other.asdf`"],
    ["round", "go round in a circle: `#/round` → `#/round`"],
  ] as const) {
    await viewer.row(key).click();
    await expect.poll(() => viewer.notices.innerText()).toContain(words);
    await expect.poll(() => viewer.row(key).innerText()).toContain("not found");
    await expect.poll(() => viewer.row(key).getAttribute("aria-expanded")).toBe("false");
  }
  await expect.poll(() => viewer.notices.innerText()).toContain("drop it together with run/main.asdf");
  await viewer.row("here").click();
  await expect.poll(() => viewer.row("here").getAttribute("aria-expanded")).toBe("true");
});

test("several files that do not refer to each other: a tab each, with what it refers to", async ({
  viewer,
}) => {
  expect(
    await viewer.dropAll({
      "b.asdf": treeFile("b: 1"),
      "a.asdf": treeFile("a: 1"),
      "c.asdf": treeFile("c: {$ref: 'd.asdf#/d'}"),
      "d.asdf": treeFile("d: 4"),
    }),
  ).toBe("opened");
  await expect.poll(() => viewer.tabs.allInnerTexts()).toEqual(["c.asdf\n×", "a.asdf\n×", "b.asdf\n×"]);
  await expect.poll(() => title(viewer)).toBe("c.asdf");
  await viewer.row("c").click();
  await expect.poll(() => viewer.row("target").innerText()).toContain("4");
  await viewer.tab("b.asdf").click();
  await viewer.row("b").waitFor();
  await expect.poll(() => title(viewer)).toBe("b.asdf");
  await expect.poll(() => viewer.row("c").count()).toBe(0);
  await viewer.tab("c.asdf").click();
  await viewer.row("target").waitFor();
  await viewer.checkAccessibility();
});

test("very many files that do not refer to each other: a tab each, or one tab that offers them all", async ({
  viewer,
}) => {
  const { page } = viewer;
  const filesOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${1000 + i}.asdf`, treeFile(`k${i}: 1`)]));
  expect(await viewer.dropAll({ ...filesOf(18), "z.asdf": treeFile("z: {$ref: '1000.asdf#/k0'}") })).toBe(
    "opened",
  );
  await expect.poll(() => title(viewer)).toBe("z.asdf");
  await expect.poll(() => viewer.tabs.count()).toBe(18);
  const choice = page.getByRole("combobox", { name: "File shown" });
  await expect.poll(() => choice.count()).toBe(0);
  expect(await viewer.dropAll(filesOf(101))).toBe("opened");
  await expect.poll(() => choice.locator("option").count()).toBe(101);
  await expect.poll(() => viewer.tabs.count()).toBe(19);
  await choice.selectOption("1001.asdf");
  await viewer.row("k1").waitFor();
  await expect.poll(() => title(viewer)).toBe("1001 (2).asdf");
  await viewer.checkAccessibility();
});

test("files of other formats among others are named and leave no tabs", async ({ viewer }) => {
  const files = {
    "a.asdf": treeFile("a: 1"),
    "b.asdf": Buffer.from("PAR1...."),
    "c.npy": Buffer.from("\x93NUMPY..", "latin1"),
    "d.xml": Buffer.from("<label/>"),
    "without extension": treeFile("w: 1"),
  };
  expect(await viewer.dropAll(files)).toBe("opened");
  await expect.poll(() => viewer.tabs.allInnerTexts()).toEqual(["a.asdf\n×", "without extension\n×"]);
  await expect
    .poll(() => viewer.notices.locator(".notice").allInnerTexts())
    .toEqual([
      expect.stringContaining("`b.asdf` is not opened: it is a Parquet table"),
      expect.stringContaining("`c.npy` is not opened: it is an array of NumPy"),
      expect.stringContaining("`d.xml` is not opened: it is XML"),
    ]);
  expect(await viewer.drop("picture.png", Buffer.from("\x89PNG\r\n", "latin1"))).toBe("not-asdf");
  await expect.poll(() => viewer.tabs.count()).toBe(2);
  await viewer.notices.getByText(/^`picture.png` is not opened: it is a PNG image/).waitFor();
  await viewer.row("a").waitFor();
});

test("files that refer to each other in a circle open all the same", async ({ viewer }) => {
  const files = {
    "a.asdf": treeFile("a: {$ref: 'b.asdf#/b'}"),
    "b.asdf": treeFile("b: {$ref: 'a.asdf#/a'}"),
  };
  expect(await viewer.dropAll(files)).toBe("opened");
  await viewer.row("a").click();
  await expect.poll(() => viewer.notices.innerText()).toContain("go round in a circle");
});

test("nothing that can be opened: the first says why", async ({ viewer }) => {
  expect(await viewer.dropAll({ "b.txt": Buffer.from("b"), "a.txt": Buffer.from("a") })).toBe("not-asdf");
  expect(await viewer.dropAll({ "b.asdf": Buffer.from("b"), "a.asdf": Buffer.from("a") })).toBe("not-asdf");
});

test("several files and a folder are picked", async ({ viewer }) => {
  const path = folder({ "main.asdf": treeFile("r: {$ref: 'parts/b.asdf#/deep'}"), "parts/b.asdf": part });
  for (const [button, called, picked] of [
    ["Choose a folder", "main.asdf", path],
    ["Open…", "main (2).asdf", [join(path, "main.asdf"), join(path, "parts/b.asdf")]],
  ] as const) {
    const choosing = viewer.page.waitForEvent("filechooser");
    await viewer.page.getByRole("button", { name: button }).click();
    await (await choosing).setFiles(picked);
    await expect.poll(() => title(viewer)).toBe(called);
    await viewer.row("r").click();
    await (button === "Choose a folder" ? viewer.row("target") : viewer.notices).waitFor();
  }
  // Picked one by one they have no folders.
  await expect.poll(() => viewer.notices.innerText()).toContain("`parts/b.asdf`");
});

test("at an address: other files are fetched when unfolded, from there only", async ({ open }) => {
  const viewer = await open();
  const { page } = viewer;
  const tree = "near: {$ref: 'b.asdf#/deep'}\nabroad: {$ref: 'https://example.org/c.asdf'}";
  let answer = () => {};
  const held = new Promise<void>((settle) => {
    answer = settle;
  });
  await page.route("**/run/main.asdf", (route) => route.fulfill({ body: treeFile(tree) }));
  await page.route("**/run/b.asdf", async (route) => {
    await held;
    await route.fulfill({ body: part });
  });
  await page.evaluate(() => document.querySelector("asdf-viewer")?.open("run/main.asdf"));
  const row = viewer.row("near");
  await row.click();
  await expect.poll(() => row.innerText()).toContain("loading…");
  await expect.poll(() => row.getAttribute("aria-busy")).toBe("true");
  answer();
  await viewer.row("target").click();
  await viewer.row("picture").click();
  await viewer.drawn();
  await viewer.row("abroad").click();
  await expect.poll(() => viewer.notices.innerText()).toContain("https://example.org");
});

test("a data set of DKIST with its files is one array; a file that is missing is named", async ({
  viewer,
}) => {
  const bytes = async (folder: string, ...names: string[]) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await fixture(`field/dkist/${folder}/${name}`)] as const),
      ),
    );
  expect(
    await viewer.dropAll(await bytes("small_visp", "0.fits", "1.fits", "2.fits", "test_visp.asdf")),
  ).toBe("opened");
  await expect.poll(() => title(viewer)).toBe("test_visp.asdf");
  await viewer.drawn();
  const row = viewer.row("data");
  await expect.poll(() => row.innerText()).toMatch(/3 × 10 × 25\s+float64/);
  await viewer.page.getByText("3 files: 0.fits, 1.fits, 2.fits").waitFor();
  // What names the files is there, too.
  await row.click();
  await viewer.page.keyboard.press("ArrowRight");
  await viewer.row("fileuris").waitFor();

  expect(
    await viewer.dropAll(await bytes("grid", "g_0_0.fits", "g_0_1.fits", "g_1_1.fits", "grid.asdf")),
  ).toBe("opened");
  await expect.poll(() => title(viewer)).toBe("grid.asdf");
  await viewer.drawn();
  await viewer.page.getByLabel("Index on axis 0").fill("1");
  await viewer.page.getByLabel("Index on axis 0").press("Tab");
  await expect
    .poll(() => viewer.notices.innerText())
    .toContain("1 of 4 files could not be read, and their elements are NaN: `g_1_0.fits`");
});
