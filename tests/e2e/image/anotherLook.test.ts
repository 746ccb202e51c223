/** Arrays of a file, one after the other and back again: what is kept in another datatype is what was read. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { countUploads, uploadsOf } from "../support/uploads.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SIDE = 64;
/** The bits of finite numbers, and of NaN, minus infinity and the least number above 0. */
const halves = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => 0x2000 + ((i * 37) % 0x2000));
halves.set([0x7e00, 0xfc00, 1]);
const FILE = blockFile(
  `
data: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1], [2, 3]]}
err: !core/ndarray-1.1.0 {source: 0, datatype: float16, byteorder: little, shape: [${SIDE}, ${SIDE}]}`,
  new Uint8Array(halves.buffer),
);

async function shown(viewer: Viewer, key: string): Promise<void> {
  await viewer.row(key).click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(new RegExp(`^${key}`));
  await viewer.drawn();
}

async function pictureOf({ canvas }: Viewer): Promise<string> {
  return createHash("sha256")
    .update(await canvas.screenshot())
    .digest("hex");
}

/** Has the context of the image lost and restored. */
async function loseContext({ canvas }: Viewer): Promise<void> {
  const image = canvas.locator("canvas").first();
  await image.evaluate(async (canvas: HTMLCanvasElement) => {
    const loss = canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context");
    const event = (name: string) =>
      new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const lost = event("webglcontextlost");
    loss?.loseContext();
    await lost;
    await new Promise((done) => setTimeout(done));
    const restored = event("webglcontextrestored");
    loss?.restoreContext();
    await restored;
  });
}

test("halves look the same again", async ({ viewer }) => {
  await viewer.drop("l2.asdf", FILE);
  const show = (key: string) => shown(viewer, key);
  const seen = async () => {
    const limits = await viewer.page.locator(".colorbar").innerText();
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const values = [await viewer.readAt(x, y), await viewer.readAt(x + 40, y + 60)];
    return { limits, values };
  };
  await show("err");
  const first = await seen();
  expect(first.values[0]?.value).toMatch(/\d/);
  await show("data");
  await show("err");
  expect(await seen()).toEqual(first);
});

/** Wider than one tile, so that it is passed on coarsely ahead; few enough elements for limits from all of them at once. */
const [WIDTH, HEIGHT] = [1100, 900];
const ramps = Float32Array.from({ length: 2 * WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  return y < HEIGHT ? x + y : 2 * y - x;
});
const arrayAt = (offset: number, datatype = "float32", shape = [HEIGHT, WIDTH]) =>
  `!core/ndarray-1.1.0 {source: 0, offset: ${offset}, datatype: ${datatype}, byteorder: little, shape: [${shape.join(", ")}]}`;
const LARGE = blockFile(
  `
a: ${arrayAt(0)}
b: ${arrayAt(4 * WIDTH * HEIGHT)}
c: ${arrayAt(0, "complex64", [HEIGHT / 2, WIDTH])}`,
  new Uint8Array(ramps.buffer),
);

test("another look uploads nothing of the image, unless its context was lost or something else is drawn", async ({
  open,
}) => {
  const viewer = await open({ prepare: countUploads });
  const uploads = async () => (await uploadsOf(viewer)).total;
  const picture = () => pictureOf(viewer);
  const look = async (key: string) => {
    const before = await uploads();
    await shown(viewer, key);
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const value = await viewer.readAt(box.x + box.width / 2, box.y + box.height / 2);
    await viewer.page.mouse.move(0, 0);
    await viewer.drawn();
    return { pixels: (await uploads()) - before, seen: { value, picture: await picture() } };
  };
  await viewer.drop("large.asdf", LARGE);
  const [a, b, c] = [await look("a"), await look("b"), await look("c")];
  expect(Math.min(a.pixels, b.pixels)).toBeGreaterThanOrEqual(WIDTH * HEIGHT);
  expect(b.seen.value).not.toEqual(a.seen.value);
  for (const [key, first] of [
    ["b", b],
    ["a", a],
    ["c", c],
    ["a", a],
  ] as const) {
    expect(await look(key)).toEqual({ pixels: 0, seen: first.seen });
  }
  // Another part of complex numbers is another picture.
  await shown(viewer, "c");
  const before = await uploads();
  await viewer.page.getByLabel("Part").selectOption("phase");
  await expect.poll(uploads).toBeGreaterThanOrEqual(before + (WIDTH * HEIGHT) / 2);
  await viewer.drawn();
  expect(await picture()).not.toBe(c.seen.picture);
  // The tab of another file, and back.
  await shown(viewer, "b");
  await viewer.drop("halves.asdf", FILE);
  await shown(viewer, "err");
  const known = await uploads();
  await viewer.tab("large.asdf").click();
  await viewer.drawn();
  expect(await uploads()).toBe(known);
  expect((await look("a")).pixels).toBe(0);
  // Textures are gone with their context.
  await loseContext(viewer);
  await viewer.drawn();
  const restored = await look("b");
  expect(restored.pixels).toBeGreaterThanOrEqual(WIDTH * HEIGHT);
  expect(restored.seen).toEqual(b.seen);
});

/** Counts what the GPU is asked for, on a device that keeps the textures of few images; runs in the page before the page does. */
function countWork(): void {
  Object.defineProperty(navigator, "deviceMemory", { value: 0.5 });
  const work = { uploads: 0, draws: 0, copies: 0 };
  const { prototype } = WebGL2RenderingContext;
  const { texSubImage2D, drawArrays, blitFramebuffer } = prototype;
  Object.assign(globalThis, { work });
  Object.assign(prototype, {
    texSubImage2D(this: WebGL2RenderingContext, ...args: unknown[]) {
      // Tables of colours and levels have one row.
      work.uploads += Number(args[5]) > 1 ? 1 : 0;
      return Reflect.apply(texSubImage2D, this, args);
    },
    drawArrays(this: WebGL2RenderingContext, ...args: Parameters<typeof drawArrays>) {
      drawArrays.apply(this, args);
      work.draws += 1;
    },
    blitFramebuffer(this: WebGL2RenderingContext, ...args: Parameters<typeof blitFramebuffer>) {
      blitFramebuffer.apply(this, args);
      work.copies += 1;
    },
  });
}

test("where textures are too many, another look copies its picture, and uploads what something else needs", async ({
  open,
}) => {
  const viewer = await open({ prepare: countWork });
  const { page, canvas } = viewer;
  const work = () => page.evaluate(() => ({ ...Reflect.get(globalThis, "work") }));
  /** What is seen after an action, and what the GPU was asked for. */
  const after = async (act: () => Promise<unknown>) => {
    const before = await work();
    await act();
    await viewer.drawn();
    const { uploads, draws, copies } = await work();
    await page.mouse.move(0, 0);
    await canvas.blur();
    const asked = {
      uploads: uploads - before.uploads,
      draws: draws - before.draws,
      copies: copies - before.copies,
    };
    return { picture: await pictureOf(viewer), asked };
  };
  const look = (key: string) => after(() => shown(viewer, key));
  const press = (key: string) => after(() => canvas.press(key));
  const stretch = (name: string) => after(() => page.getByLabel("Stretch").selectOption(name));
  const copied = { uploads: 0, draws: 0, copies: 1 };
  const some = expect.toSatisfy((count: number) => count > 0);
  const [drawn, uploaded] = [
    { uploads: 0, draws: some, copies: 0 },
    { uploads: some, draws: some, copies: 0 },
  ];
  await viewer.drop("large.asdf", LARGE);
  const [a, b] = [await look("a"), await look("b")];
  expect(b.picture).not.toBe(a.picture);
  for (const [key, { picture }] of [
    ["a", a],
    ["b", b],
    ["a", a],
  ] as const) {
    expect(await look(key)).toEqual({ picture, asked: copied });
  }
  // What was copied is what every element gives, which are uploaded now.
  const near = await press("+");
  expect(near).toEqual({ picture: expect.not.stringMatching(a.picture), asked: uploaded });
  expect(await press("0")).toEqual({ picture: a.picture, asked: drawn });
  // Drawn otherwise, it is another picture.
  const log = await stretch("log");
  expect(log.picture).not.toBe(a.picture);
  expect(await look("b")).toEqual({ picture: expect.not.stringMatching(b.picture), asked: uploaded });
  expect(await look("a")).toEqual({ picture: log.picture, asked: copied });
  expect(await stretch("asinh")).toEqual({ picture: a.picture, asked: uploaded });
  // Pictures are gone with their context.
  expect(await after(() => loseContext(viewer))).toEqual({ picture: a.picture, asked: uploaded });
  expect(await look("b")).toEqual({ picture: b.picture, asked: uploaded });
  expect(await look("a")).toEqual({ picture: a.picture, asked: copied });
});

/** Lets rows be held back that the worker passes on; runs in the page before the page does. */
function holdRows(): void {
  const { prototype } = MessagePort;
  const { addEventListener } = prototype;
  const rows = { isHeld: false, waiting: [] as (() => void)[] };
  Object.assign(globalThis, { rows });
  Object.assign(prototype, {
    addEventListener(this: MessagePort, type: string, listener: (event: Event) => void, options?: object) {
      const heard = (event: Event) => {
        const isOfRows = "data" in event && Object(event.data).argumentList?.[0]?.value?.stop > 0;
        if (isOfRows && rows.isHeld) {
          rows.waiting.push(() => listener(event));
        } else {
          listener(event);
        }
      };
      addEventListener.call(this, type, heard, options);
    },
  });
}

test("until its rows come, another look is no picture and has no values, and a lost context does not end it", async ({
  open,
}) => {
  const viewer = await open({ prepare: holdRows });
  const { page, canvas } = viewer;
  await viewer.drop("large.asdf", LARGE);
  await shown(viewer, "a");
  const first = await pictureOf(viewer);
  await shown(viewer, "b");
  await page.evaluate(() => Object.assign(Reflect.get(globalThis, "rows"), { isHeld: true }));
  await viewer.row("a").click();
  await expect.poll(() => canvas.getAttribute("aria-label")).toMatch(/^a/);
  await canvas.focus();
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByLabel("What").selectOption({ label: "Picture of the view" });
  await dialog.getByText("There is no image yet").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await canvas.hover();
  await expect.poll(async () => (await viewer.readout()).x).toMatch(/\d/);
  expect((await viewer.readout()).value).not.toMatch(/\d/);
  await loseContext(viewer);
  await viewer.frames(30);
  await page.evaluate(() => {
    const { waiting } = Object.assign(Reflect.get(globalThis, "rows"), { isHeld: false });
    for (const pass of waiting) {
      pass();
    }
  });
  await viewer.drawn();
  expect((await viewer.readout()).value).toMatch(/\d/);
  await page.mouse.move(0, 0);
  await canvas.blur();
  expect(await pictureOf(viewer)).toBe(first);
});

/** Counts what the GPU is asked to draw; runs in the page before the page does. */
function countDraws(): void {
  const { prototype } = WebGL2RenderingContext;
  const { drawArrays } = prototype;
  Object.assign(globalThis, { draws: 0 });
  Object.assign(prototype, {
    drawArrays(this: WebGL2RenderingContext, ...args: Parameters<typeof drawArrays>) {
      drawArrays.apply(this, args);
      Object.assign(globalThis, { draws: Reflect.get(globalThis, "draws") + 1 });
    },
  });
}

test("an image is drawn again only when that changes it: the GPU is free for the next", async ({ open }) => {
  const viewer = await open({ prepare: countDraws });
  const draws = () => viewer.page.evaluate(() => Number(Reflect.get(globalThis, "draws")));
  await viewer.show("large.asdf", LARGE);
  // Until limits of every value are found.
  await expect
    .poll(async () => {
      const known = await draws();
      await viewer.frames(30);
      return (await draws()) - known;
    })
    .toBe(0);
  const before = await draws();
  await viewer.canvas.focus();
  for (const key of ["v", "v"]) {
    await viewer.page.keyboard.press(key);
    await viewer.frames(3);
  }
  expect(await draws()).toBe(before);
  await viewer.page.keyboard.press("+");
  await expect.poll(draws).toBeGreaterThan(before);
});
