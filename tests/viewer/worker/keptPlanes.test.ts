/** Another look at an array reads and decodes nothing, within what the page lets the file keep. */
import type { PlanePart, PlaneRequest } from "@asdf-wasm/www/viewer/protocol/plane.ts";
import { imageAnswers } from "@asdf-wasm/www/viewer/worker/calls/image.ts";
import { HeldFile } from "@asdf-wasm/www/viewer/worker/held.ts";
import { FlagPlanes } from "@asdf-wasm/www/viewer/worker/image/flags.ts";
import { readHistogram } from "@asdf-wasm/www/viewer/worker/image/histogram.ts";
import { preparePlane, readPlane } from "@asdf-wasm/www/viewer/worker/image/image.ts";
import { OpenFile } from "@asdf-wasm/www/viewer/worker/opened.ts";
import { Editing } from "@asdf-wasm/www/viewer/worker/tree/editing.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { NdArray, ndarray, open, write } from "asdf-wasm";
import { afterEach, expect, test, vi } from "vitest";

const SIDE = 64;
const SIZE = SIDE * SIDE;
const SECTION = { axes: [0, 1], index: [0, 0] } as const;
const { signal } = new AbortController();
const numbers = Array.from({ length: SIZE }, (_, i) => i % 251);

const ARRAYS = {
  data: ndarray(Float32Array.from(numbers, Math.sin), { shape: [SIDE, SIDE], compression: "zlib" }),
  dq: ndarray(Uint32Array.from(numbers), { shape: [SIDE, SIDE], compression: "lz4" }),
  err: ndarray(numbers, { dtype: "float16", shape: [SIDE, SIDE], compression: "zlib" }),
  time: ndarray(
    Float64Array.from(numbers, (value) => 1.7e9 + value / 3),
    { shape: [SIDE, SIDE] },
  ),
  counts: ndarray(Uint16Array.from(numbers), { shape: [SIDE, SIDE], mask: 7 }),
} as const;
const NAMES = Object.keys(ARRAYS);

/** What is passed on of a plane that was read anew. */
const anew = (part: PlanePart | undefined) =>
  part && { ...part, head: { ...part.head, id: expect.not.stringMatching(`^${part.head.id}$`) } };

/** What a plane takes: its elements in their datatype, at most, and a sample. */
const LARGEST = 12 * SIZE;

const reads = vi.spyOn(NdArray.prototype, "read");
afterEach(() => {
  reads.mockClear();
});

/** A file that may keep so many bytes, and how to look at its arrays. */
async function opened(share: number, arrays: Parameters<typeof write>[0] = ARRAYS) {
  const file = await open(new Blob([await (await write(arrays)).arrayBuffer()]));
  const nodes = new Nodes(file);
  const editing = new Editing(nodes, true);
  const held = new HeldFile();
  const one = new OpenFile({ file, nodes, editing, found: {}, isRemote: false });
  held.show(one);
  held.limitCache(share);
  const look = async (name: string, more: Partial<PlaneRequest> = {}) => {
    const node = nodes.trailAlong(name)?.at(-1) ?? -1;
    const request = { node, section: SECTION, part: "real", interval: "minmax", ...more } as const;
    const parts: PlanePart[] = [];
    const onPart = (part: PlanePart) => void parts.push(structuredClone(part));
    await readPlane(one, "stage", request, signal, () => {}, onPart);
    return parts;
  };
  return { file, one, held, look, node: (name: string) => nodes.trailAlong(name)?.at(-1) ?? -1 };
}

test("a second pass over all arrays reads none, and passes on the same", async () => {
  const { one, look, file } = await opened(2 ** 29);
  const first = [];
  for (const name of NAMES) {
    first.push(await look(name));
  }
  expect(reads).toHaveBeenCalledTimes(NAMES.length);
  for (const name of NAMES.toReversed()) {
    expect(await look(name)).toEqual(first[NAMES.indexOf(name)]);
  }
  expect(reads).toHaveBeenCalledTimes(NAMES.length);
  expect(one.feeds.stage?.limits("minmax", true)).toMatchObject({ rows: SIDE });
  file.close();
});

test("another look at a wide plane has some of its pixels and its limits ahead of its rows", async () => {
  const [width, height] = [1100, 5];
  const shape = [height, width];
  const wide = Array.from({ length: width * height }, (_, i) => (i * 7) % 1021);
  const { look, file } = await opened(2 ** 29, {
    float32: ndarray(Float32Array.from(wide), { shape }),
    float16: ndarray(wide, { dtype: "float16", shape }),
    float64: ndarray(
      Float64Array.from(wide, (value) => 1.7e9 + value / 3),
      { shape },
    ),
    uint32: ndarray(Uint32Array.from(wide), { shape, mask: 7 }),
    complex64: ndarray(Float32Array.from([...wide, ...wide]), { dtype: "complex64", shape }),
  });
  for (const name of ["float32", "float16", "float64", "uint32", "complex64"]) {
    const [whole, ...more] = await look(name, { interval: "95" });
    expect(more).toEqual([]);
    const [ahead, again] = await look(name, { interval: "95" });
    expect(again).toEqual(whole);
    const { head, limits, display = [] } = whole ?? {};
    expect(ahead).toMatchObject({
      head,
      limits,
      start: 0,
      stop: 0,
      coarse: { every: 2, columns: 550, rows: 3 },
    });
    expect(ahead?.display).toHaveLength(0);
    const some = Array.from({ length: 3 * 550 }, (_, i) => {
      const [row, column] = [Math.floor(i / 550), i % 550];
      return display[Math.min(2 * row + 1, height - 1) * width + 2 * column + 1];
    });
    expect([...(ahead?.coarse?.values ?? [])]).toEqual(some);
  }
  expect(reads).toHaveBeenCalledTimes(5);
  file.close();
});

test("limits and histograms of every value are found once", async () => {
  const { one, look, node, file } = await opened(2 ** 29);
  for (const name of NAMES) {
    const [part] = await look(name, { interval: "95" });
    const every = one.feeds.stage?.limits("95", true);
    const bins = one.feeds.stage?.sample?.histogram(undefined, 10, true);
    expect(bins?.counts.reduce((sum, count) => sum + count, 0)).toBe(name === "counts" ? SIZE - 17 : SIZE);
    const [again] = await look(name, { interval: "95" });
    expect(again).toMatchObject({ display: part?.display, limits: every });
    expect(one.feeds.stage?.limits("95", true)).toBe(every);
    expect(one.feeds.stage?.sample?.histogram(undefined, 10, true)).toBe(bins);
  }
  const request = { node: node("data"), part: "real" } as const;
  const histogram = () => readHistogram(one.kept, one.arrays.array(request.node), request, signal, () => {});
  const found = await histogram();
  reads.mockClear();
  expect(await histogram()).toBe(found);
  expect(reads).not.toHaveBeenCalled();
  file.close();
});

test("what was found of an array is not that of another in its place, and has the path that it has now", async () => {
  const { one, look, node, file } = await opened(2 ** 29);
  const [dq, err] = [file.array("dq"), file.array("err")];
  const request = { node: node("dq"), part: "real" } as const;
  const histogram = () => readHistogram(one.kept, one.arrays.array(request.node), request, signal, () => {});
  const flags = new FlagPlanes(file);
  await look("dq");
  const [first, counted] = [await histogram(), await flags.read("dq", dq, SECTION)];
  const place = vi.spyOn(one.arrays, "readableAt").mockReturnValue(["renamed", dq]);
  reads.mockClear();
  expect((await look("dq"))[0]?.head.path).toBe("renamed");
  expect(reads).not.toHaveBeenCalled();
  place.mockReturnValue(["dq", err]);
  expect((await look("dq"))[0]?.head.datatype).toBe("float16");
  expect((await histogram()).mean).toBeCloseTo(first.mean);
  expect(reads).toHaveBeenCalledTimes(2);
  const counts = file.array("counts");
  expect(await flags.read("dq", counts, SECTION)).toMatchObject({
    datatype: "uint16",
    counts: counted.counts,
  });
  file.close();
});

test("a plane is shown without memory to keep it", async () => {
  const { one, look, file } = await opened(2 ** 29);
  const [before] = await look("data");
  one.planes.clear();
  const slice = vi.spyOn(Float32Array.prototype, "slice").mockImplementationOnce(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  expect(await look("data")).toEqual([anew(before)]);
  slice.mockRestore();
  expect(reads).toHaveBeenCalledTimes(2);
  await look("data");
  expect(reads).toHaveBeenCalledTimes(3);
  file.close();
});

test("planes that do not fit beside others are read again, those not looked at for longest", async () => {
  const { look, held, file } = await opened(1.75 * LARGEST);
  for (const name of ["data", "err", "data", "counts", "data"]) {
    await look(name);
  }
  expect(reads).toHaveBeenCalledTimes(3);
  await look("err");
  expect(reads).toHaveBeenCalledTimes(4);
  held.limitCache(0);
  await look("err");
  expect(reads).toHaveBeenCalledTimes(5);
  file.close();
});

test("reads of parts may keep what planes do not take", async () => {
  const { look, file } = await opened(2 ** 20);
  const limit = vi.spyOn(file, "limitCache");
  await look("data");
  const left = 2 ** 20 - 4 * SIZE;
  expect(limit.mock.lastCall?.[0]).toBeGreaterThan(left - 5 * SIZE);
  expect(limit.mock.lastCall?.[0]).toBeLessThanOrEqual(left);
  file.close();
});

test("memory that is refused is asked for again without what was kept", async () => {
  const refusal = new RangeError("Array buffer allocation failed");
  const { look, file } = await opened(2 ** 29);
  const [data] = await look("data");
  reads.mockRejectedValueOnce(refusal);
  expect(await look("time")).toHaveLength(1);
  // Nothing is left to give back.
  reads.mockClear();
  reads.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
  await expect(look("dq")).rejects.toBe(refusal);
  expect(await look("data")).toEqual([anew(data)]);
  expect(reads).toHaveBeenCalledTimes(3);
  file.close();
});

test("what is prepared is not read again; a call of anything else drops it", async () => {
  const { one, held, look, node, file } = await opened(2 ** 29);
  const images = held.calls(imageAnswers(held));
  const request = { section: SECTION, part: "real", interval: "minmax" } as const;
  await images.prepare({ ...request, node: node("data") });
  expect(one.feeds).toEqual({});
  await look("data");
  expect(reads).toHaveBeenCalledTimes(1);

  const preparing = images.prepare({ ...request, node: node("err") });
  const dropped = expect(preparing).rejects.toMatchObject({ code: "aborted" });
  await images.levels(node("data"));
  await dropped;
  await look("err");
  expect(reads).toHaveBeenCalledTimes(3);
  file.close();
});

test("nothing is prepared that does not fit beside what is shown, and nothing remote", async () => {
  const { one, held, node, file } = await opened(12 * SIZE);
  const request = { node: node("time"), section: SECTION, part: "real", interval: "minmax" } as const;
  const remote = new OpenFile({ ...one.version, isRemote: true });
  remote.planes.share(2 ** 29);
  await preparePlane(remote, request, signal);
  await held.calls(imageAnswers(held)).prepare(request);
  expect(reads).not.toHaveBeenCalled();
  file.close();
});
