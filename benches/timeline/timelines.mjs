/**
 * `node benches/timeline/run.mjs`: what each thread does from the drop of a 67 MB image until it stands, as pictures in this folder, and how
 * long which part took. Build the page first; `npm run bench` makes the files.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { serveSite } from "../browser/site.mjs";
import { pathOf } from "../node/contenders.mjs";
import { pictureOf, sharesOf } from "./picture.mjs";
import { collect, instrument } from "./spans.mjs";

const compressions = process.argv.length > 2 ? process.argv.slice(2) : ["none", "lz4", "zlib", "blsc"];
/** A page rests before a file is dropped on it: a person takes longer. */
const REST = 1500;

const site = await serveSite();
const browser = await launchBrowser();

/** @param {string} compression */
async function traceDrop(compression) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
  });
  await context.route("**/*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${instrument})();${await response.text()}` });
  });
  const page = await context.newPage();
  await page.goto(`${site.address}www/index.html`);
  await page.locator("asdf-viewer").waitFor();
  await page.waitForTimeout(REST);
  await page.evaluate(() => {
    addEventListener("drop", () => Object.assign(globalThis, { dropped: Date.now() }), { capture: true });
  });
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [pathOf(compression)], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (["dragEnter", "dragOver", "drop"])) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  }
  await page
    .locator(".stage[aria-busy=false] .color-scale:not(.to-come)")
    .waitFor({ state: "attached", timeout: 60_000 });
  await page.waitForTimeout(REST);
  const threads = await page.evaluate(`(${collect})()`);
  const start = await page.evaluate(() => Number(Reflect.get(globalThis, "dropped")));
  await context.close();
  return { threads: /** @type {import("./picture.mjs").Thread[]} */ (threads), start };
}

for (const compression of compressions) {
  // The first one warms the browser's caches of code.
  await traceDrop(compression);
  const { threads, start } = await traceDrop(compression);
  const uploads = threads.flatMap(({ spans }) => spans).filter(({ name }) => /^(tex|draw)/.test(name));
  const end = Math.max(...uploads.filter((span) => span.start < start + 10_000).map((span) => span.end));
  const whole = { start, end };
  const title = `A drop of 4088 × 4088 float32, ${compression}: ${Math.round(end - start)} ms until the last upload is asked for`;
  const used = threads.filter(({ spans }) => spans.some((span) => span.end > start && span.start < end));
  writeFileSync(join(import.meta.dirname, `${compression}.svg`), pictureOf(title, used, whole));
  const { rows, idle } = sharesOf(threads, whole);
  console.log(title);
  for (const [kind, time] of [...rows, ["nothing that is timed", idle]]) {
    console.log(`  ${String(Math.round(Number(time))).padStart(6)} ms  ${kind}`);
  }
}
await browser.close();
site.close();
