/** Several files open at once, each with a port of its own as in the viewer's worker: what is asked of one, or edited in it, leaves the others as they are. */
import { getEventListeners } from "node:events";
import { hostReads } from "@asdf-wasm/www/viewer/client/hostReads.ts";
import type { PlanePart } from "@asdf-wasm/www/viewer/protocol/plane.ts";
import type { WorkerApi } from "@asdf-wasm/www/viewer/protocol/workerApi.ts";
import { fileCalls } from "@asdf-wasm/www/viewer/worker/calls/calls.ts";
import { type ByteSource, init, ndarray, write } from "asdf-wasm";
import { expose, proxy, type Remote, releaseProxy, wrap } from "comlink";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const [ROWS, COLUMNS] = [3, 4];
const SECTION = { axes: [0, 1], index: [0, 0] } as const;
const FIRST = { start: 0, stop: 1 } as const;
const { signal } = new AbortController();

const ports: MessagePort[] = [];

beforeAll(() => init());
afterAll(() => {
  for (const port of ports) {
    port.close();
  }
});

interface Opened {
  readonly calls: WorkerApi;
  readonly node: (path: string) => Promise<number>;
}

/** A file of the worker that is to be opened. */
function connected(): Opened {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  expose(fileCalls(), port2);
  const calls = wrap<WorkerApi>(port1) as unknown as WorkerApi;
  return { calls, node: async (path) => (await calls.tree.trailAlong(path))?.at(-1) ?? -1 };
}

/** A file whose numbers begin at one of them; nodes have the same numbers in all such files. */
async function opened(first: number): Promise<Opened> {
  const ramp = Array.from({ length: ROWS * COLUMNS }, (_, i) => first + i);
  const file = await write({
    target: `star ${first}`,
    data: ndarray(Float32Array.from(ramp), { shape: [ROWS, COLUMNS] }),
    dq: ndarray(Uint32Array.from(ramp), { shape: [ROWS, COLUMNS] }),
    stars: { mag: ndarray(Float64Array.of(first, first + 1)), x: ndarray(Float64Array.of(first, 0)) },
    cube: ndarray(Float64Array.from(ramp), { shape: [ROWS, COLUMNS, 1] }),
    wavelength: ndarray(Float64Array.of(10, 20, 30).map((value) => value * first)),
  });
  const one = connected();
  const name = `${first}.asdf`;
  await one.calls.open({ source: { files: [{ path: name, file: new File([file], name) }] } }, () => {});
  return one;
}

async function plane({ calls, node }: Opened, stop = signal): Promise<number[]> {
  const parts: PlanePart[] = [];
  const request = { node: await node("data"), section: SECTION, part: "real", interval: "minmax" } as const;
  await calls.image.plane(
    request,
    stop,
    () => {},
    (part) => {
      parts.push(part);
    },
  );
  return parts.flatMap(({ values }) => Array.from(values as Float32Array));
}

/** What the calls know of what was asked before. */
async function kept({ calls, node }: Opened) {
  const table = await node("stars");
  const line = { node: await node("cube"), axis: 0, at: [0, 0, 0], part: "real", bins: 10 } as const;
  const [along] = await calls.array.lines([line], signal);
  return {
    limits: await calls.image.limits({ interval: "minmax", every: true }),
    background: await calls.image.background(),
    flag: await calls.flags.at({ x: 1, y: 0 }),
    colours: await calls.composite.at({ x: 0, y: 0 }),
    found: (await calls.tree.hits([await node("target")])).map((hit) => hit.node.text),
    more: (await calls.tree.searchOn()).done,
    target: await calls.tree.value(await node("target")),
    columns: (await calls.table.describe(table)).columns.map((column) => column.name),
    cells: (
      await calls.table.window(
        { table, arrangement: { sort: undefined, filters: [] }, rows: FIRST, columns: FIRST },
        signal,
      )
    ).values,
    along: [along?.along, ...(along?.x ?? [])],
    news: await calls.file.news(),
  };
}

async function ask({ calls, node }: Opened): Promise<void> {
  const data = await node("data");
  await calls.flags.read({ node: await node("dq"), section: SECTION });
  const channel = { node: data, section: SECTION, part: "real" } as const;
  const colours = { channels: [channel, channel, channel], interval: "minmax" } as const;
  await calls.composite.read({ ...colours, of: data, sampling: "bilinear" }, signal, () => {});
  await calls.array.limits({ node: data, part: "real", interval: "minmax" }, signal);
  await calls.tree.search({ text: "star", own: [] });
  await calls.compare.compute({
    computation: "difference",
    sampling: "pixel",
    one: data,
    other: await node("dq"),
  });
}

test("two files are read in turns, one is edited, and the other is untouched", async () => {
  const [one, other] = [await opened(1), await opened(100)];
  await Promise.all([ask(one), ask(other)]);
  const ramp = (first: number) => Array.from({ length: ROWS * COLUMNS }, (_, i) => first + i);
  expect(await Promise.all([plane(one), plane(other)])).toEqual([ramp(1), ramp(100)]);

  const before = await kept(other);
  expect(before).toMatchObject({
    limits: { min: 100, max: 111 },
    flag: 101,
    colours: [100, 100, 100],
    found: ["star 100"],
    target: "star 100",
    columns: ["mag", "x"],
    along: ["wavelength", 1000, 2000, 3000],
  });
  expect(await kept(one)).toMatchObject({
    limits: { min: 1, max: 12 },
    flag: 2,
    colours: [1, 1, 1],
    found: ["star 1"],
  });

  const edits = [
    { kind: "value", id: await one.node("target"), text: "planet" },
    { kind: "key", id: await one.node("stars/mag"), text: "magnitude" },
    { kind: "remove", id: await one.node("wavelength") },
  ] as const;
  for (const edit of edits) {
    await one.calls.edit.change(edit);
  }
  await one.calls.edit.applyYaml({
    text: (await one.calls.edit.yaml()).replace("planet", "comet"),
    path: "target",
  });
  await one.calls.edit.undo();
  expect(await kept(other)).toEqual(before);
  expect(await plane(other)).toEqual(ramp(100));
  expect(await other.calls.edit.undo()).toBeUndefined();
});

test("an edit drops what it may have changed, and keeps what was read of arrays", async () => {
  const one = await opened(1);
  await ask(one);
  await plane(one);
  const before = await kept(one);
  expect(before).toMatchObject({ columns: ["mag", "x"], along: ["wavelength", 10, 20, 30] });
  await one.calls.edit.change({ kind: "value", id: await one.node("target"), text: "planet" });
  await one.calls.edit.change({ kind: "key", id: await one.node("stars/mag"), text: "magnitude" });
  await one.calls.edit.change({ kind: "remove", id: await one.node("wavelength") });
  expect(await kept(one)).toEqual({
    ...before,
    found: ["planet"],
    target: "planet",
    columns: ["magnitude", "x"],
    along: [undefined, 0, 1, 2],
  });
});

test("an edit of the text makes another file, of which nothing has been read", async () => {
  const one = await opened(1);
  await one.calls.file.limitCache(2 ** 20);
  await ask(one);
  await plane(one);
  const text = await one.calls.edit.yaml();
  const edited = await one.calls.edit.applyYaml({ text: text.replace("star 1", "comet"), path: "target" });
  expect(edited.state).toMatchObject({ isChanged: true, undo: "editing the YAML" });
  expect(await one.calls.image.limits({ interval: "minmax", every: true })).toBeUndefined();
  expect(await one.calls.flags.at({ x: 1, y: 0 })).toBe(0);
  expect(await one.calls.composite.at({ x: 0, y: 0 })).toEqual([]);
  expect(await one.calls.tree.hits([await one.node("target")])).toEqual([]);
  expect(await one.calls.tree.value(await one.node("target"))).toBe("comet");
  await one.calls.edit.undo();
  expect(await one.calls.tree.value(await one.node("target"))).toBe("star 1");
  await one.calls.edit.redo();
  expect(await one.calls.tree.value(await one.node("target"))).toBe("comet");
});

/** A large image that the page reads for the worker; while it is slow, reads wait until they are aborted. */
async function hosted() {
  const values = Float32Array.from({ length: 2 ** 20 }, (_, i) => i);
  const bytes = await (await write({ data: ndarray(values, { shape: [1024, 1024] }) })).arrayBuffer();
  const state = { isSlow: false, waiting: 0 };
  const source: ByteSource = {
    size: bytes.byteLength,
    read: async (offset, length, { signal } = {}) => {
      if (state.isSlow) {
        state.waiting += 1;
        await new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        }).finally(() => {
          state.waiting -= 1;
        });
      }
      return new Uint8Array(bytes, offset, length);
    },
  };
  const host = proxy(hostReads({ name: "far.asdf", source }, signal));
  const one = connected();
  await one.calls.open({ source: { name: "far.asdf", size: bytes.byteLength } }, () => {}, host);
  return { ...one, state };
}

test("a call that is aborted ends in the worker and in the core, and the next one is answered", async () => {
  const one = await hosted();
  one.state.isSlow = true;
  const controller = new AbortController();
  const reading = plane(one, controller.signal);
  await vi.waitFor(() => expect(one.state.waiting).toBeGreaterThan(0));
  controller.abort();
  await expect(reading).rejects.toMatchObject({ severity: "error", code: "aborted" });
  await vi.waitFor(() => expect(one.state.waiting).toBe(0));
  one.state.isSlow = false;
  expect(await plane(one)).toHaveLength(2 ** 20);
});

test("an answered call lets go of its signal", async () => {
  const one = await opened(1);
  const controller = new AbortController();
  await plane(one, controller.signal);
  await vi.waitFor(() => expect(getEventListeners(controller.signal, "abort")).toHaveLength(0));
});

test("a file that is closed while it is decoded is not decoded on, and the others are read", async () => {
  const [one, other] = [connected(), await opened(1)];
  const values = Uint16Array.from({ length: 2 ** 23 }, (_, i) => (i * i) % 977);
  const file = await write({ data: ndarray(values, { shape: [2 ** 12, 2 ** 11], compression: "zlib" }) });
  await one.calls.open(
    { source: { files: [{ path: "large.asdf", file: new File([file], "large.asdf") }] } },
    () => {},
  );
  const node = await one.node("data");
  let rows = 0;
  const begun = new Promise<void>((resolve) => {
    const request = { node, section: SECTION, part: "real", interval: "minmax" } as const;
    const onPart = ({ stop }: PlanePart) => {
      rows = stop;
      resolve();
    };
    void one.calls.image.plane(request, signal, () => {}, onPart);
  });
  await begun;
  (one.calls as unknown as Remote<WorkerApi>)[releaseProxy]();
  expect(await plane(other)).toHaveLength(ROWS * COLUMNS);
  const before = rows;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(rows).toBe(before);
  expect(rows).toBeLessThan(2 ** 12);
});
