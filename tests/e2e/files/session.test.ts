/** A session saved as a small file, and restored where nothing is known of it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
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
