/** Histograms of several files in the bins of all, whose units differ, and of which one cannot be read. */
import type { ArrayHistogram, HistogramChoice } from "@asdf-wasm/science/measure/bins";
import type { ImageElsewhere } from "@asdf-wasm/www/viewer/state/elsewhere.ts";
import type { ViewHost } from "@asdf-wasm/www/viewer/state/view.ts";
import { type TogetherRequest, together } from "@asdf-wasm/www/viewer/views/histogram/together.ts";
import { expect, test } from "vitest";

/** A file with numbers. */
function file(id: string, values: readonly number[], unit: string, datatype = "float32", part = "amplitude") {
  const histogram = async (choice: HistogramChoice): Promise<ArrayHistogram> => {
    if (values.length === 0) {
      throw new Error("its block is cut");
    }
    const { min, max } = choice.range ?? { min: Math.min(...values), max: Math.max(...values) };
    const bins = choice.bins ?? 16;
    const counts = new Uint32Array(bins);
    for (const value of values.filter((value) => value >= min && value <= max)) {
      const bin = Math.min(Math.floor(((value - min) / (max - min)) * bins), bins - 1);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const found = { mean: values[0] ?? 0, std: 0, count: values.length, sampled: 1 };
    return { ...found, histogram: { min, max, counts, sampled: 1, whole: false } };
  };
  const worker = {
    array: { histogram },
    image: { levels: async () => ({}) },
  };
  const request = async (_: AbortSignal, question: (of: typeof worker) => unknown) => question(worker);
  const host = { request, part: { peek: () => part } } as unknown as ViewHost;
  const node = { id: 1, array: { datatype, unit } };
  return { host, source: { id, name: id, node, neighbour: { host } } as unknown as ImageElsewhere };
}

const counted = (histogram: ArrayHistogram | undefined) =>
  histogram?.histogram?.counts.reduce((sum, count) => sum + count, 0);

test("values at the ends of all are counted in whatever unit, and what cannot be read is named", async () => {
  const own = file("a", [0, 1], "arcsec");
  const ends = Array.from({ length: 100 }, (_, i) => [0.1 + i / 7, 30 + i / 3]);
  const sources = ends.map((values, i) => file(String(i), values, "arcmin").source);
  const cut = file("cut", [], "arcsec").source;
  const asked: TogetherRequest = {
    ...{ host: own.host, node: 1, unit: "arcsec", bins: 8, range: undefined },
    part: "amplitude",
  };
  for (const source of sources) {
    const { signal } = new AbortController();
    const { found, beside } = await together(asked, [source, cut], signal);
    expect([counted(found), counted(beside[0]?.found)]).toEqual([2, 2]);
    expect(beside[1]).toMatchObject({ source: cut, problem: "its block is cut" });
  }
});

test("phases are in radians, whatever the unit of the numbers is", async () => {
  const own = file("a", [0, 1], "rad");
  const { source } = file("b", [0.5], "Jy", "complex64", "phase");
  const asked = {
    host: own.host,
    node: 1,
    part: "amplitude",
    unit: "rad",
    bins: 8,
    range: undefined,
  } as const;
  const { beside } = await together(asked, [source], new AbortController().signal);
  expect(counted(beside[0]?.found)).toBe(1);
});
