/** Which part of another image its contours over an image are of, where positions have pixels in a bounding box alone, as a gwcs has them. */
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import type { ImageElsewhere } from "@asdf-wasm/www/viewer/state/elsewhere.ts";
import type { ViewHost } from "@asdf-wasm/www/viewer/state/view.ts";
import { contoursElsewhere } from "@asdf-wasm/www/viewer/views/image/analysis/contoursElsewhere.ts";
import { expect, test } from "vitest";

/** An image whose pixels are degrees from a place on: what is outside of it has no pixel. Notes what is traced. */
function image(id: number, at: number, side: number, traced: Excerpt[] = []) {
  const isIn = (value: number) => value >= -0.5 && value <= side - 0.5;
  const within = (pixels: Float64Array) => {
    const isOut = (i: number) => !(isIn(pixels[i - (i % 2)] ?? 0) && isIn(pixels[i - (i % 2) + 1] ?? 0));
    return pixels.map((value, i) => (isOut(i) ? Number.NaN : value));
  };
  const worker = {
    wcs: {
      toSky: async ({ points }: { points: Float64Array }) => within(points).map((value) => value + at),
      toPixels: async ({ positions }: { positions: Float64Array }) =>
        within(positions.map((value) => value - at)),
    },
    contour: {
      trace: async ({ excerpt }: { excerpt: Excerpt }) => {
        traced.push(excerpt);
        const lines = { points: Float32Array.of(1, 1, 2, 1), starts: Uint32Array.of(0) };
        return { contours: [{ level: 1, ...lines }], step: excerpt.step };
      },
    },
  };
  const section = { axes: [0, 1], index: [0, 0] };
  const facts = { frames: [{ reference: "icrs" }], sky: { isOnStage: true, frames: ["own", "icrs"] } };
  const ask = (question: (of: typeof worker) => unknown) => question(worker);
  const host: ViewHost = {
    section: { current: { peek: () => section } },
    part: { peek: () => "real" },
    ask,
    request: (_: AbortSignal, question: (of: typeof worker) => unknown) => ask(question),
    model: () => ({ image: { peek: () => ({ at: { node: id, path: "wcs", section }, facts, host }) } }),
  } as unknown as ViewHost;
  const node = { id, key: "data", array: { shape: [side, side] } };
  return {
    host,
    source: { id: String(id), name: "b", node, neighbour: { host } } as unknown as ImageElsewhere,
  };
}

const view = (x: number, side: number) => ({
  ...{ node: 1, size: { width: 4000, height: 4000 }, fineness: side / 1000, byPixel: false },
  ...{ excerpt: { x, y: x, width: side, height: side, step: 1 }, smooth: 0, levels: [1] },
});

test("an image between the points that tell what is in view is seen, and one beside the view is not", async () => {
  const traced: Excerpt[] = [];
  const own = image(1, 0, 4000);
  // Points are 250 pixels apart, and this one is 100 pixels wide.
  const { source } = image(2, 1050, 100, traced);
  const { signal } = new AbortController();
  const { contours } = await contoursElsewhere(own.host, source, view(0, 4000), signal);
  expect(traced).toEqual([{ x: 0, y: 0, width: 100, height: 100, step: 4 }]);
  expect([...(contours[0]?.points ?? [])]).toEqual([1051, 1051, 1052, 1051]);
  await expect(contoursElsewhere(own.host, source, view(0, 1000), signal)).rejects.toThrow(
    "No part of b is in view",
  );
  await contoursElsewhere(own.host, source, view(1000, 200), signal);
  expect(traced).toHaveLength(2);
});
