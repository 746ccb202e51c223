/**
 * Tasks of more than 50 ms on the page's own thread, as the browser itself lists them, while a person waits or drags:
 * `node benches/browser/tasks.mjs RUNS [SCENE …]`. Prints a table: the tasks of the median run and the longest of it and of the worst; what calls
 * of WebGL, which draws in software here, took of the worst; and the most processor time that a task took, which hardly grows with what else
 * the machine does. Build the page first; `npm run bench` makes the image.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ndarray, write } from "asdf-wasm";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { pathOf } from "../node/contenders.mjs";
import { drop, newPage } from "./page.mjs";
import { serveSite } from "./site.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ duration: number, gl: number }} Task */
/** @typedef {{ tasks: Task[], processor: number }} Run `processor`: of the task that took most of it, in ms */

const [runs = "20", ...chosen] = process.argv.slice(2);
/** The frames of a drag: many are slow at 4k, which is drawn in software. */
const STEPS = 10;

const folder = mkdtempSync(join(tmpdir(), "asdf-tasks-"));
const site = await serveSite();
const browser = await launchBrowser();

/** Lists long tasks in the page, and what calls of WebGL took in each. */
function probe() {
  /** @type {{ start: number, duration: number }[]} */
  const tasks = [];
  /** @type {[start: number, end: number][]} */
  const calls = [];
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ start: startTime, duration })));
  }).observe({ type: "longtask" });
  const { prototype } = WebGL2RenderingContext;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === "function" && name !== "constructor") {
      /** @type {(this: unknown, ...rest: unknown[]) => unknown} */
      const timed = function (...rest) {
        const start = performance.now();
        const answer = Reflect.apply(value, this, rest);
        const end = performance.now();
        if (end - start > 0.2) {
          calls.push([start, end]);
        }
        return answer;
      };
      Object.defineProperty(prototype, name, { value: timed, configurable: true, writable: true });
    }
  }
  Object.assign(globalThis, {
    begin: () => {
      [tasks.length, calls.length] = [0, 0];
    },
    taken: () =>
      tasks.map(({ start, duration }) => ({
        duration,
        gl: calls
          .filter(([from]) => from >= start && from < start + duration)
          .reduce((sum, [from, to]) => sum + to - from, 0),
      })),
  });
}

/** @param {{ viewport?: { width: number, height: number } }} [options] */
async function openPage(options) {
  const page = await newPage(browser, `${site.address}www/index.html`, { probe, ...options });
  page.setDefaultTimeout(120_000);
  return page;
}

const call = (/** @type {Page} */ page, /** @type {"begin" | "taken"} */ name) =>
  page.evaluate((name) => Reflect.get(globalThis, name)(), name);

/** Waits until all is on the canvas, and then for as long as what follows by itself takes. @param {Page} page */
async function drawn(page) {
  await page.locator(".stage[aria-busy=false] .color-scale:not(.to-come)").waitFor({ state: "attached" });
  await page.locator(".pixels[aria-busy=false]").waitFor();
  await page.waitForTimeout(1000);
}

const frame = (/** @type {Page} */ page) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Drags from one point to another, by a step in each frame. @param {Page} page @param {[x: number, y: number]} from @param {[x: number, y: number]} by */
async function drag(page, [x, y], [dx, dy]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step += 1) {
    await page.mouse.move(x + (dx * step) / STEPS, y + (dy * step) / STEPS);
    await frame(page);
  }
  await page.mouse.up();
}

/** @param {string} name @param {Parameters<typeof write>[0]} tree */
async function fileOf(name, tree) {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(await (await write(tree)).arrayBuffer()));
  return path;
}

/** @param {number} length @param {number} most */
const random = (length, most) => Float64Array.from({ length }, () => most * Math.random());

/**
 * What the page's thread did during an action.
 *
 * @param {Page} page
 * @param {(page: Page) => Promise<void>} act
 * @returns {Promise<Run>}
 */
async function watched(page, act) {
  await call(page, "begin");
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act(page);
  await page.waitForTimeout(300);
  /** @type {{ traceEvents: { name: string, pid: number, tid: number, tdur?: number, args: { name?: string } }[] }} */
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const tasks = /** @type {Task[]} */ (await call(page, "taken"));
  const threads = traceEvents.filter(({ args }) => args.name === "CrRendererMain");
  const ofThreads = threads.map(({ pid, tid }) =>
    traceEvents.filter((event) => event.pid === pid && event.tid === tid),
  );
  const [most = []] = ofThreads.toSorted((a, b) => b.length - a.length);
  return { tasks, processor: most.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0) };
}

/** One page for all runs. @param {() => Promise<Page>} open @param {(page: Page) => Promise<void>} act */
const onOnePage = (open, act) => {
  /** @type {Page | undefined} */
  let page;
  return async (/** @type {boolean} */ isLast) => {
    page ??= await open();
    const run = await watched(page, act);
    isLast && (await page.close());
    return run;
  };
};

/** A page for each run. @param {() => Promise<Page>} open @param {(page: Page) => Promise<void>} act */
const onNewPages = (open, act) => async () => {
  const page = await open();
  const run = await watched(page, act);
  await page.close();
  return run;
};

/** @type {Record<string, (isLast: boolean) => Promise<Run>>} */
const scenes = {
  drop: onNewPages(openPage, async (page) => {
    await drop(page, pathOf("lz4"));
    await drawn(page);
  }),
  arriving: onNewPages(openPage, async (page) => {
    const address = `${site.address}slow/${basename(pathOf("lz4"))}`;
    await page.evaluate((url) => void document.querySelector("asdf-viewer")?.open(url), address);
    // The first rows come after 1.3 s.
    await page.waitForTimeout(2500);
  }),
  limits: onOnePage(
    async () => {
      const page = await openPage();
      await drop(page, pathOf("lz4"));
      await drawn(page);
      await page.getByRole("button", { name: "Adjust" }).click();
      await page.getByRole("slider", { name: "Lower limit" }).waitFor();
      await page.waitForTimeout(1000);
      return page;
    },
    async (page) => {
      const { x, y, width, height } = (await page
        .getByRole("slider", { name: "Upper limit" })
        .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await drag(page, [x + width / 2, y + height / 2], [-60, 0]);
      await page.getByRole("slider", { name: "Upper limit" }).press("End");
    },
  ),
  panning: onOnePage(
    async () => {
      const page = await openPage({ viewport: { width: 3840, height: 2160 } });
      await drop(page, pathOf("lz4"));
      await drawn(page);
      await page.locator(".pixels").press("1");
      await page.waitForTimeout(1000);
      return page;
    },
    async (page) => {
      await drag(page, [2400, 1300], [-600, -300]);
      await drag(page, [2400, 1300], [600, 300]);
    },
  ),
  cube: onOnePage(
    async () => {
      const cube = Float32Array.from(random(32 * 1024 * 1024, 1));
      const page = await openPage();
      await drop(page, await fileOf("cube.asdf", { cube: ndarray(cube, { shape: [32, 1024, 1024] }) }));
      await drawn(page);
      return page;
    },
    async (page) => {
      await page.getByRole("button", { name: "Play axis 0" }).click();
      await page.waitForTimeout(1500);
      await page.getByRole("button", { name: "Pause" }).click();
    },
  ),
  catalogue: onOnePage(
    async () => {
      const data = ndarray(Float32Array.from(random(2048 * 2048, 1)), { shape: [2048, 2048] });
      const column = () => ndarray(random(100_000, 2047));
      const sources = { x: column(), y: column() };
      const page = await openPage();
      await drop(page, await fileOf("field.asdf", { data, sources }));
      await drawn(page);
      await page.getByRole("button", { name: "Catalogue" }).click();
      await page.getByRole("img", { name: /^Catalogue, 100/ }).waitFor();
      return page;
    },
    async (page) => {
      await page.locator(".pixels").press("1");
      await drag(page, [900, 500], [-300, -150]);
      await page.locator(".pixels").press("0");
      await drag(page, [900, 500], [300, 150]);
    },
  ),
};

const ms = (/** @type {number} */ time) => (time > 0 ? `${Math.round(time)} ms` : "none");
const longest = (/** @type {Run} */ { tasks }) => Math.max(0, ...tasks.map(({ duration }) => duration));
console.log(`| while, ${runs} runs | tasks | longest | worst run | of it, WebGL | most processor time |`);
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const [name, scene] of Object.entries(scenes)) {
  if (chosen.length === 0 || chosen.includes(name)) {
    /** @type {Run[]} */
    const found = [];
    for (let run = 0; run <= Number(runs); run += 1) {
      found.push(await scene(run === Number(runs)));
    }
    // The first one warmed the browser's caches of code.
    const sorted = found.slice(1).toSorted((a, b) => longest(a) - longest(b));
    const [middle, worst] = [sorted[sorted.length >> 1], sorted.at(-1)];
    if (middle && worst) {
      const gl = worst.tasks.find(({ duration }) => duration === longest(worst))?.gl ?? 0;
      const most = Math.max(...sorted.map(({ processor }) => processor));
      const times = [longest(middle), longest(worst), gl, most].map(ms);
      console.log(`| ${name} | ${middle.tasks.length} | ${times.join(" | ")} |`);
    }
  }
}
await browser.close();
site.close();
rmSync(folder, { recursive: true });
