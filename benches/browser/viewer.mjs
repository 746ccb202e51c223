/**
 * The viewer as it is built, in Chromium: from a dropped file to its image, beside the parts of that in the same run; an
 * image that arrives slowly; one of 20 000 × 20 000 elements on a server, panned. Prints JSON:
 * `node benches/browser/viewer.mjs ROUNDS`; with the word `drops` behind it, the dropped files alone.
 */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { launchBrowser } from "../../scripts/setup/browser.mjs";
import { pathOf } from "../node/contenders.mjs";
import { median } from "../node/turns.mjs";
import { drop, newPage } from "./page.mjs";
import { RATE, serveSite } from "./site.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What the page of the viewer is told to measure, in milliseconds.
 *
 * @typedef {object} Probe
 * @property {number[]} tasks the long ones, of 50 ms and more
 * @property {(event: string) => void} begin from the next event of this kind on
 * @property {(pixels: number) => Promise<number>} drawn until so many pixels were uploaded and drawn
 */

const compressions = ["none", "lz4", "zlib", "blsc"];
/** For how long an image that arrives slowly is watched. */
const ARRIVING = 5000;

const rounds = Number(process.argv[2] ?? 5);
const site = await serveSite();
const browser = await launchBrowser();

/** Runs in the page before the viewer does. */
function probe() {
  /** @type {number[]} */
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: "longtask" });
  // A page that is opened with a file's address begins by itself.
  let start = location.search ? performance.now() : 0;
  let uploaded = 0;
  /** What the GPU reaches when it has drawn so many pixels that were uploaded. @type {{ pixels: number, fence: WebGLSync | null }[]} */
  const fences = [];
  /** @type {(isMet: () => unknown) => Promise<number>} */
  const until = (isMet) =>
    new Promise((resolve) => {
      const look = () => {
        if (start > 0 && isMet()) {
          resolve(performance.now() - start);
        } else {
          setTimeout(look, 1);
        }
      };
      look();
    });
  const { deleteTexture, drawArrays, texSubImage2D } = WebGL2RenderingContext.prototype;
  /** @type {WebGL2RenderingContext | undefined} */
  let context;
  Object.assign(WebGL2RenderingContext.prototype, {
    /** @type {(this: WebGL2RenderingContext, texture: WebGLTexture | null) => void} */
    deleteTexture(texture) {
      deleteTexture.call(this, texture);
      if (texture) {
        // The image begins anew.
        [uploaded, fences.length] = [0, 0];
      }
    },
    /** @type {(this: WebGL2RenderingContext, ...rest: Parameters<typeof drawArrays>) => void} */
    drawArrays(...rest) {
      drawArrays.apply(this, rest);
      context = this;
      // After all that is drawn now; what is drawn again later, finer, does not count.
      queueMicrotask(() => {
        if (fences.at(-1)?.pixels !== uploaded) {
          fences.push({ pixels: uploaded, fence: this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0) });
          this.flush();
        }
      });
    },
    /** @type {(this: WebGL2RenderingContext, ...rest: any) => void} */
    texSubImage2D(...rest) {
      Reflect.apply(texSubImage2D, this, rest);
      uploaded += rest[6] === this.RED_INTEGER ? rest[4] * rest[5] : 0;
    },
  });
  /** @type {Probe} */
  const bench = {
    tasks,
    begin(event) {
      [start, uploaded, fences.length, tasks.length] = [0, 0, 0, 0];
      addEventListener(
        event,
        () => {
          start = performance.now();
        },
        { capture: true, once: true },
      );
    },
    drawn: (wanted) =>
      until(() =>
        fences.some(
          ({ pixels, fence }) =>
            pixels >= wanted &&
            fence &&
            context?.getSyncParameter(fence, context.SYNC_STATUS) === context?.SIGNALED,
        ),
      ),
  };
  Object.assign(globalThis, { bench });
}

const openViewer = (query = "") => newPage(browser, `${site.address}www/index.html${query}`, { probe });

/**
 * @template T
 * @template A
 * @param {Page} page
 * @param {(bench: Probe, what: A) => T} question
 * @param {A} what
 * @returns {Promise<Awaited<T>>}
 */
function ask(page, question, what) {
  return page.evaluate(`(${question})(globalThis.bench, ${JSON.stringify(what)})`);
}

/**
 * From the drop to the image.
 *
 * @param {string} compression
 */
async function measureDrop(compression) {
  const page = await openViewer();
  await ask(page, (bench) => bench.begin("drop"), undefined);
  await drop(page, pathOf(compression));
  const [first, time] = await ask(
    page,
    (bench, pixels) => Promise.all([bench.drawn(1), bench.drawn(pixels)]),
    4088 * 4088,
  );
  const longest = await ask(page, ({ tasks }) => Math.max(0, ...tasks), undefined);
  await page.close();
  return { first, time, longest };
}

/**
 * The parts of that, one after the other, in a page without the viewer that has loaded the package: the bytes of the
 * file, the values of its array with their checksum verified, the extremes of all and limits that hold 99.5 % of a
 * sample, and a texture, from which one pixel is drawn and read: only then is it certain to be there.
 *
 * @param {string} compression
 */
async function measureParts(compression) {
  const page = await browser.newPage();
  await page.goto(site.address);
  await page.setContent('<input type="file">');
  await page.locator("input").setInputFiles(pathOf(compression));
  const parts = await page.evaluate(async () => {
    // The browser's addresses, not paths of this machine.
    const [entry, images] = ["/pkg/index.js", "/pkg/image.js"];
    const { init, open } = /** @type {typeof import("../../pkg/index.js")} */ (await import(entry));
    const { interval, statistics } = /** @type {typeof import("../../pkg/image.js")} */ (
      await import(images)
    );
    const canvas = Object.assign(document.createElement("canvas"), { width: 1000, height: 700 });
    const gl = canvas.getContext("webgl2");
    const blob = document.querySelector("input")?.files?.[0];
    if (!gl || !blob) {
      throw new Error("there is no file or no WebGL2");
    }
    await init();
    const program = gl.createProgram();
    for (const [type, main] of /** @type {const} */ ([
      [gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 1.0; }"],
      [
        gl.FRAGMENT_SHADER,
        "uniform sampler2D t; out vec4 c; void main() { c = texelFetch(t, ivec2(4087), 0); }",
      ],
    ])) {
      const shader = gl.createShader(type);
      if (!shader) {
        throw new Error("the context was lost");
      }
      gl.shaderSource(shader, `#version 300 es\nprecision highp float; precision highp sampler2D; ${main}`);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    const pixel = new Uint8Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    const times = [performance.now()];
    const bytes = await blob.arrayBuffer();
    times.push(performance.now());
    const file = await open(bytes, { checksums: "warn" });
    const array = /** @type {import("../../pkg/index.js").NdArray} */ (file.get("data"));
    const { data } = await array.read();
    if (!(data instanceof Float32Array && data.buffer instanceof ArrayBuffer)) {
      throw new Error("it is not the image");
    }
    times.push(performance.now());
    const flat = (/** @type {Float32Array<ArrayBuffer>} */ of) => ({
      data: of,
      shape: [of.length],
      stride: [1],
    });
    statistics(flat(data));
    const sample = new Float32Array(Math.ceil(data.length / 17));
    for (let i = 0; i < sample.length; i += 1) {
      sample[i] = data[17 * i] ?? 0;
    }
    interval(flat(sample), { kind: "percentile", percentile: 99.5 });
    times.push(performance.now());
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32F, 4088, 4088);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 4088, 4088, gl.RED, gl.FLOAT, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.drawArrays(gl.POINTS, 0, 1);
    gl.readPixels(500, 350, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    times.push(performance.now());
    return times.slice(1).map((time, i) => time - (times[i] ?? 0));
  });
  await page.close();
  return parts;
}

/** @param {string} compression */
async function measureImage(compression) {
  /** @type {number[]} */
  const firsts = [];
  /** @type {number[]} */
  const drops = [];
  /** @type {number[][]} */
  const parts = [];
  let longest = 0;
  for (let round = -1; round < rounds; round += 1) {
    const dropped = await measureDrop(compression);
    const apart = await measureParts(compression);
    if (round >= 0) {
      firsts.push(dropped.first);
      drops.push(dropped.time);
      parts.push(apart);
      longest = Math.max(longest, dropped.longest);
    }
  }
  const medians = [0, 1, 2, 3].map((i) => median(parts.map((part) => part[i] ?? Number.NaN)));
  return { compression, first: median(firsts), drop: median(drops), parts: medians, longest };
}

/** Drags across an image that is fetched as it is looked at. */
async function measurePanning() {
  const page = await openViewer(`?url=${encodeURIComponent(`${site.address}wide.asdf`)}`);
  await page.locator(".stage[aria-busy=false] .colorbar").waitFor();
  const canvas = page.locator(".pixels");
  await canvas.press("1");
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0 };
  await ask(page, (bench) => bench.begin("pointerdown"), undefined);
  let moves = 0;
  for (let drag = 0; drag < 4 * rounds; drag += 1) {
    await page.mouse.move(box.x + 900, box.y + 550);
    await page.mouse.down();
    for (let step = 1; step <= 20; step += 1, moves += 1) {
      await page.mouse.move(box.x + 900 - 40 * step, box.y + 550 - 20 * step);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.mouse.up();
  }
  const tasks = await ask(page, ({ tasks }) => tasks, undefined);
  await page.close();
  return { moves, tasks: tasks.length, longest: Math.max(0, ...tasks) };
}

/**
 * How much of an image on a slow server has been sent when its first rows are drawn, and the page's long tasks, with those of
 * the page's own start if that is `anew`: by a link to the image.
 *
 * @param {boolean} anew
 */
async function measureArrival(anew) {
  const page = await openViewer();
  const path = pathOf("lz4");
  const address = `${site.address}slow/${basename(path)}`;
  const before = site.sent();
  if (anew) {
    await page.goto(`${site.address}www/index.html?url=${encodeURIComponent(address)}`);
  } else {
    await ask(page, (bench) => bench.begin("asked"), undefined);
    await page.evaluate((url) => {
      dispatchEvent(new Event("asked"));
      void document.querySelector("asdf-viewer")?.open(url);
    }, address);
  }
  await ask(page, (bench) => bench.drawn(1), undefined);
  const part = (site.sent() - before) / statSync(path).size;
  await page.waitForTimeout(ARRIVING);
  const tasks = await ask(page, ({ tasks }) => tasks, undefined);
  await page.close();
  return { rate: RATE, part, seconds: ARRIVING / 1000, tasks };
}

const images = [];
for (const compression of compressions) {
  images.push(await measureImage(compression));
}
const rest =
  process.argv[3] === "drops"
    ? {}
    : {
        arrival: await measureArrival(false),
        link: await measureArrival(true),
        panning: await measurePanning(),
      };
console.log(JSON.stringify({ images, ...rest }));
await browser.close();
site.close();
