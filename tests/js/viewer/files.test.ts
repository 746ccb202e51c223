/** Several files open at once, each with a port of its own as in the viewer's worker: what is asked of one, or edited in it, leaves the others as they are. */
import { init, ndarray, write } from "asdf-wasm";
import { expose, proxy, type Remote, wrap } from "comlink";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlanePart } from "../../../www/src/viewer/protocol/plane.ts";
import type { WorkerApi } from "../../../www/src/viewer/protocol/workerApi.ts";
import { fileCalls } from "../../../www/src/viewer/worker/calls/calls.ts";

const [ROWS, COLUMNS] = [3, 4];
const SECTION = { axes: [0, 1], index: [0, 0] } as const;

const ports: MessagePort[] = [];

beforeAll(() => init());
afterAll(() => {
  for (const port of ports) {
    port.close();
  }
});

interface Opened {
  readonly calls: Remote<WorkerApi>;
  readonly node: (path: string) => Promise<number>;
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
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  expose(fileCalls(), port2);
  const calls = wrap<WorkerApi>(port1);
  const name = `${first}.asdf`;
  await calls.open(
    { files: [{ path: name, file: new File([file], name) }] },
    undefined,
    proxy(() => {}),
  );
  return { calls, node: async (path) => (await calls.trailAlong(path))?.at(-1) ?? -1 };
}

async function plane({ calls, node }: Opened): Promise<number[]> {
  const parts: PlanePart[] = [];
  const id = await node("data");
  await calls.plane(
    0,
    id,
    SECTION,
    "real",
    "minmax",
    undefined,
    proxy(() => {}),
    proxy((part: PlanePart) => {
      parts.push(part);
    }),
  );
  return parts.flatMap(({ values }) => Array.from(values as Float32Array));
}

/** What the calls know of what was asked before. */
async function kept({ calls, node }: Opened) {
  const table = await node("stars");
  const line = { node: await node("cube"), axis: 0, at: [0, 0, 0], part: "real", bins: 10 } as const;
  const [along] = await calls.lines(3, [line]);
  return {
    limits: await calls.limits("minmax", true),
    background: await calls.background(),
    flag: await calls.flagsAt(1, 0),
    colours: await calls.compositeAt(0, 0),
    found: (await calls.hits([await node("target")])).map((hit) => hit.node.text),
    more: (await calls.searchOn()).done,
    target: await calls.value(await node("target")),
    columns: (await calls.table(table)).columns.map((column) => column.name),
    cells: (
      await calls.cells(
        4,
        table,
        { sort: undefined, filters: [] },
        { start: 0, stop: 1 },
        { start: 0, stop: 1 },
      )
    ).values,
    along: [along?.along, ...(along?.x ?? [])],
    news: await calls.news(),
  };
}

async function ask({ calls, node }: Opened): Promise<void> {
  const data = await node("data");
  await calls.flags(await node("dq"), SECTION);
  const channel = { node: data, section: SECTION, part: "real" } as const;
  await calls.composite(1, [channel, channel, channel], "minmax");
  await calls.limitsOf(2, data, "real", "minmax");
  await calls.search("star");
  await calls.compute("difference", data, await node("dq"));
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
    await one.calls.edit(edit);
  }
  await one.calls.applyYaml((await one.calls.yaml()).replace("planet", "comet"), "target");
  await one.calls.undo();
  expect(await kept(other)).toEqual(before);
  expect(await plane(other)).toEqual(ramp(100));
  expect(await other.calls.undo()).toBeUndefined();
});

test("an edit drops what it may have changed, and keeps what was read of arrays", async () => {
  const one = await opened(1);
  await ask(one);
  await plane(one);
  const before = await kept(one);
  expect(before).toMatchObject({ columns: ["mag", "x"], along: ["wavelength", 10, 20, 30] });
  await one.calls.edit({ kind: "value", id: await one.node("target"), text: "planet" });
  await one.calls.edit({ kind: "key", id: await one.node("stars/mag"), text: "magnitude" });
  await one.calls.edit({ kind: "remove", id: await one.node("wavelength") });
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
  await ask(one);
  await plane(one);
  const text = await one.calls.yaml();
  const edited = await one.calls.applyYaml(text.replace("star 1", "comet"), "target");
  expect(edited.state).toMatchObject({ isChanged: true, undo: "editing the YAML" });
  expect(await one.calls.limits("minmax", true)).toBeUndefined();
  expect(await one.calls.flagsAt(1, 0)).toBe(0);
  expect(await one.calls.compositeAt(0, 0)).toEqual([]);
  expect(await one.calls.hits([await one.node("target")])).toEqual([]);
  expect(await one.calls.value(await one.node("target"))).toBe("comet");
  await one.calls.undo();
  expect(await one.calls.value(await one.node("target"))).toBe("star 1");
  await one.calls.redo();
  expect(await one.calls.value(await one.node("target"))).toBe("comet");
});
