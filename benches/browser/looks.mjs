/**
 * Second looks in the viewer: the arrays of a file like an L2 of Roman, eleven that decode to 409 MB, one after the other by the arrow key,
 * there and back: `node benches/browser/looks.mjs ROUNDS`. Prints in a table how long after the key each was on the canvas as a whole, when
 * every element was uploaded, and in how many uploads. Build the page first.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ndarray, write } from "asdf-wasm";
import { median } from "../node/turns.mjs";
import { folder } from "../python/python.mjs";
import { drop, openViewer } from "./page.mjs";

const SIDE = 4088;
const HALVES = ["err", "var_poisson", "var_rnoise", "var_flat", "var_sky", "chisq", "dumo", "err_sky"];
/** How long the page rests before the next key, in milliseconds. */
const REST = 1000;

const path = join(folder, "looks.asdf");
if (!existsSync(path)) {
  mkdirSync(folder, { recursive: true });
  const count = SIDE * SIDE;
  let seed = 1;
  const noise = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.round((seed / 0x7fffffff) * 60) / 180;
  };
  const options = { shape: [SIDE, SIDE], compression: /** @type {const} */ ("lz4") };
  const halves = HALVES.map((name, i) => {
    const bits = Uint16Array.from({ length: count }, () => 0x3000 + Math.round(900 * noise()) + 64 * i);
    return [name, ndarray(bits, { ...options, dtype: "float16" })];
  });
  const dq = Uint32Array.from({ length: count }, () => (noise() < 0.01 ? 4 : 0));
  const amp33 = Uint16Array.from({ length: 8 * 4096 * 128 }, () => 5000 + 500 * noise());
  const blob = await write({
    roman: {
      data: ndarray(Float32Array.from({ length: count }, noise), options),
      dq: ndarray(dq, options),
      ...Object.fromEntries(halves),
      amp33: ndarray(amp33, { ...options, shape: [8, 4096, 128] }),
    },
  });
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
}

/**
 * Runs in the page: when what was asked for last is drawn, first as a whole, then with every element. It is known by its textures: others
 * than those of the drawing before the key, or new rows of them.
 */
function probe() {
  const times = { start: 0, first: 0, every: 0, uploads: 0 };
  Object.assign(globalThis, { looks: times });
  const { bindTexture, blitFramebuffer, clear, texSubImage2D, drawArrays } = WebGL2RenderingContext.prototype;
  let isNew = false;
  /** Textures of the last drawing, of the one before the key, and of those since. */
  let [last, before, now] = [new Set(), new Set(), new Set()];
  /** @type {unknown} */
  let bound;
  /** Notes when what was drawn is on the canvas. @param {WebGL2RenderingContext} gl */
  const note = (gl) => {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    const look = () => {
      if (fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) {
        times.first ||= performance.now() - times.start;
        times.every = performance.now() - times.start;
      } else {
        setTimeout(look, 1);
      }
    };
    setTimeout(look, 1);
    gl.flush();
  };
  addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Enter") {
        Object.assign(times, { start: performance.now(), first: 0, every: 0, uploads: 0 });
        [before, now] = [last, new Set()];
      }
    },
    true,
  );
  Object.assign(WebGL2RenderingContext.prototype, {
    /** @type {(this: WebGL2RenderingContext, ...rest: Parameters<typeof bindTexture>) => void} */
    bindTexture(...rest) {
      bindTexture.apply(this, rest);
      [, bound] = rest;
    },
    /** @type {(this: WebGL2RenderingContext, ...rest: Parameters<typeof clear>) => void} */
    clear(...rest) {
      clear.apply(this, rest);
      last = new Set();
    },
    /** @type {(this: WebGL2RenderingContext, ...rest: any) => void} */
    texSubImage2D(...rest) {
      Reflect.apply(texSubImage2D, this, rest);
      const isImage = rest[5] > 1;
      isNew ||= isImage;
      times.uploads += isImage ? 1 : 0;
    },
    /** @type {(this: WebGL2RenderingContext, ...rest: Parameters<typeof drawArrays>) => void} */
    drawArrays(...rest) {
      drawArrays.apply(this, rest);
      isNew ||= !(before.has(bound) || now.has(bound));
      now.add(bound);
      last.add(bound);
      if (isNew) {
        isNew = false;
        note(this);
      }
    },
    /** A picture of the last look. @type {(this: WebGL2RenderingContext, ...rest: any) => void} */
    blitFramebuffer(...rest) {
      Reflect.apply(blitFramebuffer, this, rest);
      note(this);
    },
  });
}

const { page, drawn, close } = await openViewer(probe);
page.setDefaultTimeout(120_000);
await drop(page, path);
await drawn();
await page.waitForTimeout(REST);
await page.getByRole("treeitem").filter({ hasText: "data" }).first().focus();
const names = ["data", "dq", ...HALVES, "amp33"];
/** @type {{ first: number[], again: number[], every: number[], uploads: number[] }[]} for each array */
const found = names.map(() => ({ first: [], again: [], every: [], uploads: [] }));
const rounds = Number(process.argv[2] ?? 3);
for (let pass = 0; pass <= 2 * rounds; pass += 1) {
  const isDown = pass % 2 === 0;
  for (const name of (isDown ? names : names.toReversed()).slice(1)) {
    await page.keyboard.press(isDown ? "ArrowDown" : "ArrowUp");
    await page.locator(`[role=treeitem][aria-selected=true]`, { hasText: name }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(`.pixels[aria-busy=false][aria-label^="roman/${name},"]`).waitFor();
    await drawn();
    await page.waitForFunction(() => Reflect.get(globalThis, "looks").first > 0);
    await page.waitForTimeout(REST);
    const { first, every, uploads } = await page.evaluate(() => Reflect.get(globalThis, "looks"));
    const times = found[names.indexOf(name)];
    times?.[pass === 0 ? "first" : "again"].push(first);
    pass > 0 && times?.every.push(every);
    pass > 0 && times?.uploads.push(uploads);
  }
}
const shown = (/** @type {readonly number[]} */ times) =>
  times.length > 0 ? `${Math.round(median(times))} ms` : "–";
console.log(
  "| array | first look | another look | with every element | uploads |\n| --- | ---: | ---: | ---: | ---: |",
);
for (const [i, { first, again, every, uploads }] of found.entries()) {
  console.log(`| ${names[i]} | ${[first, again, every].map(shown).join(" | ")} | ${median(uploads)} |`);
}
await close();
