/**
 * Which contours are drawn, as settings and as the word of a link: `contours=linear:5`, `log:5`, `sigma:3,5,10` or `values:1,2.5`,
 * then what differs from the default: `smooth:2`, `color:ff8800`, `width:2`, `labels:off`, parted by slashes. `contoursOf=b.fits` draws those of the
 * image of another file, placed by the sky, or `contoursOf=b.fits,pixel` by its pixels.
 */
import type { FileRef } from "../../../state/elsewhere.ts";
import { escaped, inDigits, numberIn, unescaped, type Words } from "../../../state/linked.ts";

export const LEVEL_KINDS = ["linear", "log", "sigma", "values"] as const;
export type LevelKind = (typeof LEVEL_KINDS)[number];

export interface ContourSettings {
  /** Undefined while there are none. */
  readonly kind: LevelKind | undefined;
  /** The number of levels between the limits of the display. */
  readonly count: number;
  /** Multiples of σ above the background. */
  readonly multiples: readonly number[];
  readonly values: readonly number[];
  /** The standard deviation of a Gaussian before, in pixels. */
  readonly smooth: number;
  readonly color: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly labels: boolean;
  /** The file whose image they are of; undefined for this image. */
  readonly of: FileRef | undefined;
  /** Whether that is put over this image pixel by pixel, and not by the sky. */
  readonly byPixel: boolean;
}

export const USUAL_CONTOURS: ContourSettings = {
  kind: undefined,
  count: 5,
  multiples: [3, 5, 10, 20],
  values: [],
  smooth: 1,
  color: "#ff9d00",
  width: 1.5,
  labels: true,
  of: undefined,
  byPixel: false,
};
export const MOST_LEVELS = 40;

/** The values of levels; none while what they depend on is not known. */
export function levelsOf(
  { kind, count, multiples, values }: ContourSettings,
  limits: { readonly min: number; readonly max: number } | undefined,
  background: { readonly median: number; readonly sigma: number } | undefined,
): number[] {
  const between = (curve: (part: number) => number): number[] =>
    limits && limits.max > limits.min
      ? Array.from(
          { length: count },
          (_, i) => limits.min + (limits.max - limits.min) * curve((i + 1) / (count + 1)),
        )
      : [];
  switch (kind) {
    case "linear":
      return between((part) => part);
    case "log":
      // As the logarithmic stretch of DS9 spreads them.
      return between((part) => (1000 ** part - 1) / 999);
    case "sigma":
      return background ? multiples.map((multiple) => background.median + multiple * background.sigma) : [];
    case "values":
      return [...values];
    default:
      return [];
  }
}

/** Numbers between commas, spaces or semicolons, in ascending order, each once; undefined if something is not a number. */
export function numbersIn(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(numberIn).filter((number) => number !== undefined);
  const isList = numbers.length === words.length && words.length <= MOST_LEVELS;
  return isList ? [...new Set(numbers)].sort((one, other) => one - other) : undefined;
}

export function contourWords(settings: ContourSettings): Words {
  const { kind, count, multiples, values, smooth, color, width, labels, of, byPixel } = settings;
  if (!kind) {
    return {};
  }
  const list = kind === "sigma" ? multiples : kind === "values" ? values : [count];
  const parts = [
    `${kind}:${list.map((number) => inDigits(number, 7)).join()}`,
    ...(smooth === USUAL_CONTOURS.smooth ? [] : [`smooth:${inDigits(smooth, 6)}`]),
    ...(color === USUAL_CONTOURS.color ? [] : [`color:${color.slice(1)}`]),
    ...(width === USUAL_CONTOURS.width ? [] : [`width:${inDigits(width, 4)}`]),
    ...(labels ? [] : ["labels:off"]),
  ];
  const contoursOf = of && escaped(of.name, /,/g) + (byPixel ? ",pixel" : "");
  return { contours: parts.join("/"), ...(contoursOf && { contoursOf }) };
}

/** What makes no sense means the default. */
export function contoursIn({ contours = "", contoursOf = "" }: Words): ContourSettings {
  const [file = "", way] = contoursOf.split(",");
  const words = Object.fromEntries(contours.split("/").map((part) => part.split(":", 2)));
  const kind = LEVEL_KINDS.find((name) => name in words);
  const list = numbersIn((kind && words[kind]) ?? "") ?? [];
  const [count = USUAL_CONTOURS.count] = list;
  const smooth = numberIn(words["smooth"]) ?? USUAL_CONTOURS.smooth;
  const width = numberIn(words["width"]) ?? USUAL_CONTOURS.width;
  return {
    kind,
    count: kind === "linear" || kind === "log" ? possibleCount(count) : USUAL_CONTOURS.count,
    multiples: kind === "sigma" && list.length > 0 ? list : USUAL_CONTOURS.multiples,
    values: kind === "values" ? list : USUAL_CONTOURS.values,
    smooth: Math.min(Math.max(smooth, 0), 50),
    color: /^[\da-f]{6}$/i.test(words["color"] ?? "") ? `#${words["color"]}` : USUAL_CONTOURS.color,
    width: Math.min(Math.max(width, 0.5), 6),
    labels: words["labels"] !== "off",
    of: file === "" ? undefined : { name: unescaped(file) },
    byPixel: way === "pixel",
  };
}

export function possibleCount(count: number): number {
  return Math.min(Math.max(Math.round(count) || 1, 1), MOST_LEVELS);
}
