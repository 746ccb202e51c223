/**
 * What the view "Together on the sky" costs, for the files of a folder that `make.py` wrote: `node benches/sky/run.mjs FOLDER`. Prints JSON:
 * the time until the whole view stands, and the processor time of the browser until then, in ms; the memory of the page's process in MB; and
 * the median time between frames and the longest task of 50 ms or more, in ms, while the view is dragged (`together`; `close` is zoomed in) and
 * while one image is (`alone`). Linux only. Build the page first.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openViewer } from "../browser/page.mjs";

const [folder = "."] = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".asdf"))
  .map((name) => join(folder, name));
const { page, processes, most, drawn, close } = await openViewer();
await page.waitForTimeout(2000);

const tab = (/** @type {string} */ name) => page.getByRole("tab", { name, exact: true });

/** The greatest resident memory of the processes that show pages, and in use now, in MB. */
async function memory() {
  const megabytes = async (/** @type {string} */ field) => Math.round((await most("status", field)) / 1024);
  return { peak: await megabytes("VmHWM"), now: await megabytes("VmRSS") };
}

/** Drags for a while over the picture; the median time between its frames, and the longest task of the page meanwhile. */
async function dragged() {
  const box = await page.locator(".pixels").first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    /** @type {number[]} */
    const times = [];
    const note = (/** @type {number} */ now) => {
      times.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    /** @type {number[]} */
    const tasks = [];
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
    Object.assign(window, { times, tasks });
  });
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(x + 60 * Math.sin(step / 5), y + 60 * Math.cos(step / 5));
  }
  await page.mouse.up();
  const times = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "times")));
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  const tasks = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "tasks")));
  return [steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0, Math.max(0, ...tasks)].map(Math.round);
}

/** The processor time of all processes of the browser, in ms. */
async function processorTime() {
  return Math.round(1000 * (await processes()).reduce((sum, { cpuTime }) => sum + cpuTime, 0));
}

const before = await processorTime();
const start = performance.now();
const since = () => Math.round(performance.now() - start);
await page.locator("input[type=file]").setInputFiles(files);
await tab("Together on the sky").click();
const rows = page.locator(".layers ol > li");
await rows.nth(files.length - 1).waitFor({ timeout: 300_000 });
await page.waitForFunction(
  () =>
    !document
      .querySelector("asdf-viewer")
      ?.shadowRoot?.querySelector(".layers")
      ?.textContent?.includes("reading"),
  undefined,
  { timeout: 300_000 },
);
const whole = since();
const spent = (await processorTime()) - before;
await page.locator(".together .pixels[aria-busy=false]").waitFor();
const still = await memory();
const together = [];
const alone = [];
for (let turn = 0; turn < 3; turn += 1) {
  together.push(await dragged());
  await tab("Image").click();
  await drawn();
  await page.waitForTimeout(2000);
  alone.push(await dragged());
  await tab("Together on the sky").click();
  await page.locator(".together .pixels[aria-busy=false]").waitFor();
}
for (let step = 0; step < 8; step += 1) {
  await page.getByRole("button", { name: "Zoom in" }).click();
}
await page.waitForTimeout(2000);
await page.locator(".together .pixels[aria-busy=false]").waitFor({ timeout: 120_000 });
const near = await dragged();
console.log(JSON.stringify({ whole, spent, still, together, alone, close: near, atLast: await memory() }));
await close();
