/** What was measured in words, as CSV, and asked for while a region is dragged. Nothing of a browser is needed. */

import type { Measured } from "@asdf-wasm/science/measure/results";
import { measuresOf } from "@asdf-wasm/www/viewer/views/image/measured/measuredModel.ts";
import { type Answer, Newest } from "@asdf-wasm/www/viewer/views/image/measured/newest.ts";
import {
  histogramTable,
  lineTable,
  regionsTable,
  rowsTable,
  textOf,
} from "@asdf-wasm/www/viewer/views/image/measured/table/csv.ts";
import {
  inDigits,
  leftOut,
  photometryRows,
  statisticsRows,
} from "@asdf-wasm/www/viewer/views/image/measured/table/rows.ts";
import { lineOf } from "@asdf-wasm/www/viewer/worker/measure/lineOf.ts";
import { expect, test } from "vitest";

const MEASURED: Measured = {
  unit: "MJy/sr",
  count: 12_345,
  excluded: { masked: 1, flagged: 0, notFinite: 20 },
  sum: 6172.5,
  ...{ mean: 0.5, median: 0.49871234, std: 0.05 },
  min: { value: 0.10000000149011612, x: 3, y: 4 },
  max: { value: 2n ** 60n, x: 5, y: 6 },
  clipped: { count: 12_000, mean: 0.4987654321, median: 0.4987, std: 0.02 },
  skyArea: undefined,
  cut: false,
};

test("numbers have the digits that their uncertainty leaves, and all in a file", () => {
  const groups = statisticsRows(MEASURED, "float32");
  const shown = groups.flatMap(({ rows }) => rows.map(({ label, text, note = "" }) => [label, text, note]));
  expect(shown).toEqual([
    ["Pixels", "12,345", "20 not finite, 1 masked left out"],
    ["Sum", "6172.5", ""],
    ["Mean", "0.5", ""],
    ["Median", "0.498712", ""],
    ["σ", "0.05", ""],
    ["Minimum", "0.1", "at 3, 4"],
    ["Maximum", "1152921504606846976", "at 5, 6"],
    ["Pixels", "12,000", ""],
    ["Mean", "0.498765", ""],
    ["Median", "0.4987", ""],
    ["σ", "0.02", ""],
  ]);
  expect(textOf(rowsTable(groups), "\t").split("\n")).toContain("Clipped at 3 σ: Mean\t0.4987654321\tMJy/sr");
  expect(inDigits(Number.NaN)).toBe("–");
  expect(inDigits(-123456.789, 1000)).toBe("-123460");
  expect(leftOut({ masked: 0, flagged: 3, notFinite: 0 })).toBe("3 flagged left out");
  expect(leftOut({ masked: 0, flagged: 0, notFinite: 0 })).toBe("");
});

test("a net sum is shown and copied as a flux density and a magnitude, with errors", () => {
  const net = { unit: "MJy/sr", area: 10, missing: 0, sum: 1200, net: 1146.67, error: 5.29, errorOf: "err" };
  const none = { background: undefined, moments: undefined, fit: undefined };
  const sky = { scale: undefined, position: () => undefined };
  const flux = {
    jansky: 3.2611406e-4,
    error: 1.504e-6,
    magnitude: 17.616576,
    magnitudeError: 0.00501,
    by: "PIXAR_SR",
  };
  const rows = photometryRows({ ...net, ...none, flux }, sky);
  const texts = rows.flatMap(({ rows }) =>
    rows.map(({ label, text, unit, note }) => [label, text, unit, note]),
  );
  expect(texts).toEqual(
    expect.arrayContaining([
      ["Flux density", "0.00032611", "Jy", "by PIXAR_SR"],
      ["Error of flux density", "0.000001504", "Jy", undefined],
      ["AB magnitude", "17.6166", "mag", undefined],
      ["Error of AB magnitude", "0.00501", "mag", undefined],
    ]),
  );
  expect(textOf(rowsTable(rows), "\t").split("\n")).toContain("Flux density\t0.00032611406\tJy");
  const negative = {
    jansky: -1e-9,
    error: undefined,
    magnitude: undefined,
    magnitudeError: undefined,
    by: "nJy",
  };
  const [first] = photometryRows({ ...net, ...none, flux: negative }, sky);
  expect(first?.rows.at(-1)).toMatchObject({
    label: "AB magnitude",
    text: "none: the net sum is not positive",
  });
});

test("CSV has a head with units, and quotes what has commas", () => {
  const line = lineOf({
    ...{ name: "a", quantity: "mean", axisName: "wavelength", alongUnit: "um", unit: "Jy" },
    ...{ x: Float64Array.of(2, 1), y: Float64Array.of(20, 10) },
  });
  expect(textOf(lineTable(line), ",")).toBe("wavelength (um),mean (Jy)\n1,10\n2,20\n");
  const counts = Uint32Array.of(3, 4);
  const histogram = histogramTable({ min: 0, max: 1, counts, sampled: 1 });
  expect(textOf(histogram, ",")).toBe("from,to,count\n0,0.5,3\n0.5,1,4\n");
  const region = { id: 1, name: 'star, "A"', color: "#fff", shape: { kind: "point", x: 1, y: 2 } } as const;
  const [head = "", row = ""] = textOf(regionsTable([[region, MEASURED]]), ",").split("\n");
  expect(row.startsWith('"star, ""A""",point,12345,20,1,0,,6172.5,0.5,')).toBe(true);
  expect(head.split(",").length).toBe(17);
});

test("what can be measured follows from the shape and the axes", () => {
  const names = (kind: "circle" | "line" | "point", others: number) => {
    const at = { x: 0, y: 0 };
    const shape =
      kind === "circle"
        ? ({ kind, ...at, radius: 1 } as const)
        : kind === "line"
          ? ({ kind, points: [at, at] } as const)
          : ({ kind, ...at } as const);
    return measuresOf(shape, others).map(([name]) => name);
  };
  expect(names("circle", 0)).toEqual(["statistics", "photometry", "radial", "histogram"]);
  expect(names("circle", 1)).toEqual(["statistics", "photometry", "radial", "spectrum", "histogram"]);
  expect(names("line", 0)).toEqual(["statistics", "path", "histogram"]);
  expect(names("point", 1)).toEqual(["statistics", "spectrum"]);
});

test("while one question is answered, only the newest of the others waits", async () => {
  const settle: ((answer: string) => void)[] = [];
  const answers: Answer<string>[] = [];
  const asked: string[] = [];
  const host = {
    // biome-ignore lint/suspicious/noExplicitAny: the test answers in the worker's place
    request: (_: AbortSignal, question: any) => question() as Promise<any>,
  };
  const newest = new Newest<string>(host, (answer) => answers.push(answer));
  const ask = (name: string) =>
    newest.ask(() => {
      asked.push(name);
      return new Promise((resolve) => settle.push(resolve));
    });
  for (const name of ["first", "second", "third", "fourth"]) {
    ask(name);
  }
  expect(asked).toEqual(["first"]);
  settle[0]?.("1");
  await expect.poll(() => asked).toEqual(["first", "fourth"]);
  settle[1]?.("4");
  await expect.poll(() => answers).toEqual([{ value: "1" }, { value: "4" }]);
  ask("fifth");
  expect(asked).toEqual(["first", "fourth", "fifth"]);
});
