/** FITS on the page: a product of JWST from the drop to its HDUs, and saved as ASDF. */
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { NdArray, open as openAsdf } from "asdf-wasm";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, withoutPicker } from "../support/viewer.ts";

/** A pixel that is flagged, of 30 × 24. */
const HOT = { x: 8, y: 1 };

test("a product of JWST: its image with errors and flags, its HDUs and their headers, saved as ASDF", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  await viewer.show("jw_cal.fits.gz", gzipSync(await fixture("fits/jwst-cal.fits")));
  await expect.poll(() => page.locator(".facts").innerText()).toMatch(/^FITS 4\.0 · ASDF 1\.\d\.0 inside · /);
  const { x, y } = await viewer.centreOf(HOT.x, HOT.y, 30, 24);
  await viewer.readAt(x, y);
  await expect.poll(() => page.locator(".uncertainty").innerText()).toMatch(/^± \d/);
  await expect.poll(() => page.getByLabel("Flags here").innerText()).toMatch(/HOT$/);
  await expect.poll(() => page.locator(".readout .unit").first().innerText()).toBe("MJy/sr");

  await page.getByRole("tab", { name: "HDUs" }).click();
  const hdus = page.getByRole("listbox", { name: "9 HDUs" });
  await hdus.getByRole("option", { name: /^1 ?SCI.*shown$/s }).waitFor();
  await page.getByRole("listbox", { name: "Header of SCI" }).getByText("MJy/sr").waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("fits-hdus");

  // By keys only the header is shown, by Enter or a click the data.
  await hdus.getByRole("option", { name: "VAR_FLAT" }).click();
  await hdus.getByRole("option", { name: /VAR_FLAT.*shown/s }).waitFor();
  await hdus.press("End");
  await page.getByRole("listbox", { name: "Header of ASDF" }).waitFor();
  await hdus.press("Enter");
  await hdus.getByRole("option", { name: /ASDF.*shown/s }).waitFor();
  await page.getByRole("columnheader", { name: /ASDF_METADATA/ }).waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("bunit");
  await page.getByRole("listbox", { name: "Cards found" }).getByRole("option").nth(1).click();
  const header = page.getByRole("listbox", { name: "Header of ERR" });
  await expect.poll(() => header.getByRole("option", { selected: true }).innerText()).toContain("BUNIT");

  await page.keyboard.press("Control+s");
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog", { name: "Save as ASDF" }).getByRole("button", { name: "Save" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("jw_cal.asdf");
  const saved = await openAsdf(await readFile((await download.path()) ?? ""), { checksums: "error" });
  expect(saved.dialect).toBe("asdf");
  const data = saved.get("data");
  expect(data instanceof NdArray ? data.shape : undefined).toEqual([24, 30]);
});

test("a file loads the one module that reads it, and nothing before there is a file", async ({ open }) => {
  for (const [name, file, modules] of [
    ["jw_cal.fits.gz", gzipSync(await fixture("fits/jwst-cal.fits")), ["asdf_wasm_fits_bg"]],
    ["plain.asdf", treeFile("data: !core/ndarray-1.1.0 [[0, 1], [2, 3]]"), ["asdf_wasm_bg"]],
  ] as const) {
    const viewer = await open();
    const { page } = viewer;
    const fetched: string[] = [];
    page.context().on("request", (request) => {
      const [, module] = /\/(asdf_wasm(?:_fits)?_bg)[^/]*\.wasm$/.exec(request.url()) ?? [];
      if (module !== undefined) {
        fetched.push(module);
      }
    });
    // The worker that waits for a file starts when nothing else is done.
    const started = page.waitForEvent("worker");
    await page.reload();
    await started;
    await viewer.show(name, file);
    expect(fetched).toEqual(modules);
  }
});
