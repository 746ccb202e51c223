/** The histograms of several files in the same bins, in the unit of the first. */

import { unitOf } from "@asdf-wasm/science/elements/complex";
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
  const own = asking(host, node, part);
  const others = await Promise.all(
    sources.map(async (source) => {
      const { node, neighbour } = source;
      const part = neighbour.host.part.peek();
      const its = { ...(await levelsOf(neighbour.host, node.id, signal)), unit: unitOf(node.array, part) };
      const ask = asking(neighbour.host, node.id, part);
      return { source, ask, unit: its.unit, factor: factorBetween(its, levels) };
    }),
  );
  const common = await commonBins(own, others, { bins, range }, signal);
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
  const [found, ...all] = await Promise.all([own(common), ...beside]);
  return { found, beside: all };
}

/** Bins over the values of all. Of whole numbers alone, they are bins of whole numbers. What cannot be read has no part in them. */
async function commonBins(
  own: Ask,
  others: readonly { readonly ask: Ask; readonly factor: number | undefined }[],
  { bins, range }: HistogramChoice,
  signal: AbortSignal,
): Promise<HistogramChoice> {
  const found = await Promise.all([
    own({ bins, range }),
    ...others.map(async ({ ask, factor }) => {
      try {
        return factor === undefined
          ? undefined
          : inUnit(await ask(scaled({ bins, range }, 1 / factor)), factor);
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    }),
  ]);
  const histograms = found.flatMap((each) => each?.histogram ?? []);
  const isConverted = others.some(({ factor = 1 }) => factor !== 1);
  return {
    exact: isConverted || histograms.some(({ whole }) => !whole),
    bins: bins ?? Math.max(...found.map((each) => binsFor(each?.count ?? 0))),
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
  if (!range || factor === 1) {
    return { ...choice, range };
  }
  // Values at the ends are not lost by rounding.
  const margin = 4 * Number.EPSILON * Math.max(Math.abs(range.min), Math.abs(range.max));
  return { ...choice, range: { min: (range.min - margin) * factor, max: (range.max + margin) * factor } };
}

function inUnit({ histogram, mean, std, ...found }: ArrayHistogram, factor: number): ArrayHistogram {
  const { min = 0, max = 0 } = histogram ?? {};
  return {
    ...found,
    ...{ mean: mean * factor, std: std * factor },
    histogram: histogram && { ...histogram, min: min * factor, max: max * factor },
  };
}
