/** Outlines of the segments of an image of labels, in strips of rows. */
import { addLabels, SegmentOutline } from "@asdf-wasm/science/elements/segments";
import { expect, test } from "vitest";
import { noise } from "./measuring.ts";

const [width, height] = [23, 17];
const image = Uint32Array.from(noise(width * height), (value) => Math.floor(value * 3));

function outline(label: number, strip: number, values: ArrayLike<number | bigint> = image): number[] {
  const found = new SegmentOutline(label);
  for (let y = 0; y < height; y += strip) {
    found.add({ values: Array.from(values).slice(y * width, (y + strip) * width), width, y });
  }
  found.end(height);
  return found.edges;
}

/** Each edge between a pixel of the segment and another one, as units. */
function edgesOf(label: number): Set<string> {
  const at = (x: number, y: number) =>
    x >= 0 && x < width && y >= 0 && y < height && image[y * width + x] === label;
  const edges = new Set<string>();
  for (let y = 0; y <= height; y += 1) {
    for (let x = 0; x <= width; x += 1) {
      if (at(x, y) !== at(x - 1, y)) {
        edges.add(String([x, y, x, y + 1]));
      }
      if (at(x, y) !== at(x, y - 1)) {
        edges.add(String([x, y, x + 1, y]));
      }
    }
  }
  return edges;
}

/** In pieces as long as a pixel. */
function inUnits(edges: readonly number[]): string[] {
  const units: string[] = [];
  for (let i = 0; i < edges.length; i += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = edges.slice(i, i + 4);
    if (x0 === x1) {
      units.push(String([x0, y0, x1, y1]));
    }
    for (let x = x0; x < x1; x += 1) {
      units.push(String([x, y0, x + 1, y1]));
    }
  }
  return units;
}

test.each([0, 1, 2, 7])("the edges of the label %i, each once", (label) => {
  const expected = [...edgesOf(label)].sort();
  for (const strip of [1, 4, height]) {
    expect(inUnits(outline(label, strip)).sort()).toEqual(expected);
  }
});

test("labels of 64 bits, and what the background is", () => {
  const values = BigInt64Array.from(image, (value) => BigInt(value));
  expect(outline(2, 5, values)).toEqual(outline(2, 5));
  const labels = new Set<number>();
  addLabels({ values, width, y: 0 }, labels);
  expect([...labels].sort()).toEqual([1, 2]);
});
