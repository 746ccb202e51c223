/**
 * What is measured, and how, in links: `measure=photometry,gap:4,by:clipped,flags:any`, what differs from the usual. A name
 * alone is what is shown of areas, `line:` what is shown of lines; `background:2` is the second region of the link.
 */
import type { BackgroundBy, CollapsedBy, RadialChoice, Sampling } from "@asdf-wasm/science/measure/results";
import { inDigits, numberIn, type Words } from "../../../state/linked.ts";

export const MEASURES = ["statistics", "photometry", "radial", "path", "spectrum", "histogram"] as const;
export type Measure = (typeof MEASURES)[number];
/** Which flagged pixels do not count. */
export type FlagRule = "count" | "unusable" | "any";

/** The widest profile, in pixels. */
export const MOST_ACROSS = 200;

/** Everything that is chosen. */
export interface Choices {
  /** What is shown of regions with an area or a point, and of lines. */
  readonly ofAreas: Measure;
  readonly ofLines: Measure;
  readonly flagged: FlagRule;
  /** Where the background is measured: nowhere, in an annulus, or in the region at an index of the list. */
  readonly background: "none" | "annulus" | number;
  /** From the region to the annulus, and across it, in pixels. */
  readonly gap: number;
  readonly width: number;
  readonly by: BackgroundBy;
  readonly centre: RadialChoice["centre"];
  /** Samples across a profile along a line. */
  readonly across: number;
  readonly sampling: Sampling;
  readonly collapse: CollapsedBy;
  readonly axis: number | undefined;
  /** Of the histogram. */
  readonly bins: Words;
}

export const USUAL: Choices = {
  ...{ ofAreas: "statistics", ofLines: "path", flagged: "count" },
  ...{ background: "annulus", gap: 3, width: 5, by: "median", centre: "fit" },
  ...{ across: 1, sampling: "bilinear", collapse: "mean", axis: undefined, bins: {} },
};

/** Empty for the usual choices. */
export function choicesText(choices: Choices): string {
  const { ofAreas, background, gap, width, axis, bins } = choices;
  const place = typeof background === "number" ? background + 1 : background;
  const all: readonly (readonly [name: string, text: string, usual: string])[] = [
    ["line", choices.ofLines, USUAL.ofLines],
    ["flags", choices.flagged, USUAL.flagged],
    ["background", String(place), String(USUAL.background)],
    ["gap", inDigits(gap, 6), String(USUAL.gap)],
    ["width", inDigits(width, 6), String(USUAL.width)],
    ["by", choices.by, USUAL.by],
    ["centre", choices.centre, USUAL.centre],
    ["across", String(choices.across), String(USUAL.across)],
    ["sampling", choices.sampling, USUAL.sampling],
    ["pixels", choices.collapse, USUAL.collapse],
    ["axis", String(axis), String(USUAL.axis)],
    ...Object.entries(bins).map(([name, text]) => [name, text, ""] as const),
  ];
  return [
    ...(ofAreas === USUAL.ofAreas ? [] : [ofAreas]),
    ...all.flatMap(([name, text, usual]) => (text === usual ? [] : [`${name}:${text}`])),
  ].join();
}

/** What makes no sense is as usual. */
export function choicesIn(text = ""): Choices {
  const words: Words = Object.fromEntries(
    text.split(",").map((part) => (part.includes(":") ? part.split(":", 2) : ["area", part])),
  );
  const one = <T extends string>(name: string, known: readonly T[], usual: T): T =>
    known.find((choice) => choice === words[name]) ?? usual;
  const number = (name: string, isPossible: (value: number) => boolean): number | undefined => {
    const value = numberIn(words[name]);
    return value !== undefined && isPossible(value) ? value : undefined;
  };
  const isWhole = (value: number) => Number.isInteger(value) && value >= 0;
  const place = number("background", (value) => isWhole(value) && value > 0);
  return {
    ofAreas: one("area", MEASURES, USUAL.ofAreas),
    ofLines: one("line", MEASURES, USUAL.ofLines),
    flagged: one("flags", ["count", "unusable", "any"], USUAL.flagged),
    background:
      place === undefined ? one<"none" | "annulus">("background", ["none", "annulus"], "annulus") : place - 1,
    gap: number("gap", (value) => value >= 0) ?? USUAL.gap,
    width: number("width", (value) => value > 0) ?? USUAL.width,
    by: one("by", ["median", "clipped", "mean"], USUAL.by),
    centre: one("centre", ["fit", "region"], USUAL.centre),
    across: number("across", (value) => isWhole(value) && value > 0 && value <= MOST_ACROSS) ?? USUAL.across,
    sampling: one("sampling", ["bilinear", "nearest"], USUAL.sampling),
    collapse: one("pixels", ["mean", "sum", "median"], USUAL.collapse),
    axis: number("axis", isWhole),
    bins: words,
  };
}
