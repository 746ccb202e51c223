/**
 * Whole reads in Chromium on the page's own thread, by a pool of one worker and by one of two, in turns: prints JSON.
 * `node benches/browser/workers.mjs ROUNDS`.
 */
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { serveSite } from "./site.mjs";

/** Cut between chunks, between blocks, and not at all. */
const compressions = ["lz4", "blsc", "bls2", "zlib", "bzp2"];

/**
 * Runs in the page: medians of whole reads of one file in memory, opening included, checksums not verified, everybody
 * taking turns after a warm-up.
 *
 * @param {{ compression: string, rounds: number }} what
 */
async function measure({ compression, rounds }) {
  // The browser's address, not a path of this machine.
  const entry = "/pkg/index.js";
  const { open, WorkerPool } = /** @type {typeof import("../../pkg/index.js")} */ (await import(entry));
  const bytes = await (await fetch(`/data/image-${compression}.asdf`)).arrayBuffer();
  const pools = [new WorkerPool({ size: 1 }), new WorkerPool({ size: 2 })];
  const contenders = [false, ...pools];
  const times = contenders.map(() => /** @type {number[]} */ ([]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, workers] of contenders.entries()) {
      // What the one before left behind is not freed while this one is measured.
      await /** @type {{ collect: () => Promise<void> }} */ (/** @type {unknown} */ (globalThis)).collect();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const start = performance.now();
      const file = await open(bytes, { workers, checksums: "ignore" });
      const array = /** @type {import("../../pkg/index.js").NdArray} */ (file.get("data"));
      const { data } = await array.read();
      file.close();
      const time = performance.now() - start;
      if (!ArrayBuffer.isView(data) || data.byteLength !== 4 * 4088 * 4088) {
        throw new Error("it is not the image");
      }
      if (round >= 0) {
        times[index]?.push(time);
      }
    }
  }
  for (const pool of pools) {
    pool.close();
  }
  const median = (/** @type {number[]} */ of) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
  return { compression, times: times.map(median) };
}

const rounds = Number(process.argv[2] ?? 5);
const site = await serveSite();
const browser = await launchBrowser();
const page = await browser.newPage();
const session = await page.context().newCDPSession(page);
await page.exposeFunction("collect", async () => {
  await session.send("HeapProfiler.collectGarbage");
});
await page.goto(site.address);
const reads = [];
for (const compression of compressions) {
  // Short reads vary more.
  const times = compression === "bzp2" ? rounds : 3 * rounds;
  reads.push(await page.evaluate(measure, { compression, rounds: times }));
}
console.log(JSON.stringify({ reads }));
await browser.close();
site.close();
