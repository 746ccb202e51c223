/** A session saved as a small file, and restored where nothing is known of it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { counting } from "../../support/fits.ts";
import { fits, PIXEL, roman } from "../../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

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

test("images together on the sky come back with their regions: remote ones by address, local ones from one folder; the missing are named", async ({
  open,
}) => {
  const remote = {
    "a.fits": fits({ ra: 120, dec: 40, value: 1 }),
    "b.fits": fits({ ra: 120, dec: 40 + 30 * PIXEL, value: 2 }),
  };
  const local = roman({ ra: 120, dec: 40 - 30 * PIXEL, value: 4, detector: "WFI07" });
  const serve = async ({ page }: Viewer, names: readonly (keyof typeof remote)[]) => {
    for (const name of ["a.fits", "b.fits"] as const) {
      await page.route(`**/sky/${name}`, (route) =>
        names.includes(name) ? route.fulfill({ body: remote[name] }) : route.fulfill({ status: 404 }),
      );
    }
  };
  const images = ({ page }: Viewer) => page.getByRole("complementary", { name: "Images" }).locator("ol li");

  const before = await open();
  await serve(before, ["a.fits", "b.fits"]);
  await before.page.goto(
    `${before.page.url()}?url=sky/a.fits&url=sky/b.fits&sky-regions=icrs:circle@120,40,0.002::M%201`,
  );
  await before.drawn();
  await before.drop("c.asdf", local);
  await before.drawn();
  await before.tab("a.fits").click();
  await before.page.getByRole("tab", { name: "Together on the sky" }).click();
  await expect.poll(() => images(before).count()).toBe(3);
  await before.page.getByLabel("Overlaps").selectOption("Nearest middle");
  const download = before.page.waitForEvent("download");
  await before.page.getByRole("button", { name: "Save", exact: true }).click();
  await before.page.getByRole("menuitem", { name: "Session" }).click();
  const session = await readFile(await (await download).path());
  expect(session.byteLength).toBeLessThan(1500);

  const folder = await mkdtemp(join(tmpdir(), "asdf-session-"));
  try {
    await mkdir(join(folder, "deep"));
    // Of two files of a name, the one of the right size is meant.
    await writeFile(join(folder, "c.asdf"), treeFile("other: 1"));
    await writeFile(join(folder, "deep", "c.asdf"), local);
    await writeFile(join(folder, "unrelated.asdf"), treeFile("other: 2"));
    const after = await open();
    await serve(after, ["a.fits", "b.fits"]);
    await after.drop("mine.session.json", session);
    await expect.poll(() => after.notices.innerText()).toContain("drop c.asdf, or a folder with them");
    await after.page.getByRole("img", { name: "1 region of the sky" }).waitFor();
    await expect.poll(() => images(after).count()).toBe(2);
    await after.dropPaths(folder);
    await after.tab("c.asdf").waitFor();
    await expect.poll(() => after.tab("unrelated.asdf").count()).toBe(0);
    await after.tab("a.fits").click();
    await expect.poll(() => images(after).count()).toBe(3);
    await expect.poll(() => after.page.getByLabel("Overlaps").inputValue()).toBe("nearest");
    await expect.poll(() => after.page.url()).toContain("sky-regions=icrs:circle@120,40,0.002::M+1");
    await after.screenshot("session-together");

    const lacking = await open();
    await serve(lacking, ["a.fits"]);
    await lacking.dropAll({ "mine.session.json": session, "c.asdf": local });
    await expect.poll(() => images(lacking).count()).toBe(2);
    const out = lacking.page.getByRole("complementary", { name: "Images" }).locator("ul");
    await expect.poll(() => out.innerText()).toContain("b.fits");
    // The browser notes the answer 404.
    lacking.complaints.length = 0;
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("of files that are dropped together, the one that a link leads to is shown as it says, wherever it stands; the others get tabs", async ({
  open,
}) => {
  const [a, b] = [Buffer.from(counting(10, [3, 4])), Buffer.from(counting(4, [3, 4]))];
  const link = "#file=a.fits&path=SCI/data&compare=//b.fits,difference&tool=compare";
  for (const files of [
    { "a.fits": a, "b.fits": b },
    { "0.fits": b, "b.fits": b, "a.fits": a },
  ]) {
    const viewer = await open();
    await viewer.page.goto(`${viewer.page.url()}${link}`);
    await viewer.page.getByText("Open a.fits again to see what was shown of it.").waitFor();
    await viewer.dropAll(files);
    await viewer.page.getByRole("region", { name: "Comparison" }).getByText("SCI − b.fits").waitFor();
    await expect.poll(() => viewer.page.url()).toContain(link);
    await expect
      .poll(() => viewer.page.getByRole("tab", { name: /fits$/ }).count())
      .toBe(Object.keys(files).length);
    await viewer.page.getByRole("button", { name: "New tab" }).click();
    await expect.poll(() => viewer.page.getByText("again to see what was shown").count()).toBe(0);
  }
});

test("a session is opened with its folder, beside it or in it; files that the folder lacks are named, and none is taken twice", async ({
  open,
}) => {
  const [a, b] = [Buffer.from(counting(10, [3, 4])), Buffer.from(counting(4, [5, 6]))];
  const sessionOf = (...links: string[]) =>
    JSON.stringify({ format: "asdf-viewer session", version: 1, shown: 0, links });
  const shown = ["#file=a.fits&path=SCI/data&stretch=log", "#file=lost.fits&path=SCI/data"];
  // Of one name but another size: there is only one file for both.
  const twice = [
    `#file=a.fits&size=1&path=SCI/data`,
    `#file=a.fits&size=${a.length}&path=SCI/data&stretch=log`,
  ];
  const folder = await mkdtemp(join(tmpdir(), "asdf-session-"));
  const apart = await mkdtemp(join(tmpdir(), "asdf-session-"));
  const stretch = ({ page }: Viewer) => page.getByRole("combobox", { name: "Stretch" });
  const isRestored = async (viewer: Viewer, missing: string) => {
    await expect.poll(() => viewer.notices.innerText()).toContain(`drop ${missing}, or a folder with them`);
    await expect.poll(() => stretch(viewer).inputValue()).toBe("log");
    // Of one file there are no tabs.
    await expect.poll(() => viewer.page.getByRole("tab", { name: /fits$/ }).count()).toBe(0);
  };
  try {
    await mkdir(join(folder, "deep"));
    await writeFile(join(folder, "deep", "a.fits"), a);
    await writeFile(join(folder, "b.fits"), b);
    const saved = join(apart, "mine.json");
    await writeFile(saved, sessionOf(...shown));
    const beside = await open();
    await beside.dropPaths(saved, folder);
    await isRestored(beside, "lost.fits");

    const before = await open();
    await writeFile(saved, sessionOf(...twice));
    await before.dropPaths(saved);
    await before.page.getByText("Open a (1).fits and a (2).fits again").waitFor();
    await before.dropPaths(folder);
    await isRestored(before, "a (1).fits");

    await writeFile(join(folder, "deep", "one.session.json"), sessionOf(...shown));
    const within = await open();
    await within.dropPaths(folder);
    await isRestored(within, "lost.fits");

    await writeFile(join(folder, "two.session.json"), sessionOf(...shown));
    const several = await open();
    await several.dropPaths(folder);
    await several.tab("b.fits").waitFor();
    await expect
      .poll(() => several.notices.innerText())
      .toContain("There are several sessions, and none is opened");
  } finally {
    await rm(folder, { recursive: true });
    await rm(apart, { recursive: true });
  }
});

test("of two files of one name in a folder, history, colours and a session lead to the one that was chosen", async ({
  open,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "asdf-same-"));
  const saved = join(folder, "base.session.json");
  const values = { base: 30, "n1/same": 10, "n2/same": 20 };
  try {
    for (const [name, value] of Object.entries(values)) {
      const path = join(folder, "images", `${name}.asdf`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, treeFile(`data: !core/ndarray-1.1.0 [[${value}, 1], [2, 3]]`));
    }
    const before = await open();
    const { page } = before;
    await before.dropPaths(join(folder, "images"));
    await before.drawn();
    await expect
      .poll(() => before.tabs.allInnerTexts())
      .toEqual([/base/, /n1\/same/, /n2\/same/].map((name) => expect.stringMatching(name)));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const panel = page.getByRole("complementary", { name: "Compare" });
    await panel.getByLabel("With").selectOption({ label: "n2/same.asdf" });
    await panel.getByLabel("Difference").check();
    await reads(before, 10);
    // What is shown gets its entry in the history once it rests.
    const isKept = (words: string) => expect.poll(() => page.url()).toContain(words);
    await isKept("compare=//n2/same.asdf,difference");
    await before.tab("n1/same.asdf").click();
    await isKept("as=n1/same.asdf&path=data");
    await before.tab("n2/same.asdf").click();
    await isKept("as=n2/same.asdf&path=data");
    await page.goBack();
    await page.getByRole("tab", { name: /^n1\/same/, selected: true }).waitFor();
    await page.goBack();
    await reads(before, 10);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("menuitem", { name: "Session" }).click();
    await (await download).saveAs(saved);
    await page.reload();
    await page.getByText("Open base.asdf again").waitFor();
    await before.dropPaths(join(folder, "images"));
    await reads(before, 10);
    await page.getByRole("tab", { name: "RGB" }).click();
    const green = page.getByRole("complementary", { name: "Colours" }).getByLabel("Array of Green");
    await green.selectOption({ label: "n2/same.asdf: data" });
    await expect.poll(() => green.locator("option:checked").innerText()).toBe("n2/same.asdf: data");

    const after = await open();
    await after.dropPaths(saved);
    await after.page.getByText("Open base.asdf, n1/same.asdf and n2/same.asdf again").waitFor();
    await after.dropPaths(join(folder, "images"));
    await reads(after, 10);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("an old session with two files of one name compares with neither, and says so", async ({ viewer }) => {
  const image = (value: number) => treeFile(`data: !core/ndarray-1.1.0 [[${value}, 1], [2, 3]]`);
  const [one, other, base] = [image(10), image(20), image(30)];
  const links = [
    `#file=base.asdf&size=${base.length}&path=data&compare=//same.asdf,difference`,
    ...[one, other].map(({ length }) => `#file=same.asdf&size=${length}&path=data`),
  ];
  const session = JSON.stringify({ format: "asdf-viewer session", version: 1, shown: 0, links });
  await viewer.dropAll({
    "old.session.json": Buffer.from(session),
    "base.asdf": base,
    "same.asdf": one,
  });
  await expect
    .poll(() => viewer.notices.innerText())
    .toContain("do not tell which file is same (1).asdf, same (2).asdf");
  await reads(viewer, 30);
});

test("a session does not compare with an open file that only has the name of its own; other JSON stops no file", async ({
  viewer,
}) => {
  const image = (value: number) => treeFile(`data: !core/ndarray-1.1.0 [[${value}, 1], [2, 3]]`);
  const [base, own] = [image(30), image(1000)];
  const links = [
    `#file=base.asdf&size=${base.length}&path=data&compare=//same.asdf,difference&stretch=log`,
    `#file=same.asdf&size=${own.length}&path=data`,
  ];
  const session = JSON.stringify({ format: "asdf-viewer session", version: 1, shown: 0, links });
  await viewer.dropAll({ "same.asdf": image(10), "association.json": Buffer.from("{}") });
  await reads(viewer, 10);
  await expect
    .poll(() => viewer.notices.innerText())
    .toContain("`association.json` is not opened: this JSON file is no session");
  const files = { "my.session.json": Buffer.from(session), "base.asdf": base, "same.asdf": own };
  await viewer.dropAll(files);
  await reads(viewer, 30);
  await expect.poll(() => viewer.notices.innerText()).toContain("what it shows with same.asdf is left out");
  await expect
    .poll(() => viewer.tabs.allInnerTexts())
    .toEqual([/^same.asdf/, /^base.asdf/, /^same \(2\).asdf/].map((name) => expect.stringMatching(name)));
  expect(await viewer.page.getByRole("combobox", { name: "Stretch" }).inputValue()).toBe("log");
});

/** Waits until the first pixel of an image of two by two has a value. */
async function reads(viewer: Viewer, value: number): Promise<void> {
  await viewer.drawn();
  const { x, y } = await viewer.centreOf(0, 0, 2, 2);
  await expect
    .poll(async () => {
      await viewer.page.mouse.move(x + 3, y);
      await viewer.page.mouse.move(x, y);
      return (await viewer.readout()).value;
    })
    .toBe(String(value));
}
