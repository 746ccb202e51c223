/** The page of the viewer in a browser of its own, and what its processes say of themselves. Linux only. */
import { readFileSync } from "node:fs";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { serveSite } from "./site.mjs";

/** How long a page rests before anything is measured on it, in milliseconds: a person takes longer. */
const REST = 1000;

/**
 * A new page with the viewer.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {{ probe?: (() => void) | undefined, viewport?: { width: number, height: number } }} [options] `probe` runs in the page before the viewer does
 */
export async function newPage(browser, address, { probe, viewport = { width: 1440, height: 900 } } = {}) {
  const page = await browser.newPage({ viewport });
  if (probe) {
    await page.addInitScript(probe);
  }
  await page.goto(address);
  await page.locator("asdf-viewer").waitFor();
  await page.waitForTimeout(REST);
  return page;
}

/** @param {() => void} [probe] */
export async function openViewer(probe) {
  const site = await serveSite();
  const browser = await launchBrowser();
  const session = await browser.newBrowserCDPSession();
  const page = await newPage(browser, `${site.address}www/index.html`, { probe });
  const processes = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo;
  return {
    page,
    processes,
    /** The greatest number in kB that a field has among the processes that show pages. @param {"status" | "smaps_rollup"} file @param {string} field */
    async most(file, field) {
      const found = (await processes())
        .filter(({ type }) => type === "renderer")
        .map(
          ({ id }) =>
            new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/${file}`, "utf8"))?.[1],
        );
      return Math.max(...found.map(Number));
    },
    /** Waits until an image is drawn. */
    drawn: () =>
      page.locator(".stage[aria-busy=false] .color-scale:not(.to-come)").waitFor({ state: "attached" }),
    async close() {
      await browser.close();
      site.close();
    },
  };
}

/**
 * Drops a file of this machine on a page, as a person does.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} path
 */
export async function drop(page, path) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (["dragEnter", "dragOver", "drop"])) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  }
}
