/** Planes handed to the page in parts are, put together, what they would be in one. */

import { ArrivingPlane } from "@asdf-wasm/www/viewer/client/arrivingPlane.ts";
import type { PlaneHead, PlanePart } from "@asdf-wasm/www/viewer/protocol/plane.ts";
import { Feed } from "@asdf-wasm/www/viewer/worker/image/feed.ts";
import { type ArrayData, type ArrayValues, init, type Rows } from "asdf-wasm";
import { interval } from "asdf-wasm/image";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

const [WIDTH, HEIGHT] = [300, 200];
const SIZE = WIDTH * HEIGHT;

beforeAll(() => init());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const numbers = (value: (i: number) => number) => Float64Array.from({ length: SIZE }, (_, i) => value(i));
const bits = Uint8Array.from({ length: SIZE }, (_, i) => Number(i % 5 === 0));

const planes: Record<string, { data: ArrayValues; mask?: Uint8Array<ArrayBuffer>; complex?: boolean }> = {
  float32: { data: Float32Array.from(numbers((i) => Math.sin(i) * i)) },
  "float32, masked": { data: Float32Array.from(numbers((i) => i)), mask: bits },
  "uint16, no number at first": {
    data: Uint16Array.from(numbers((i) => i % 65_521)),
    mask: bits.map((_, i) => +(i < SIZE / 2)),
  },
  "float64, of which the first rows tell too little": { data: numbers((i) => 1.7e9 + i / 3) },
  "float64, large only at the end": { data: numbers((i) => (i > SIZE - 9 ? 1e300 : i)) },
  int64: { data: BigInt64Array.from({ length: SIZE }, (_, i) => BigInt(i) - 7n) },
  complex64: { data: Float32Array.from({ length: 2 * SIZE }, (_, i) => i % 97), complex: true },
  int128: { data: Array.from({ length: SIZE }, (_, i) => BigInt(i) << 70n) },
};

/** Feeds the rows of a plane, so many at a time with so many milliseconds between them; gives the parts. */
async function feed(plane: (typeof planes)[string], each: number, wait: number) {
  const { data, mask, complex = false } = plane;
  const head: PlaneHead = {
    ...{ node: 0, path: "data", datatype: "any", width: WIDTH, height: HEIGHT, step: 1 },
    ...{ section: { axes: [0, 1], index: [0, 0] }, whole: { width: WIDTH, height: HEIGHT } },
    tile: { width: WIDTH, height: HEIGHT },
    complex,
    part: complex ? "amplitude" : undefined,
  };
  const parts: PlanePart[] = [];
  const fed = new Feed(head, "99", "far", (part) => void parts.push(structuredClone(part)));
  const places = complex ? 2 : 1;
  for (let start = 0; start < HEIGHT; start += each) {
    const stop = Math.min(start + each, HEIGHT);
    const [from, to] = [start * WIDTH, stop * WIDTH];
    const rows: Rows = {
      data: data.slice(from * places, to * places),
      ...(mask && { mask: mask.slice(from, to) }),
      ...{ shape: [stop - start, WIDTH], stride: [WIDTH, 1], start, stop, total: HEIGHT },
    };
    await vi.advanceTimersByTimeAsync(start > 0 ? wait : 0);
    fed.add(rows);
  }
  const whole: ArrayData = { data, shape: [HEIGHT, WIDTH], stride: [WIDTH, 1], ...(mask && { mask }) };
  await fed.finish(whole);
  return parts;
}

/** The plane that the page has in the end, and the limits it was told last. */
function assemble(parts: readonly PlanePart[]) {
  let arriving: ArrivingPlane | undefined;
  for (const part of parts) {
    if (arriving && part.start > 0) {
      arriving.add(part);
    } else {
      arriving = new ArrivingPlane(part);
    }
  }
  return { plane: arriving?.plane, limits: parts.findLast((part) => part.limits)?.limits };
}

test.each(Object.entries(planes))("%s", async (_, plane) => {
  const quick = await feed(plane, 40, 10);
  expect(quick.map(({ start, stop }) => [start, stop])).toEqual([[0, HEIGHT]]);
  const slow = await feed(plane, 10, 150);
  expect(slow.length).toBeGreaterThan(5);
  expect(slow[0]?.stop).toBeLessThan(HEIGHT / 2);
  const [once, bit] = [assemble(quick), assemble(slow)];
  expect(bit.limits).toEqual({ ...once.limits, rows: HEIGHT });
  const { values, display, mask, ...rest } = once.plane ?? {};
  expect(bit.plane).toMatchObject(rest);
  expect(bit.plane?.values).toEqual(values);
  expect(bit.plane?.display).toEqual(display);
  expect(bit.plane?.mask).toEqual(mask);
});

test("what will soon be there is waited for", async () => {
  const parts = await feed(planes["float32"] ?? { data: [] }, 40, 150);
  expect(parts.map(({ start, stop }) => [start, stop])).toEqual([[0, HEIGHT]]);
});

test("when most is still to be handed over in the end, all of it is", async () => {
  const plane = planes["float32"] ?? { data: [] };
  const parts = await feed(plane, 100, 900);
  expect(parts.map(({ start, stop }) => [start, stop])).toEqual([
    [0, 100],
    [0, HEIGHT],
  ]);
  expect(assemble(parts).plane?.display).toEqual(plane.data);
});

test("limits are found anew each time there are twice as many rows", async () => {
  const parts = await feed(planes["float32"] ?? { data: [] }, 1, 150);
  const rows = parts.flatMap(({ limits }) => limits?.rows ?? []);
  expect(rows.at(-1)).toBe(HEIGHT);
  expect(rows.slice(0, -1).every((count, i) => i === 0 || count >= 2 * (rows[i - 1] ?? 0))).toBe(true);
  const data = Float32Array.from(numbers((i) => Math.sin(i) * i));
  const { min, max } = interval({ data, shape: [SIZE], stride: [1] }, { kind: "percentile", percentile: 99 });
  expect(assemble(parts).limits).toMatchObject({ min, max });
});

test("a large plane of this machine is passed on while it is read, without waiting", async () => {
  const [width, height, each] = [4096, 2048, 200];
  const data = Float32Array.from({ length: width * height }, (_, i) => (i * 7) % 1009);
  const head: PlaneHead = {
    ...{ node: 0, path: "data", datatype: "float32", width, height, step: 1, complex: false },
    ...{ section: { axes: [0, 1], index: [0, 0] }, whole: { width, height }, tile: { width, height } },
  };
  const parts: PlanePart[] = [];
  // What is passed on is lost here, as in the worker.
  const tell = (part: PlanePart) => {
    parts.push(structuredClone(part, { transfer: [part.display.buffer] }));
  };
  const fed = new Feed(head, "99", "near", tell);
  for (let start = 0; start < height; start += each) {
    const stop = Math.min(start + each, height);
    const shape = [stop - start, width];
    const rows = data.subarray(start * width, stop * width);
    fed.add({ data: rows, shape, stride: [width, 1], start, stop, total: height });
    await vi.advanceTimersByTimeAsync(0);
  }
  await fed.finish({ data, shape: [height, width], stride: [width, 1] });
  expect(parts.map(({ stop }) => stop)).toEqual([400, 800, 1200, 1600, 2000, 2048]);
  expect(data.length).toBe(width * height);
  const { plane, limits } = assemble(parts);
  expect(plane?.display.every((value, i) => value === (i * 7) % 1009)).toBe(true);
  const { min, max } = interval(
    { data, shape: [data.length], stride: [1] },
    { kind: "percentile", percentile: 99 },
  );
  expect(fed.limits("99", true)).toMatchObject({ min, max, sampled: 1, rows: height });
  expect(limits).toMatchObject({ rows: height, extremes: { min: 0, max: 1008 } });
});
