/**
 * What each thread does from the drop of a 67 MB image until it stands: pictures in this folder, how long which part took, and which
 * threads were at work together. The browser records its threads; spans.mjs gives names to what they do.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { drop } from "../browser/page.mjs";
import { serveSite } from "../browser/site.mjs";
import { pathOf } from "../node/contenders.mjs";
import { pictureOf, sharesOf, togetherOf } from "./picture.mjs";
import { DRAWN, DROPPED, instrument, threadsOf } from "./spans.mjs";

/** A page rests before a file is dropped on it: a person takes longer. */
const REST = 1500;
/** What the browser records: tasks of all threads, collections of garbage, and what spans.mjs measures. */
const CATEGORIES = ["toplevel", "v8", "blink.user_timing"];

export async function drawTimelines() {
  const site = await serveSite();
  const browser = await launchBrowser();

  /** @param {string} compression */
  const traceDrop = async (compression) => {
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
    await page.evaluate(
      (name) => addEventListener("drop", () => performance.mark(name), { capture: true }),
      DROPPED,
    );
    await browser.startTracing(page, { categories: CATEGORIES });
    await drop(page, pathOf(compression));
    await page
      .locator(".stage[aria-busy=false] .color-scale:not(.to-come)")
      .waitFor({ state: "attached", timeout: 60_000 });
    await page.waitForTimeout(REST);
    const trace = await browser.stopTracing();
    await context.close();
    return threadsOf(JSON.parse(trace.toString()).traceEvents);
  };

  for (const compression of ["none", "lz4", "zlib", "blsc"]) {
    // The first one warms the browser's caches of code.
    await traceDrop(compression);
    const { threads, start } = await traceDrop(compression);
    const names = threads.flatMap(({ spans }) => spans);
    const asked = Math.max(...names.filter(({ name }) => name === "texSubImage2D").map(({ end }) => end));
    const end = Math.min(
      ...names.filter((span) => span.name === DRAWN && span.end > asked).map(({ end }) => end),
    );
    const whole = { start, end };
    const title = `A drop of 4088 × 4088 float32, ${compression}: ${Math.round(end - start)} ms until the last of it is drawn`;
    const used = threads.filter(({ spans }) => spans.some((span) => span.end > start && span.start < end));
    writeFileSync(join(import.meta.dirname, `${compression}.svg`), pictureOf(title, used, whole));
    console.log(title);
    for (const [what, time] of [...sharesOf(used, whole), ...togetherOf(used, whole)]) {
      console.log(`  ${String(Math.round(time)).padStart(6)} ms  ${what}`);
    }
  }
  await browser.close();
  site.close();
}
