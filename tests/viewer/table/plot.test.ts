/** Two columns as a plot: its points and pictures, rows chosen on it, and its links. Nothing of a browser is needed. */

import { arrangedTable } from "@asdf-wasm/science/tables/arranged";
import type { OutlinedRows, RowChoice } from "@asdf-wasm/science/tables/choice";
import type { PlotWindow } from "@asdf-wasm/science/tables/plotting";
import { Plot } from "@asdf-wasm/science/tables/plotting";
import type { Arrangement, TableColumn } from "@asdf-wasm/science/tables/window";
import type { PlotCalls, PlotRequest } from "@asdf-wasm/www/viewer/protocol/plot.ts";
import type { TableCalls } from "@asdf-wasm/www/viewer/protocol/workerApi.ts";
import { choiceIn, choiceText, has } from "@asdf-wasm/www/viewer/state/rows.ts";
import { plotIn, plotWords, usualPlot } from "@asdf-wasm/www/viewer/views/table/plot/plotLink.ts";
import { simplified, squared, valueAt, zoomed } from "@asdf-wasm/www/viewer/views/table/plot/space.ts";
import { plotAnswers, tableAnswers } from "@asdf-wasm/www/viewer/worker/calls/tables.ts";
import { type ArrayData, open } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { exportCalls, exported, held, opened, signal } from "../export/support.ts";

const YAML = `
stars:
  mag: !core/ndarray-1.1.0 [10.0, 12.5, 15.0, 20.0, .nan, 11.0]
  color: !core/ndarray-1.1.0 [0.1, 0.5, -1.0, 2.0, 0.3, .inf]
  flux: [100, 10, 1, 0, null, 50]
  band: [g, r, g, r, g, r]
`;
const tableCalls = held.calls<TableCalls>(tableAnswers);
const plotCalls = held.calls<PlotCalls>(plotAnswers);
const MAG = 0;
const COLOR = 1;
const FLUX = 2;
const BAND = 3;

let table: number;
const request = (more: Partial<PlotRequest> = {}): PlotRequest => ({
  ...{ x: COLOR, y: MAG, color: undefined, logX: false, logY: false, filters: [] },
  ...more,
});
const all: PlotWindow = {
  ...{ x: { min: -2, max: 3 }, y: { min: 0, max: 25 }, width: 5, height: 5 },
  crowd: 100,
};
const box = (outline: readonly number[], more: Partial<OutlinedRows> = {}): OutlinedRows => ({
  ...{ kind: "box", isWithout: false, x: COLOR, y: MAG, logX: false, logY: false, filters: [] },
  ...more,
  outline,
});
const chosen = async (choice: RowChoice) => Array.from(await tableCalls.chosenRows({ table, choice }));

beforeAll(async () => {
  const node = await opened(new Uint8Array(Buffer.from(treeFile(YAML.trim()))));
  table = node("stars");
});

describe("the points of two columns", () => {
  test("are counted, and so are rows that have none", async () => {
    const facts = await plotCalls.read({ table, plot: request() }, signal);
    expect(facts).toMatchObject({ rows: 6, points: 4, masked: 0, notFinite: 2, notPositive: 0 });
    expect(facts.extent).toEqual({ x: { min: -1, max: 2 }, y: { min: 10, max: 20 } });
    const logarithmic = await plotCalls.read(
      { table, plot: request({ x: FLUX, logX: true, color: COLOR }) },
      signal,
    );
    expect(logarithmic).toMatchObject({ points: 4, masked: 1, notFinite: 0, notPositive: 1 });
    expect(logarithmic.extent?.x).toEqual({ min: 0, max: 2 });
    expect(logarithmic.color).toEqual({ min: -1, max: 0.5 });
    const filters = [{ column: BAND, text: "== g" }];
    expect(await plotCalls.read({ table, plot: request({ filters }) }, signal)).toMatchObject({
      rows: 3,
      points: 2,
    });
    expect(await plotCalls.read({ table, plot: request({ x: -1 }) }, signal)).toMatchObject({ points: 5 });
  });

  test("are refused for a column of texts", async () => {
    await expect(plotCalls.read({ table, plot: request({ x: BAND }) }, signal)).rejects.toMatchObject({
      message: expect.stringContaining("band has no number in each row"),
    });
  });

  test("are found near a place, by their rows, and one after another", async () => {
    const at = { x: 0.52, y: 12.4, perX: 0.01, perY: 0.1, within: 10 };
    expect(await plotCalls.pointAt({ table, plot: request(), at })).toEqual({
      ...{ row: 1, x: 0.5, y: 12.5, texts: ["0.5", "12.5"] },
    });
    expect(await plotCalls.pointAt({ table, plot: request(), at: { ...at, within: 1 } })).toBeUndefined();
    expect(await plotCalls.pointOf({ table, plot: request(), row: 3 })).toMatchObject({ x: 2, y: 20 });
    expect(await plotCalls.pointOf({ table, plot: request(), row: 4 })).toBeUndefined();
    const walk = async (row: number | undefined, step: "left" | "right" | "up" | "down" | "first" | "last") =>
      (await plotCalls.step({ table, plot: request(), row, step, window: all }))?.row;
    expect([await walk(undefined, "right"), await walk(2, "right"), await walk(0, "right")]).toEqual([
      2, 0, 1,
    ]);
    expect([await walk(0, "up"), await walk(1, "down"), await walk(3, "right")]).toEqual([1, 0, 3]);
    expect([await walk(0, "first"), await walk(0, "last")]).toEqual([2, 3]);
  });

  test("are pictured one by one, or counted where there are many", async () => {
    const choice: RowChoice = [{ kind: "rows", isWithout: false, rows: [1] }];
    const { picture } = await plotCalls.picture({ table, plot: request(), window: all, choice }, signal);
    expect(picture).toMatchObject({ kind: "points", rows: Uint32Array.of(0, 1, 2, 3) });
    expect(picture.chosen).toEqual(Uint8Array.of(0, 1, 0, 0));
    const few = { ...all, crowd: 3 };
    const { picture: crowd } = await plotCalls.picture(
      { table, plot: request({ color: MAG }), window: few, choice },
      signal,
    );
    if (crowd.kind !== "density") {
      throw new Error("the points are not counted");
    }
    expect(crowd.inView).toBe(4);
    expect(crowd.chosen?.reduce((sum, count) => sum + count, 0)).toBe(9);
    expect(crowd.most).toBe(Math.max(...crowd.counts));
  });
});

test("a crowd is counted in cells, each point in nine of them, with the mean of its colours", () => {
  const column = (...values: number[]) => ({ values: Float64Array.from(values), mask: undefined });
  const plot = new Plot({
    ...{ x: column(0.5, 0.5, 3.5), y: column(3.5, 3.5, 0.5), color: column(1, 3, 5) },
    ...{ logX: false, logY: false, rows: undefined },
  });
  const window = { x: { min: 0, max: 4 }, y: { min: 0, max: 4 }, width: 4, height: 4, crowd: 0 };
  const picture = plot.picture(window, Uint8Array.of(0, 1, 0));
  expect(picture).toMatchObject({ kind: "density", inView: 3, most: 2 });
  if (picture.kind === "density") {
    // The top row first.
    expect(Array.from(picture.counts)).toEqual([2, 2, 0, 0, 2, 2, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1]);
    expect(Array.from(picture.chosen ?? [])).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([picture.colors?.[0], picture.colors?.[2], picture.colors?.[15]]).toEqual([0.25, Number.NaN, 1]);
  }
});

describe("rows are chosen", () => {
  test("in a box, on logarithmic axes too, and by filters that were in use", async () => {
    expect(await chosen([box([0, 9, 1, 13])])).toEqual([0, 1]);
    expect(await chosen([box([1, 13, 0, 9])])).toEqual([0, 1]);
    expect(await chosen([box([0.5, 0, 100, 30], { x: FLUX, logX: true })])).toEqual([0, 1, 2, 5]);
    const filters = [{ column: BAND, text: "== r" }];
    expect(await chosen([box([-5, 0, 5, 30], { filters })])).toEqual([1, 3]);
    expect(await chosen([box([0.5, 0, 2.5, 30], { x: -1 })])).toEqual([1, 2]);
  });

  test("in a lasso, by its edges", async () => {
    const triangle = box([-2, 9, 3, 9, -2, 18], { kind: "lasso" });
    expect(await chosen([triangle])).toEqual([0, 1, 2]);
    const half = box([0.3, 9, 3, 9, 3, 25, 0.3, 25], { kind: "lasso" });
    expect(await chosen([half])).toEqual([1, 3]);
  });

  test("and added and taken away, in the order in which that was done", async () => {
    const rows = (isWithout: boolean, ...rows: number[]) => ({ kind: "rows", isWithout, rows }) as const;
    expect(await chosen([box([0, 9, 1, 13]), rows(false, 4, 5), rows(true, 0)])).toEqual([1, 4, 5]);
    expect(await chosen([rows(false, 0), box([0, 9, 1, 13], { isWithout: true })])).toEqual([]);
    expect(await chosen([])).toEqual([]);
  });

  test("so that a table shows them alone", async () => {
    const only: RowChoice = [box([0, 9, 1, 13])];
    const arrangement = { filters: [], only, sort: { column: MAG, descending: true } };
    expect(await tableCalls.arrange({ table, arrangement }, signal)).toMatchObject({ count: 2 });
    const span = { start: 0, stop: 2 };
    const { indices } = await tableCalls.window({ table, arrangement, rows: span, columns: span }, signal);
    expect(Array.from(indices)).toEqual([1, 0]);
  });

  test("and looked up", () => {
    const rows = Uint32Array.of(2, 3, 9);
    expect([1, 2, 3, 4, 9, 10].map((row) => has(rows, row))).toEqual([false, true, true, false, true, false]);
    expect(has(undefined, 0)).toBe(false);
  });
});

describe("links", () => {
  const columns = ["ra", "dec", "mag: g;%", "name"].map(
    (name): TableColumn => ({
      ...{ name, datatype: "float64", unit: "", description: "" },
      ...{ isText: name === "name", sortable: true },
    }),
  );

  test("keep what was chosen", () => {
    const choice: RowChoice = [
      box([1, 2, 3.5, -4], { x: 0, y: 2, filters: [{ column: 2, text: "< 20; or: 3" }] }),
      { kind: "rows", isWithout: true, rows: [3, 17] },
      box([1, 2, 3, 4, 5, 6], { kind: "lasso", x: -1, y: 1, logX: true, isWithout: true }),
    ];
    expect(choiceIn(choiceText(choice, columns), columns)).toEqual(choice);
    expect(choiceText([choice[1] ?? box([])], columns)).toBe("-at:3,17");
    expect(
      choiceIn("box:none:dec::1,2,3,4;lasso:ra:dec::1,2;at:x;box:ra:dec::1,2,3,4", columns),
    ).toHaveLength(1);
  });

  test("keep the columns, the axes and the part", () => {
    const settings = {
      ...usualPlot(columns),
      ...{ isOn: true, x: 2, y: -1, color: 1, logX: true, flipY: true },
      part: [1, 2, -3, 4.25] as const,
    };
    const words = plotWords({ ...settings, part: [1, 2, -3, 4.25] }, columns);
    expect(words).toEqual({
      ...{ plot: "mag%3A g;%25::dec", "plot-axes": "logx,flipy", "plot-part": "1,2,-3,4.25" },
    });
    expect(plotIn(words, columns)).toEqual(settings);
    expect(plotWords(usualPlot(columns), columns)).toEqual({});
    expect(plotIn({ plot: "gone:dec", "plot-part": "2,1,0,1" }, columns)).toMatchObject({
      ...{ isOn: true, x: 0, y: 1, part: undefined },
    });
  });

  test("begin with columns that belong together", () => {
    expect(usualPlot(columns)).toMatchObject({ isOn: false, x: 0, y: 1 });
    expect(usualPlot(columns.slice(2))).toMatchObject({ x: -1, y: 0 });
  });
});

describe("the part of the plane", () => {
  const part = { x: { min: 0, max: 10 }, y: { min: 0, max: 1 } };

  test("is zoomed about a place, and has one scale where that is asked for", () => {
    const near = zoomed(part, { x: 0.5, y: 1 }, { x: 2, y: 0 });
    expect(near).toEqual({ x: { min: 1, max: 6 }, y: { min: 0, max: 1 } });
    expect(squared(part, { width: 200, height: 100 })).toEqual({ x: part.x, y: { min: -2, max: 3 } });
    // Numbers have no digits for more.
    expect(zoomed(part, { x: 1e-18, y: 1 }, { x: 5, y: 0 }).x).toEqual(part.x);
  });

  test("has values in as few digits as are told apart", () => {
    expect(valueAt(3.24681357, part.x, false)).toBe(3.247);
    expect(valueAt(2, part.x, true)).toBe(100);
    expect(valueAt(1e9 + 0.123456, { min: 1e9, max: 1e9 + 1 }, false)).toBe(1000000000.1235);
  });

  test("a lasso keeps its corners and loses what lies between", () => {
    const edge = Array.from({ length: 11 }, (_, i) => ({ x: i, y: 0 }));
    const drawn = [...edge, { x: 10, y: 5 }, { x: 10, y: 10 }];
    expect(simplified(drawn, 0.5)).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
  });
});

describe("a table is exported as it is shown", () => {
  const filters = [{ column: BAND, text: "== g" }];
  const arrangement = { filters, sort: { column: MAG, descending: true } };
  const job = (format: "csv" | "npy" | "fits" | "asdf", arranged: Arrangement) =>
    ({ of: "table", format, node: table, arrangement: arranged }) as const;

  test("sorted and filtered, as CSV, which says how many rows that are", async () => {
    const text = (await exported(job("csv", arrangement))).toString();
    expect(text.trimEnd().split("\r\n")).toEqual([
      "mag,color,flux,band",
      "15,-1,1,g",
      "10,0.1,100,g",
      "NaN,0.3,,g",
    ]);
    const { remarks } = await exportCalls.plan(job("csv", arrangement), signal);
    expect(remarks).toContain("3 of 6 rows.");
  });

  test("with the selected rows alone, as records and as a binary table", async () => {
    const only: RowChoice = [box([0, 9, 1, 13])];
    const npy = await exported(job("npy", { filters: [], only }));
    expect(npy.toString("latin1")).toContain("'shape': (2,)");
    const fits = await exported(job("fits", { filters: [], only }));
    expect(fits.toString("latin1")).toMatch(/NAXIS2 {2}= {20}2/);
    const none = await exported(job("csv", { filters: [{ column: MAG, text: "> 99" }] }));
    expect(none.toString()).toBe("mag,color,flux,band\r\n");
  });

  test("as ASDF, where columns keep their elements and what is masked", async () => {
    const bytes = await exported(job("asdf", arrangement));
    const file = await open(new Blob([new Uint8Array(bytes)]));
    const column = async (name: string) => file.array(`stars/${name}`).read();
    expect(await column("mag")).toMatchObject({ data: Float64Array.of(15, 10, Number.NaN) });
    expect(await column("flux")).toMatchObject({ mask: Uint8Array.of(0, 0, 1) });
    expect(await column("band")).toMatchObject({ data: ["g", "g", "g"] });
  });
});

test("rows of columns with several elements, pairs and masks are taken whole", async () => {
  const part = (data: ArrayData["data"], shape: number[], mask?: number[]): ArrayData => ({
    ...{ data, shape, stride: [shape[1] ?? 1, 1].slice(0, shape.length) },
    ...(mask && { mask: Uint8Array.from(mask) }),
  });
  const parts = [
    part(Int16Array.of(1, 2, 3, 4, 5, 6), [3, 2], [0, 0, 1, 1, 0, 1]),
    part(Float32Array.of(1, -1, 2, -2, 3, -3), [3]),
    part(["a", "b", "c"], [3]),
    part(BigInt64Array.of(3n, 1n, 2n), [3]),
  ];
  const columns = parts.map((_, i) => ({
    ...{
      name: `c${i}`,
      datatype: ["int16", "complex64", "ucs4 1", "int64"][i] ?? "",
      unit: "",
      description: "",
    },
    ...{ isText: i === 2, sortable: i === 3 },
  }));
  const source = {
    ...{ rows: 3, columns, left: [], bytes: () => 0 },
    read: async (wanted: readonly number[]) => wanted.flatMap((column) => parts[column] ?? []),
  };
  const { signal } = new AbortController();
  const sorted = await arrangedTable(source, { filters: [], sort: { column: 3, descending: false } }, signal);
  const [pairs, complex, texts] = await sorted.read([0, 1, 2], { start: 0, stop: 2 }, signal);
  expect(pairs).toEqual({
    ...{ data: Int16Array.of(3, 4, 5, 6), shape: [2, 2], stride: [2, 1] },
    mask: Uint8Array.of(1, 1, 0, 1),
  });
  expect(complex?.data).toEqual(Float32Array.of(2, -2, 3, -3));
  expect(texts?.data).toEqual(["b", "c"]);
});
