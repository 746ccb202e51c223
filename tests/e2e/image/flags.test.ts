/** Bit masks: each bit by its name, its colour, its count and its switch, as a view of their own and over an image. */
import { expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { difference, type Picture } from "../support/picture.ts";
import { test, type Viewer } from "../support/viewer.ts";
import vectors from "../values/lines.vectors.json" with { type: "json" };

const SIDE = 192;

const panel = (viewer: Viewer) => viewer.page.getByRole("complementary", { name: "Flags" });

async function bits(viewer: Viewer): Promise<string[]> {
  const items = panel(viewer).getByRole("listitem");
  return (await items.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
}

/** How far a pixel on the screen is from the colour that the panel shows for a flag. */
async function offColor(viewer: Viewer, [y = 0, x = 0]: number[], flag: string): Promise<number> {
  const color = await panel(viewer).getByLabel(`Colour of ${flag}`).inputValue();
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const at = await viewer.centreOf(x, y, SIDE, SIDE);
  const box = await viewer.canvas.boundingBox();
  const seen = (await viewer.picture()).at(at.x - Math.floor(box?.x ?? 0), at.y - Math.floor(box?.y ?? 0));
  return difference(seen, [wanted[0] ?? 0, wanted[1] ?? 0, wanted[2] ?? 0]);
}

test("Roman's dq shows by itself which of its flags are set, where, and how often", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.row("dq").click();
  await expect
    .poll(() => bits(viewer))
    .toEqual([`DO_NOT_USE ${vectors.flags.counts[0]}`, `JUMP_DET ${vectors.flags.counts[2]}`]);
  await viewer.drawn();
  await panel(viewer).getByLabel("Opacity").fill("1");
  await expect.poll(() => offColor(viewer, vectors.flags.first, "DO_NOT_USE")).toBeLessThanOrEqual(2);
  await panel(viewer).getByLabel("DO_NOT_USE", { exact: true }).focus();
  await viewer.page.keyboard.press("Space");
  await expect.poll(() => offColor(viewer, vectors.flags.first, "JUMP_DET")).toBeLessThanOrEqual(2);
  await panel(viewer).getByLabel("Colour of JUMP_DET").fill("#00ff00");
  await expect.poll(() => offColor(viewer, vectors.flags.first, "JUMP_DET")).toBeLessThanOrEqual(2);

  const [y = 0, x = 0] = vectors.flags.first;
  const at = await viewer.centreOf(x, y, SIDE, SIDE);
  await viewer.page.mouse.move(at.x, at.y);
  const here = panel(viewer).getByLabel("Flags of the pixel");
  await expect.poll(() => here.innerText()).toBe("Here: DO_NOT_USE, JUMP_DET");
  await viewer.screenshot("flags-view");
  const clear = await viewer.centreOf(0, 0, SIDE, SIDE);
  await viewer.page.mouse.move(clear.x, clear.y);
  await expect.poll(() => here.innerText()).toBe("Here: none");
});

test("flags are laid over the image that they stand beside", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.page.getByRole("button", { name: "Flags" }).click();
  await expect.poll(async () => (await bits(viewer)).length).toBe(2);
  await panel(viewer).getByLabel("Opacity").fill("1");
  await expect.poll(() => offColor(viewer, vectors.flags.first, "DO_NOT_USE")).toBeLessThanOrEqual(2);
  await viewer.screenshot("flags-over");
  await panel(viewer).getByRole("button", { name: "None" }).click();
  await expect.poll(() => offColor(viewer, vectors.flags.first, "DO_NOT_USE")).toBeGreaterThan(50);
  await viewer.page.getByRole("button", { name: "Flags" }).click();
  await panel(viewer).waitFor({ state: "detached" });
});

test("bits are named by the telescope of the file, or by their numbers", async ({ viewer }) => {
  const jwst = treeFile(`
meta: {telescope: JWST}
dq: !core/ndarray-1.1.0 {datatype: int32, data: [[128, -2147483648], [0, 0]]}
mask: !core/ndarray-1.1.0 {datatype: bool8, data: [[true, false], [true, true]]}`);
  await viewer.drop("jwst.asdf", jwst);
  await viewer.row("dq").click();
  await expect.poll(() => bits(viewer)).toEqual(["CHARGELOSS 1", "REFERENCE_PIXEL 1"]);
  await viewer.row("mask").click();
  await expect.poll(() => bits(viewer)).toEqual(["true 3"]);
  await viewer.checkAccessibility();
  await viewer.drop(
    "other.asdf",
    treeFile("flags: !core/ndarray-1.1.0 {datatype: uint8, data: [[8, 0], [24, 0]]}"),
  );
  await viewer.row("flags").click();
  await expect.poll(() => bits(viewer)).toEqual(["bit 3 2", "bit 4 1"]);
});

/** Many pixels to each on the screen, a single one of which is flagged here and there. */
const FAR = { width: 3000, height: 2000 };
const FLAGGED = [
  [1500, 1000],
  [2999, 1999],
] as const;

/** Bits of an image, in which single pixels are flagged. */
function sparse(): Buffer {
  const bits = new Uint8Array(FAR.width * FAR.height);
  for (const [x, y] of FLAGGED) {
    bits[y * FAR.width + x] = 1;
  }
  return blockFile(
    `dq: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${FAR.height}, ${FAR.width}]}`,
    bits,
  );
}

test("a single flag is seen from afar, and closer up in its place", async ({ viewer }) => {
  await viewer.show("sparse.asdf", sparse());
  await expect.poll(() => bits(viewer)).toEqual(["bit 0 2"]);
  const { canvas } = viewer;
  await panel(viewer).getByLabel("Opacity").fill("1");
  await panel(viewer).getByLabel("Colour of bit 0").fill("#ff0000");
  const redness = (picture: Picture, x: number, y: number): number => {
    const [red, green] = picture.at(x, y);
    return red - green;
  };
  const reddest = (picture: Picture, x: number, y: number): number =>
    Math.max(...[-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => redness(picture, x + i, y + j))));
  const box = await canvas.boundingBox();
  for (const [x, y] of FLAGGED) {
    const at = await viewer.centreOf(x, y, FAR.width, FAR.height);
    const place = { x: at.x - Math.floor(box?.x ?? 0), y: at.y - Math.floor(box?.y ?? 0) };
    await expect.poll(async () => reddest(await viewer.picture(), place.x, place.y)).toBeGreaterThan(60);
  }

  await canvas.press("1");
  const middle = { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
  const near = [-2, -1, 0, 1, 2];
  const red = async (): Promise<number> => {
    const picture = await viewer.picture();
    const all = near.flatMap((i) => near.map((j) => redness(picture, middle.x + i, middle.y + j)));
    return all.filter((redness) => redness > 100).length;
  };
  await expect.poll(red).toBe(1);
});
