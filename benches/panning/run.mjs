/**
 * What a frame costs while an image of 4088 × 4088 elements is panned, alone and with the 100,000 rows of a catalogue over it, in turns:
 * `node benches/panning/run.mjs ROUNDS`. Prints JSON: for each round the median and the 90th percentile of the time between frames in ms, then
 * their ratio, and how often the canvases over the image were drawn on in a frame. Build the page first.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ndarray, write } from "asdf-wasm";
import { openViewer } from "../browser/page.mjs";

const SIDE = 4088;
const ROWS = 100_000;
const rounds = Number(process.argv[2] ?? 3);

/** Numbers without a pattern, the same in each run. */
function* random() {
  for (let seed = 1; ; seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) {
    yield seed / 2 ** 32;
  }
}

/** @param {string} path */
async function writeField(path) {
  const numbers = random();
  const next = () => numbers.next().value ?? 0;
  const data = ndarray(Float32Array.from({ length: SIDE ** 2 }, next), { shape: [SIDE, SIDE] });
  const column = () => ndarray(Float64Array.from({ length: ROWS }, () => (SIDE - 1) * next()));
  const blob = await write({ data, sources: { x: column(), y: column() } });
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
}

/** Notes in the page when frames begin, and what is drawn on canvases. */
function probe() {
  const calls = { paints: 0, draws: 0 };
  const { clearRect, drawImage, putImageData } = CanvasRenderingContext2D.prototype;
  Object.assign(CanvasRenderingContext2D.prototype, {
    /** @type {(this: CanvasRenderingContext2D, ...rest: Parameters<typeof clearRect>) => void} */
    clearRect(...rest) {
      calls.paints += 1;
      clearRect.apply(this, rest);
    },
    /** @type {(this: CanvasRenderingContext2D, ...rest: any) => void} */
    drawImage(...rest) {
      calls.draws += 1;
      Reflect.apply(drawImage, this, rest);
    },
    /** @type {(this: CanvasRenderingContext2D, ...rest: any) => void} */
    putImageData(...rest) {
      calls.draws += 1;
      Reflect.apply(putImageData, this, rest);
    },
  });
  /** @type {number[]} */
  const times = [];
  const note = (/** @type {number} */ now) => {
    times.push(now);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  Object.assign(globalThis, { panned: { calls, times } });
}

const { page, drawn, close } = await openViewer(probe);
const folder = mkdtempSync(join(tmpdir(), "panning-"));
const path = join(folder, "field.asdf");
await writeField(path);
await page.locator("input[type=file]").setInputFiles(path);
await drawn();
await page.getByRole("button", { name: "Catalogue" }).click();
await page.getByRole("img", { name: /^Catalogue, 100/ }).waitFor();

/** @typedef {{ calls: { paints: number, draws: number }, times: number[] }} Panned */
const begin = () =>
  page.evaluate(() => {
    const { calls, times } = /** @type {Panned} */ (Reflect.get(globalThis, "panned"));
    [calls.paints, calls.draws, times.length] = [0, 0, 0];
  });
const end = () => page.evaluate(() => /** @type {Panned} */ (Reflect.get(globalThis, "panned")));

/** Drags for some hundred frames, far enough that new parts of the image come into view. */
async function dragged() {
  const box = await page.locator(".pixels").first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await begin();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(x + 250 * Math.sin(step / 20), y + 250 * Math.cos(step / 20) - 250);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const { calls, times } = await end();
  await page.mouse.up();
  const steps = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? 0))
    .toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => Math.round(steps[Math.floor(part * steps.length)] ?? Number.NaN);
  const each = (/** @type {number} */ count) => Number((count / times.length).toFixed(1));
  return { median: at(0.5), most: at(0.9), paints: each(calls.paints), draws: each(calls.draws) };
}

/** In turns, image alone and with the catalogue. */
async function inTurns() {
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForTimeout(500);
    const alone = await dragged();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForTimeout(500);
    const withRows = await dragged();
    turns.push({ alone, withRows, ratio: Number((withRows.median / alone.median).toFixed(2)) });
  }
  return turns;
}

const whole = await inTurns();
for (let step = 0; step < 4; step += 1) {
  await page.getByRole("button", { name: "Zoom in" }).click();
}
console.log(JSON.stringify({ whole, close: await inTurns() }, undefined, 1));
await close();
rmSync(folder, { recursive: true });
