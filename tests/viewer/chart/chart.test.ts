/** Charts as figures: ticks, frames, and what is drawn of lines and points. Nothing of a browser is needed. */

import { type Figure, type FigureAxis, placeOn } from "@asdf-wasm/www/viewer/chart/figure.ts";
import { frameOf } from "@asdf-wasm/www/viewer/chart/frame.ts";
import { marksOf } from "@asdf-wasm/www/viewer/chart/parts.ts";
import { tickLabel, ticksOf } from "@asdf-wasm/www/viewer/chart/ticks.ts";
import type { LineMark, Mark } from "@asdf-wasm/www/viewer/drawing/marks.ts";
import { element } from "@asdf-wasm/www/viewer/drawing/svg.ts";
import type { Line } from "@asdf-wasm/www/viewer/protocol/lines.ts";
import { heightsOf } from "@asdf-wasm/www/viewer/views/histogram/axes.ts";
import { figureOfHistogram } from "@asdf-wasm/www/viewer/views/histogram/figure.ts";
import { extentOf, figureOfLines } from "@asdf-wasm/www/viewer/views/line/figure.ts";
import { describe, expect, test } from "vitest";

const labels = (min: number, max: number, log: boolean, most = 6) =>
  ticksOf({ min, max }, log, most).map(({ label }) => label);
const axis = (min: number, max: number, more: Partial<FigureAxis> = {}): FigureAxis => ({
  ...{ min, max, log: false, flipped: false, title: "flux (Jy)" },
  ...more,
});
const ends = ({ min, max }: { min: number; max: number }) => [min, max] as const;
const style = { ink: "#111", line: "#888", soft: "#ddd", family: "sans-serif" };
const texts = (marks: readonly Mark[]) => marks.flatMap((mark) => ("text" in mark ? [mark.text] : []));
const paths = (marks: readonly Mark[]) => marks.filter((mark): mark is LineMark => "d" in mark);

describe("ticks", () => {
  test("stand at round numbers", () => {
    expect(labels(0.3, 9.7, false)).toEqual(["2", "4", "6", "8"]);
    expect(labels(-1, 1, false)).toEqual(["-1", "-0.5", "0", "0.5", "1"]);
    expect(labels(5, 5, false)).toEqual([]);
    expect(ticksOf({ min: 10, max: 20 }, false, 2).map(({ place }) => place)).toEqual([0, 0.5, 1]);
  });

  test("of logarithmic axes are powers of ten, and what is between where there are few", () => {
    expect(labels(1, 1e6, true)).toEqual(["1", "10", "100", "1000", "10,000", "100,000", "1,000,000"]);
    expect(labels(1e-30, 1e30, true)).toHaveLength(7);
    expect(labels(1, 100, true, 9)).toEqual(["1", "2", "5", "10", "20", "50", "100"]);
    expect(labels(20, 60, true)).toEqual(["20", "30", "40", "50", "60"]);
  });

  test("are short", () => {
    expect([0.1 + 0.2, 1e-12, 123456, 1.5e21].map(tickLabel)).toEqual(["0.3", "1e-12", "123,456", "1.5e21"]);
  });
});

test("values have their place on axes, logarithmic and flipped ones too", () => {
  expect(placeOn(axis(0, 10), 2.5)).toBe(0.25);
  expect(placeOn(axis(1, 100, { log: true }), 10)).toBe(0.5);
  expect(placeOn(axis(0, 10, { flipped: true }), 2.5)).toBe(0.75);
  expect(placeOn(axis(-Number.MAX_VALUE, Number.MAX_VALUE), 0)).toBe(0.5);
});

test("an axis around a single place has it in the middle, however large", () => {
  const at = (place: number, leastPositive = place) => [
    { extent: { min: place, max: place }, leastPositive },
  ];
  for (const place of [0, -3, 1e20]) {
    expect(placeOn(axis(...ends(extentOf(at(place), false))), place)).toBeCloseTo(0.5);
  }
  expect(placeOn(axis(...ends(extentOf(at(50), true)), { log: true }), 50)).toBeCloseTo(0.5);
  expect(extentOf(at(-3, Number.POSITIVE_INFINITY), true)).toEqual({ min: 1, max: 10 });
});

test("a frame names its axes, legend and colour bar, and leaves room for them", () => {
  const bar = { min: 0, max: 1, colors: new Uint8Array(768), title: "mag", log: false };
  const legend = [
    { name: "one", color: "#123" },
    { name: "two", color: "#456" },
  ];
  const size = { width: 600, height: 400 };
  const figure = { ...size, x: axis(0, 10, { title: "time (s)" }), y: axis(0, 1), legend, bar };
  const { area, above, bar: box } = frameOf(figure, style);
  expect(texts(above)).toEqual(expect.arrayContaining(["time (s)", "flux (Jy)", "mag", "one", "two", "0.4"]));
  expect(area.x).toBeGreaterThan(30);
  expect(area.y).toBeGreaterThan(16);
  expect(area.x + area.width).toBeLessThan((box?.x ?? 0) - 4);
  expect(area.y + area.height).toBeLessThan(size.height - 30);
  const flipped = frameOf({ ...figure, y: axis(0, 1, { flipped: true }) }, style);
  const heightOf = (marks: readonly Mark[], text: string) =>
    marks.find((mark) => "text" in mark && mark.text === text && mark.anchor === "end");
  expect(heightOf(above, "0.2")).toMatchObject({ y: expect.any(Number) });
  expect(heightOf(flipped.above, "0.8")).toMatchObject({
    y: expect.closeTo(area.y + 0.8 * area.height + 4, 6),
  });
});

test("a title stands above all else, and is cut where it is wider than the figure", () => {
  const size = { width: 600, height: 400, legend: [{ name: "one", color: "#123" }], bar: undefined };
  const plain = { ...size, x: axis(0, 10), y: axis(0, 1) };
  const long = "Spectrum of ".repeat(20);
  const [without, titled, wide] = ["", "Spectrum of cube (Jy)", long].map((title) =>
    frameOf({ ...plain, title }, style),
  );
  expect(titled?.area.y).toBeGreaterThan((without?.area.y ?? 0) + 15);
  const marks = (titled?.above ?? []).flatMap((mark) => ("text" in mark ? [mark] : []));
  const [title, name] = ["Spectrum of cube (Jy)", "one"].map((wanted) =>
    marks.find(({ text }) => text === wanted),
  );
  expect(title?.y).toBeLessThan(name?.y ?? 0);
  const cut = texts(wide?.above ?? []).find((text) => text.endsWith("…")) ?? "";
  expect(cut.length).toBeGreaterThan(60);
  expect(cut.length * 6.6).toBeLessThan(600);
});

describe("parts", () => {
  const axes = { x: axis(0, 10), y: axis(0, 10) };
  const area = { x: 100, y: 50, width: 100, height: 100 };
  const ink = (name: string) => (name === "--series-1" ? "rgb(1, 2, 3)" : "#000");

  test("are lines with gaps, where a point alone is a dot", () => {
    const [mark] = paths(
      marksOf(
        { kind: "line", color: "--series-1", x: [0, 1, 2, 3, 4], y: [0, 10, Number.NaN, 5, Number.NaN] },
        axes,
        area,
        ink,
      ),
    );
    expect(mark).toMatchObject({ d: "M100 150L110 50M130 100h0", stroke: "rgb(1, 2, 3)", fill: "none" });
    expect(mark && element(mark)).toContain(`stroke="#010203"`);
  });

  test("are bands, bars and dots, those of one colour together", () => {
    const band = { kind: "band", color: "--series-1", x: [0, 10], low: [1, 2], high: [3, 4] } as const;
    expect(marksOf(band, axes, area, ink)).toMatchObject([
      { d: "M100 120L200 110L200 130L100 140z", fill: "rgb(1, 2, 3)", opacity: 0.22 },
    ]);
    const bars = { kind: "bars", color: "--text", heights: [0.5, 1] } as const;
    expect(paths(marksOf(bars, axes, area, ink))[0]?.d).toBe("M100 150V100h50V50h50V150z");
    const dots = {
      ...({ kind: "dots", size: 4, places: Float32Array.of(0, 0, 1, 1, 0.5, 0.5) } as const),
      colorAt: (i: number) => (i === 1 ? "red" : "blue"),
    };
    const marks = paths(marksOf(dots, axes, area, ink));
    expect(marks.map(({ fill, d }) => [fill, d.match(/M/g)?.length])).toEqual([
      ["blue", 2],
      ["red", 1],
    ]);
  });
});

describe("a chart on the page becomes a figure", () => {
  const line = (more: Partial<Line> = {}): Line => {
    const x = Float64Array.of(0, 1, 2, 3, 4, 5);
    const y = Float64Array.of(1, -2, 3, 4, 5, 6);
    const known = { name: "a[:]", x, y, extent: { min: 0, max: 5 }, leastPositive: 1 };
    return { ...(known as Line), ...more };
  };
  const size = { width: 300, height: 200 };
  const shown = {
    x: { min: 2, max: 3, log: false, flipped: false, title: "time (s)" },
    y: { min: 1, max: 6, log: false, flipped: false, title: "" },
    ...{ size, scales: { logX: false, logY: false } },
  };
  const part = ({ parts }: Figure, kind: string) => parts.find((part) => part.kind === kind);

  test("of lines: what is in view, without what a logarithmic axis cannot show, and errors as bands", () => {
    const figure = figureOfLines({ ...shown, lines: [line()] }, "a[:]", () => "--series-1");
    expect(figure).toMatchObject({ title: "a[:]", legend: [], x: { title: "time (s)", min: 2, max: 3 } });
    expect(part(figure, "line")).toMatchObject({
      x: Float64Array.of(1, 2, 3, 4),
      y: Float64Array.of(-2, 3, 4, 5),
    });
    const error = Float64Array.of(0, 0, 4, 1, 1, 1);
    const logarithmic = figureOfLines(
      { ...shown, scales: { logX: false, logY: true }, lines: [line({ error }), line({ name: "b" })] },
      "",
      (i) => `--series-${i + 1}`,
    );
    expect(logarithmic.legend).toEqual([
      { name: "a[:]", color: "--series-1" },
      { name: "b", color: "--series-2" },
    ]);
    expect(part(logarithmic, "line")).toMatchObject({ y: Float64Array.of(Number.NaN, 3, 4, 5) });
    expect(part(logarithmic, "band")).toMatchObject({
      low: Float64Array.of(Number.NaN, Number.NaN, 3, 4),
      high: Float64Array.of(Number.NaN, Number.NaN, 5, 6),
    });
  });

  test("of a histogram: bars, counts and limits", () => {
    const histogram = { min: 0, max: 4, counts: Uint32Array.of(1, 4, 2, 0), whole: false, sampled: 1 };
    const element = { clientWidth: 600, clientHeight: 300 } as Element;
    const of = { title: "data (DN)", where: "Circle 1", what: "count" };
    const beside = { name: "b.fits", color: "--series-1", counts: [0, 8, 0, 0] };
    const limits = { min: 1, max: 3 };
    const heights = heightsOf([histogram.counts], false, undefined);
    const figure = figureOfHistogram(histogram, limits, heights, of, element, []);
    expect(figure).toMatchObject({
      title: "Histogram of data (DN), Circle 1",
      width: 680,
      height: 356,
      x: { title: "data (DN)" },
      y: { title: "count" },
    });
    expect(part(figure, "bars")).toMatchObject({ heights: [0.25, 1, 0.5, 0] });
    expect(figure.parts.filter(({ kind }) => kind === "rule")).toHaveLength(2);
    expect(figure.y.ticks?.map(({ label }) => label)).toEqual(["0", "1", "2", "3", "4"]);
    expect(figure.legend).toEqual([]);
    const both = heightsOf([histogram.counts, beside.counts], false, undefined);
    const several = figureOfHistogram(histogram, limits, both, of, element, [beside]);
    expect(part(several, "bars")).toMatchObject({ heights: [0.125, 0.5, 0.25, 0] });
    expect(part(several, "line")).toMatchObject({
      x: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
      y: [0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
    });
    expect(several.legend.map(({ name }) => name)).toEqual(["data (DN)", "b.fits"]);
  });

  test("densities of histograms have the same area, in units that are told apart", () => {
    const { heights, ticks } = heightsOf(
      [
        [1, 3],
        [100, 100],
      ],
      false,
      1e-6,
    );
    // 1, 3 of 4 and half of 200, in bins of a millionth: 250,000, 750,000 and 500,000.
    expect(heights).toEqual([
      [1 / 3, 1],
      [2 / 3, 2 / 3],
    ]);
    expect(ticks.map(({ label }) => label)).toEqual(["0", "200,000", "400,000", "600,000"]);
    const logarithmic = heightsOf([[1, 999]], true, 10);
    expect(logarithmic.ticks.map(({ label }) => label)).toEqual(["0.0001", "0.001", "0.01"]);
    expect(logarithmic.heights[0]?.[1]).toBe(1);
  });
});
