/** Arrays that give little to draw: what they are is said in a sentence, and they are drawn as well as they can be. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test, withoutWebgl } from "../support/viewer.ts";

const row = Array.from({ length: 3000 }, (_, i) => i % 2);
const FILE = blockFile(
  `
plain: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1], [2, 3]]}
nothing: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [0, 5]}
wrong: !core/ndarray-1.1.0 {datatype: float32, shape: [2, 5], data: []}
nan: !core/ndarray-1.1.0 {datatype: float32, data: [[.nan, .nan], [.nan, .nan]]}
infinite: !core/ndarray-1.1.0 {datatype: float64, data: [[.inf, -.inf], [.inf, -.inf]]}
equal: !core/ndarray-1.1.0 {datatype: int16, data: [[7, 7], [7, 7]]}
wide: !core/ndarray-1.1.0 {datatype: uint8, data: [[${row.join(", ")}]]}
tall: !core/ndarray-1.1.0 {datatype: uint8, data: [${row.map((value) => `[${value}]`).join(", ")}]}`,
  new Uint8Array(),
);

test.for(["WebGL2", "a 2-D canvas"])("with %s", async (by, { open }) => {
  const viewer = await open(by === "WebGL2" ? {} : { prepare: withoutWebgl });
  await viewer.show("odd.asdf", FILE);
  const remark = viewer.page.locator(".remark");
  const show = async (key: string): Promise<void> => {
    await viewer.row(key).click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(new RegExp(`^${key}`));
    await viewer.drawn();
  };
  /** What is seen beside the middle of the canvas, where four pixels of an image of four meet. */
  const seen = async (...offsets: readonly (readonly [dx: number, dy: number])[]) => {
    const picture = await viewer.picture();
    return offsets.map(([dx, dy]) => picture.at(picture.width / 2 + dx, picture.height / 2 + dy));
  };
  await expect.poll(() => remark.count()).toBe(0);

  await show("nan");
  await expect.poll(() => remark.innerText()).toBe("No value is a finite number.");
  await expect
    .poll(() => seen([-40, -40], [40, 40]))
    .toEqual([
      [86, 140, 204],
      [86, 140, 204],
    ]);

  await show("infinite");
  await expect.poll(() => remark.innerText()).toBe("No value is a finite number.");
  await expect
    .poll(() => seen([-40, -40], [40, 40]))
    .toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);

  await show("equal");
  await expect.poll(() => remark.innerText()).toBe("Every finite value is 7.");
  await expect.poll(() => seen([-40, -40])).toEqual([[0, 0, 0]]);

  // Thinner than a pixel of the screen they could not be seen.
  for (const [key, beside] of [
    ["wide", [4, 0]],
    ["tall", [0, 4]],
  ] as const) {
    await show(key);
    const [x, y] = beside;
    const along = [1, -1].map((side) => [side * (x / 2 + 0.01), side * (y / 2 + 0.01)] as const);
    await expect.poll(async () => (await seen(...along)).map(([grey]) => grey).sort()).toEqual([0, 255]);
  }

  await viewer.row("nothing").click();
  await viewer.page.getByText("nothing has no elements").waitFor();
  await viewer.row("wrong").click();
  await viewer.page.getByText("This array cannot be shown").waitFor();
});
