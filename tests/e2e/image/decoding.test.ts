/** An image whose decoding takes so long that several workers share it: what is drawn is what is read. */
import { ndarray, write } from "asdf-wasm";
import { beforeAll, expect } from "vitest";
import { test } from "../support/viewer.ts";

const [WIDTH, HEIGHT] = [2048, 2560];
const valueAt = (x: number, y: number) => Math.fround(((7 * x + 13 * y) % 251) + y / 64);

let image: Buffer;

beforeAll(async () => {
  const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    valueAt(i % WIDTH, Math.floor(i / WIDTH)),
  );
  const data = ndarray(values, { shape: [HEIGHT, WIDTH], compression: "bzp2" });
  image = Buffer.from(await write({ data }, { as: "bytes" }));
});

test("an image in bzip2 is decoded by workers of the worker that reads, and ends them with it", async ({
  viewer,
}) => {
  const { page } = viewer;
  // Each holds a lock as long as it lives.
  const workers = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
  await viewer.show("image.asdf", image);
  for (const [x, y] of [
    [100, 50],
    [1200, 2500],
  ] as const) {
    const at = await viewer.centreOf(x, y, WIDTH, HEIGHT);
    await page.mouse.move(at.x, at.y);
    await expect
      .poll(async () => {
        const seen = await viewer.readout();
        return Number(seen.value) === valueAt(Number(seen.x), Number(seen.y));
      })
      .toBe(true);
  }
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await expect.poll(workers).toBe(cores > 1 ? Math.min(cores, 4) : 0);

  await page.getByRole("button", { name: "Close image.asdf" }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(workers).toBe(0);
});
