/** The picture of coloured segments, and the labels of an image of which some is masked. */
import { labelAt, labelsIn, pictureOf } from "@asdf-wasm/www/viewer/worker/segments/segments.ts";
import { open } from "asdf-wasm";
import { afterEach, expect, test, vi } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";

afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();

async function request(tree: string) {
  const file = await open(new Blob([treeFile(`labels: !core/ndarray-1.1.0 ${tree}\n`)]));
  const held = { arrays: { readableAt: () => ["labels", file.array("labels")] } } as never;
  return { held, asked: { node: 0, section: { axes: [0, 1], index: [0, 0] } } };
}

test("the background has no colour, and of rows with one label the first counts", async () => {
  vi.stubGlobal(
    "ImageData",
    class {
      readonly data: Uint8ClampedArray;
      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(4 * width * height);
      }
    },
  );
  vi.stubGlobal("createImageBitmap", async ({ data }: ImageData) => data);
  const { held, asked } = await request("[[0, 7], [4294967295, 0]]");
  const picture = await pictureOf(
    held,
    {
      ...asked,
      labels: Float64Array.of(0, 7, 7, 4294967295, Number.NaN),
      colors: Uint32Array.of(0x111111, 0xff8001, 0x222222, 0x0000ff, 0x333333),
      step: 1,
    },
    signal,
  );
  expect(Array.from(picture as unknown as Uint8ClampedArray)).toEqual([
    ...[0, 0, 0, 0],
    ...[0xff, 0x80, 0x01, 255],
    ...[0, 0, 0xff, 255],
    ...[0, 0, 0, 0],
  ]);
});

test("what is masked is background", async () => {
  const { held, asked } = await request("{data: [[0, 7], [-99, 7]], mask: -99}");
  expect([...(await labelsIn(held, asked, signal))]).toEqual([7]);
  expect(await labelAt(held, { ...asked, x: 0, y: 1 }, signal)).toBe(0);
  expect(await labelAt(held, { ...asked, x: 1, y: 1 }, signal)).toBe(7);
});
