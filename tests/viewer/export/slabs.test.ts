/** Arrays are read in slabs that follow each other in C order, and fill the array. */

import { slabsOf } from "@asdf-wasm/science/export/content";
import { expect, test } from "vitest";

/** The places in C order that slabs of a shape go through. */
function places(
  shape: readonly number[],
  most: number,
): { readonly all: number[]; readonly largest: number } {
  const all: number[] = [];
  let largest = 0;
  for (const spans of slabsOf(shape, most)) {
    let inSlab = [0];
    for (const [axis, { start, stop }] of spans.entries()) {
      const along = Array.from({ length: stop - start }, (_, i) => start + i);
      inSlab = inSlab.flatMap((place) => along.map((at) => place * (shape[axis] ?? 1) + at));
    }
    all.push(...inSlab);
    largest = Math.max(largest, inSlab.length);
  }
  return { all, largest };
}

test("slabs hold each element once, in order, and no more than they may", () => {
  for (const shape of [[], [7], [3, 5], [2, 3, 4, 5], [1, 1, 9], [4, 1, 3]]) {
    const count = shape.reduce((product, length) => product * length, 1);
    for (const most of [1, 4, 7, 20, 1000]) {
      const { all, largest } = places(shape, most);
      expect(all).toEqual(Array.from({ length: count }, (_, i) => i));
      expect(largest).toBeLessThanOrEqual(most);
    }
  }
  expect([...slabsOf([3, 0, 2], 10)]).toEqual([]);
});
