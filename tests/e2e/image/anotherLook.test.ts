/** Arrays of a file, one after the other and back again: what is kept in another datatype is what was read. */
import { expect } from "vitest";
import { blockFile, test } from "../support/viewer.ts";

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

test("halves look the same again", async ({ viewer }) => {
  await viewer.drop("l2.asdf", FILE);
  const show = async (key: string) => {
    await viewer.row(key).click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(new RegExp(`^${key}`));
    await viewer.drawn();
  };
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
