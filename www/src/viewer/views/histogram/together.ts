/** The histograms of several files in the same bins, in the unit of the first. */

import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import { type ArrayHistogram, binsFor, type HistogramChoice } from "@asdf-wasm/science/measure/bins";
import { problemOf } from "../../protocol/notices.ts";
import type { ImageElsewhere } from "../../state/elsewhere.ts";
import type { ViewHost } from "../../state/view.ts";
import { factorBetween, levelsOf } from "../section/commonUnit.ts";

/** The histogram of another file, with its statistics in the unit of the first; or why there is none. */
export interface BesideHistogram {
  readonly source: ImageElsewhere;
  readonly found?: ArrayHistogram;
  readonly problem?: string;
}

export interface TogetherRequest {
  readonly host: ViewHost;
  readonly node: number;
  readonly part: ComplexPart;
  readonly unit: string | undefined;
  readonly bins: number | undefined;
  readonly range: ValueRange | undefined;
}

type Ask = (choice: HistogramChoice) => Promise<ArrayHistogram>;

export async function together(
  { host, node, part, unit, bins, range }: TogetherRequest,
  sources: readonly ImageElsewhere[],
  signal: AbortSignal,
): Promise<{ readonly found: ArrayHistogram; readonly beside: readonly BesideHistogram[] }> {
  const asking =
    (host: ViewHost, node: number, part: ComplexPart): Ask =>
    (choice) =>
      host.request(signal, (worker, signal) =>
        worker.array.histogram({ node, part, ...choice }, signal, () => {}),
      );
  const levels = { ...(await levelsOf(host, node, signal)), unit };
  const own = { ask: asking(host, node, part), factor: 1 };
  const others = await Promise.all(
    sources.map(async (source) => {
      const { node, neighbour } = source;
      const its = { ...(await levelsOf(neighbour.host, node.id, signal)), unit: node.array.unit };
      const ask = asking(neighbour.host, node.id, neighbour.host.part.peek());
      return { source, ask, unit: its.unit, factor: factorBetween(its, levels) };
    }),
  );
  const known = others.flatMap(({ ask, factor }) => (factor === undefined ? [] : [{ ask, factor }]));
  const common = await commonBins([own, ...known], { bins, range });
  const beside = others.map(async ({ source, ask, factor, unit: its }): Promise<BesideHistogram> => {
    if (factor === undefined) {
      const [from, to] = [its, unit].map((name) => name || "no unit");
      return { source, problem: `its unit is ${from}, which cannot be converted to ${to}` };
    }
    try {
      return { source, found: inUnit(await ask(scaled(common, 1 / factor)), factor) };
    } catch (cause) {
      signal.throwIfAborted();
      return { source, problem: problemOf(cause) };
    }
  });
  return { found: await own.ask(common), beside: await Promise.all(beside) };
}

/** Bins over the values of all. Of whole numbers alone, they are bins of whole numbers. */
async function commonBins(
  all: readonly { readonly ask: Ask; readonly factor: number }[],
  { bins, range }: HistogramChoice,
): Promise<HistogramChoice> {
  const found = await Promise.all(
    all.map(async ({ ask, factor }) =>
      inUnit(await ask({ bins, range: scaled({ range }, 1 / factor).range }), factor),
    ),
  );
  const histograms = found.flatMap(({ histogram }) => histogram ?? []);
  const exact = !all.every(({ factor }) => factor === 1) || histograms.some(({ whole }) => !whole);
  return {
    exact,
    bins: bins ?? Math.max(...found.map(({ count }) => binsFor(count))),
    range:
      range ??
      (histograms.length > 0
        ? {
            min: Math.min(...histograms.map(({ min }) => min)),
            max: Math.max(...histograms.map(({ max }) => max)),
          }
        : undefined),
  };
}

function scaled({ range, ...choice }: HistogramChoice, factor: number): HistogramChoice {
  return { ...choice, range: range && { min: range.min * factor, max: range.max * factor } };
}

function inUnit({ histogram, mean, std, ...found }: ArrayHistogram, factor: number): ArrayHistogram {
  const { min = 0, max = 0 } = histogram ?? {};
  return {
    ...found,
    ...{ mean: mean * factor, std: std * factor },
    histogram: histogram && { ...histogram, min: min * factor, max: max * factor },
  };
}
