/**
 * What many open files cost the page: eighteen images, each in a tab, and shown once; then all but one are closed. Prints JSON, with the
 * memory of the page's process in MB: `node benches/browser/files.mjs`. Linux only.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/command/process.mjs";
import { openViewer } from "./page.mjs";

const FILES = 18;
/** How long the page rests before its memory is measured, in milliseconds. */
const REST = 5000;

const bytes = readFileSync(join(root, "tests", "data", "roman", "roman_l2_192.asdf")).toString("base64");
const { page, most, drawn, close } = await openViewer();

/** Its share of memory that is in use, in all processes that show pages. */
async function memory() {
  await page.waitForTimeout(REST);
  await page.requestGC();
  await page.waitForTimeout(REST);
  return { workers: page.workers().length, megabytes: Math.round((await most("smaps_rollup", "Pss")) / 1e3) };
}

const empty = await memory();
for (let i = 0; i < FILES; i += 1) {
  await page.evaluate(
    async ({ bytes, name }) => {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      await document.querySelector("asdf-viewer")?.add(new File([content], name));
    },
    { bytes, name: `detector_${i + 1}.asdf` },
  );
  await drawn();
}
const open = await memory();
for (let i = 1; i < FILES; i += 1) {
  await page
    .getByRole("button", { name: /^Close detector/ })
    .first()
    .click();
}
const one = await memory();
await page.evaluate(() => document.querySelector("asdf-viewer")?.close());
const none = await memory();
console.log(JSON.stringify({ empty, open, one, none }, undefined, 2));
await close();
