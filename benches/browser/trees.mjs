/**
 * Trees of 100 000 and a million nodes in the viewer, beside parsing them alone, in turns in Chromium. Prints JSON:
 * `node benches/browser/trees.mjs ROUNDS`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { treeFile } from "../../scripts/test/tree-file.mjs";
import { median } from "../node/turns.mjs";
import { folder } from "../python/python.mjs";
import { drop, newPage } from "./page.mjs";
import { serveSite } from "./site.mjs";

/** @typedef {import("playwright-core").Page} Page */

const rounds = Number(process.argv[2] ?? 5);
const site = await serveSite();
const browser = await launchBrowser();

/** Runs in the page before the viewer does. */
function probe() {
  /** @type {number[]} */
  const tasks = [];
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" });
  let start = 0;
  /** From the next event of this kind on. @param {string} event */
  const begin = (event) => {
    [start, tasks.length] = [0, 0];
    const note = () => {
      start = performance.now();
    };
    addEventListener(event, note, { capture: true, once: true });
  };
  /** Until an element is there, and has this text. @param {string} selector @param {string} [text] @returns {Promise<number>} */
  const shown = (selector, text = "") =>
    new Promise((resolve) => {
      const look = () => {
        const found = document.querySelector("asdf-viewer")?.shadowRoot?.querySelector(selector);
        if (start > 0 && found?.textContent?.includes(text)) {
          resolve(performance.now() - start);
        } else {
          setTimeout(look, 1);
        }
      };
      look();
    });
  Object.assign(globalThis, { bench: { tasks, begin, shown } });
}

/**
 * @template T
 * @param {Page} page
 * @param {(bench: { tasks: number[], begin: (event: string) => void, shown: (selector: string, text?: string) => Promise<number> }) => T} question
 * @returns {Promise<Awaited<T>>}
 */
function ask(page, question) {
  return page.evaluate(`(${question})(globalThis.bench)`);
}

/** Loading the module that reads, as the first drop on a page also has to, and then parsing alone. @param {string} path */
async function parsing(path) {
  const page = await browser.newPage();
  await page.goto(site.address);
  await page.setContent('<input type="file">');
  await page.locator("input").setInputFiles(path);
  const times = await page.evaluate(async () => {
    const entry = "/pkg/index.js";
    const { init, open } = /** @type {typeof import("../../pkg/index.js")} */ (await import(entry));
    const blob = document.querySelector("input")?.files?.[0] ?? new Blob();
    const start = performance.now();
    await init();
    const loaded = performance.now();
    const file = await open(blob);
    const parsed = performance.now();
    file.close();
    return [loaded - start, parsed - loaded];
  });
  await page.close();
  return times;
}

/** The first rows after the drop, all rows, the first match of a search, and long tasks after each. @param {string} path */
async function viewing(path) {
  const page = await newPage(browser, `${site.address}www/index.html`, { probe });
  await ask(page, ({ begin }) => begin("drop"));
  await drop(page, path);
  const first = await ask(page, ({ shown }) => shown("[role=treeitem], .first-rows li", "key_0"));
  const all = await ask(page, ({ shown }) => shown("[role=treeitem][aria-selected=true]", "key_0"));
  const opening = await ask(page, ({ tasks }) => Math.max(0, ...tasks));

  const field = page.getByRole("searchbox");
  await field.focus();
  await ask(page, ({ begin }) => begin("input"));
  await field.fill("49999");
  const found = await ask(page, ({ shown }) => shown("output.found", "1 of"));
  await field.fill("");
  await page.getByRole("tree").hover();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 20_000);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const using = await ask(page, ({ tasks }) => Math.max(0, ...tasks));
  await page.close();
  return [first, all, found, opening, using];
}

/** Half of the nodes hang from the root, so that all of these are rows at once. @param {number} nodes @param {number} rounds */
async function measure(nodes, rounds) {
  const path = join(folder, `tree-${nodes}.asdf`);
  writeFileSync(
    path,
    treeFile(Array.from({ length: nodes / 2 }, (_, i) => `key_${i}: {value: ${i}}`).join("\n")),
  );
  /** @type {number[][]} */
  const times = [];
  for (let round = -1; round < rounds; round += 1) {
    const row = [...(await parsing(path)), ...(await viewing(path))];
    if (round >= 0) {
      times.push(row);
    }
  }
  const [loaded, parsed, first, all, found] = [0, 1, 2, 3, 4].map((i) =>
    median(times.map((time) => time[i] ?? Number.NaN)),
  );
  const [opening, using] = [5, 6].map((i) => Math.max(...times.map((time) => time[i] ?? Number.NaN)));
  return { nodes, loaded, parsed, first, all, found, opening, using };
}

mkdirSync(folder, { recursive: true });
const trees = [];
for (const nodes of process.argv
  .slice(3)
  .map(Number)
  .concat(process.argv.length > 3 ? [] : [100_000, 1_000_000])) {
  // A million takes long.
  trees.push(await measure(nodes, nodes > 100_000 ? Math.min(rounds, 3) : rounds));
}
console.log(JSON.stringify({ trees }));
await browser.close();
site.close();
