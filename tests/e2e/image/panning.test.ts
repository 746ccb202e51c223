/** What is drawn over an image while it is panned: moved, not painted again, and at rest the same as if it had been painted there. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const SIDE = 64;
const ROWS = 40_000;

/** Keeps what is on the screen of the catalogue's canvas each time that it was painted. */
function watch() {
  const pictures: string[] = [];
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...rest) {
    clearRect.apply(this, rest);
    const [screen, left] = [this.canvas.parentElement, -this.canvas.offsetLeft];
    if (this.canvas.ariaLabel?.startsWith("Catalogue") && screen) {
      // Once it is painted.
      queueMicrotask(() => {
        const { data } = this.getImageData(left, left, screen.clientWidth, screen.clientHeight);
        let sum = 0;
        for (let i = 0; i < data.length; i += 1) {
          sum = (Math.imul(sum, 31) + (data[i] ?? 0)) | 0;
        }
        pictures.push(`${data.filter((value) => value > 0).length} ${sum}`);
      });
    }
  };
  Object.assign(globalThis, { pictures });
}

test("rows of a catalogue are moved with the image, and painted again where they end and at rest", async ({
  viewer,
}) => {
  const { page } = viewer;
  await page.evaluate(watch);
  const pictures = () => page.evaluate(() => Reflect.get(globalThis, "pictures") as string[]);
  /** Until the canvas is painted ahead. */
  const rested = async () => {
    let before = -1;
    await expect
      .poll(
        async () => {
          const { length } = await pictures();
          const isRested = length === before;
          before = length;
          return isRested;
        },
        { interval: 500 },
      )
      .toBe(true);
    return pictures();
  };
  const array = (datatype: string, shape: readonly number[], offset: number) =>
    `!core/ndarray-1.1.0 {source: 0, datatype: ${datatype}, byteorder: little, shape: [${shape.join()}], offset: ${offset}}`;
  const [x, y] = [1291, 3571].map((factor) =>
    Float64Array.from({ length: ROWS }, (_, i) => (((i * factor) % 26_003) / 26_003) * (SIDE - 1)),
  );
  const columns = [x, y].map((_, i) => array("float64", [ROWS], SIDE ** 2 + 8 * ROWS * i));
  const yaml = `data: ${array("uint8", [SIDE, SIDE], 0)}\nsources: {x: ${columns[0]}, y: ${columns[1]}}`;
  const content = [new Uint8Array(SIDE ** 2), x, y].map((part) => new Uint8Array(part?.buffer ?? []));
  await viewer.show("field.asdf", blockFile(yaml, Buffer.concat(content)));
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: /^Catalogue, / }).waitFor();

  const show = page.getByRole("button", { name: "Show", exact: true });
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [look, way] of [
    ["dots", -1],
    ["symbols", 1],
  ] as const) {
    if (look === "symbols") {
      for (let i = 0; i < 4; i += 1) {
        await page.getByRole("button", { name: "Zoom in" }).click();
      }
    }
    const before = await rested();
    const crowd = page.getByText("So many are dots");
    await crowd.waitFor({ state: look === "dots" ? "visible" : "detached" });
    await page.mouse.move(left, top);
    await page.mouse.down();
    for (let step = 1; step <= 20; step += 1) {
      await page.mouse.move(left + way * 10 * step, top + way * 4 * step);
    }
    const canvas = page.getByRole("img", { name: /^Catalogue, / });
    const place = `translate(${200 * way}px, ${80 * way}px)`;
    await expect.poll(() => canvas.evaluate(({ style }) => style.transform)).toBe(place);
    expect(await pictures()).toHaveLength(before.length);
    // Farther than it reaches.
    await page.mouse.move(left + way * 270, top + way * 80);
    await expect.poll(async () => (await pictures()).length).toBe(before.length + 1);
    await page.mouse.up();
    const after = await rested();
    expect(after.at(-1)).not.toBe(before.at(-1));
    // Anew: first what is on the screen alone, then ahead of the next pan.
    await show.click();
    await show.click();
    const anew = (await rested()).slice(after.length);
    expect(anew.length).toBeGreaterThan(1);
    expect(new Set([after.at(-1), ...anew]).size).toBe(1);
  }
});
