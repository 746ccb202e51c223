/**
 * Comparisons in links: `compare=roman/err,blink,5` blinks with an array of the same file five times a second. `sky` matches by
 * position on the sky, and `own` gives each image its own limits. `compare=//b.asdf,difference,nearest` is with the image of another file,
 * resampled with a kernel.
 */
import { SAMPLINGS, type Sampling } from "../../../protocol/sampling.ts";

/** How two images are compared. */
export const WAYS = ["blink", "side", "split", "difference", "ratio"] as const;
export type Way = (typeof WAYS)[number];

export interface Comparison {
  /** The path of the other array. */
  readonly path: string;
  readonly way: Way;
  /** How often a second the images take turns. */
  readonly rate: number;
  readonly bySky: boolean;
  readonly sameLimits: boolean;
  readonly sampling: Sampling;
}

export const SAMPLING_CHOICES: readonly (readonly [Sampling, string])[] = [
  ["bilinear", "Bilinear"],
  ["nearest", "Nearest"],
  ["exact", "Exact, by area"],
  ["pixel", "Not: pixel by pixel"],
];

export const USUAL_RATE = 2;
export const RATES = { least: 0.2, most: 10 } as const;

const PATTERN =
  /^(.*),(blink|side|split|difference|ratio)(?:,(\d+(?:\.\d+)?))?(,sky)?(,own)?(?:,(nearest|exact|pixel))?$/;

export function comparisonText({ path, way, rate, bySky, sameLimits, sampling }: Comparison): string {
  const isTimed = way === "blink" && rate !== USUAL_RATE;
  return [
    path,
    way,
    ...(isTimed ? [rate] : []),
    ...(bySky ? ["sky"] : []),
    ...(sameLimits ? [] : ["own"]),
    ...(sampling === SAMPLINGS[0] ? [] : [sampling]),
  ].join();
}

/** Undefined for what makes no sense. */
export function comparisonIn(text: string | undefined): Comparison | undefined {
  const [, path, name, rate, sky, own, kernel] = PATTERN.exec(text ?? "") ?? [];
  const way = WAYS.find((way) => way === name);
  if (path === undefined || way === undefined) {
    return undefined;
  }
  const wanted = rate === undefined ? USUAL_RATE : Number(rate);
  return {
    ...{ path, way },
    rate: Math.min(Math.max(wanted, RATES.least), RATES.most),
    bySky: sky !== undefined,
    sameLimits: own === undefined,
    sampling: SAMPLINGS.find((sampling) => sampling === kernel) ?? SAMPLINGS[0],
  };
}
