/**
 * The text of regions in a link: `circle@512,300,20/box@100,100,20,10,30:ff0000:Star`. A region has its kind and its numbers, then
 * its colour, unless it is the default one, and its name. Numbers have the digits that measurements need.
 */

import { turn } from "./geometry.ts";
import type { NewRegion, Position, RegionShape } from "./region.ts";

/** The default colour of regions, which is the default of DS9. */
export const COLOR = "#00ff00";

/** The largest number of points, and so of regions, in a file: all are drawn whenever the pointer moves. */
export const MOST_POINTS = 20_000;

/** The largest number of characters in a name. */
export const LONGEST_NAME = 1000;

/** The message about a longer name. */
export const NAME_CUT = `the name is cut after ${LONGEST_NAME} characters`;

/** Counts the points of a file's regions up to the largest number. */
export class PointBudget {
  /** How many more points are allowed. */
  left = MOST_POINTS;
  /** How many regions were left out. */
  leftOut = 0;

  /** Counts a region with so many points, if they are allowed. Returns whether they are. */
  takes(points: number): boolean {
    const fits = points <= this.left;
    this.left -= fits ? points : 0;
    this.leftOut += fits ? 0 : 1;
    return fits;
  }
}

/** Decimal places: enough for drawn regions, and for regions from files in sky coordinates. */
const PLACES = 6;

export function regionsWord(regions: readonly NewRegion[]): string {
  return regions.map((region) => regionWord(region, PLACES)).join("/");
}

/** The regions of a text; what is not a region is left out. */
export function regionsIn(word: string): readonly NewRegion[] {
  return word.split("/").flatMap((part) => regionIn(part) ?? []);
}

/** The numbers of a shape in their order in links; points are pairs of numbers. */
export function numbersOf(shape: RegionShape): readonly number[] {
  switch (shape.kind) {
    case "point":
      return [shape.x, shape.y];
    case "circle":
      return [shape.x, shape.y, shape.radius];
    case "annulus":
      return [shape.x, shape.y, shape.inner, shape.outer];
    case "ellipse":
      return [shape.x, shape.y, shape.a, shape.b, ...(shape.angle === 0 ? [] : [shape.angle])];
    case "box":
      return [shape.x, shape.y, shape.width, shape.height, ...(shape.angle === 0 ? [] : [shape.angle])];
    default:
      return shape.points.flatMap(({ x, y }) => [x, y]);
  }
}

/** The shape of some numbers; undefined if they do not make a shape. */
export function shapeFrom(kind: string, numbers: readonly number[]): RegionShape | undefined {
  const [x = Number.NaN, y = Number.NaN, one = Number.NaN, other = Number.NaN, angle = 0] = numbers;
  const points = pairs(numbers);
  const [from, to] = points;
  if (!numbers.every(Number.isFinite)) {
    return undefined;
  }
  switch (kind) {
    case "point":
      return numbers.length === 2 ? { kind, x, y } : undefined;
    case "circle":
      return numbers.length === 3 && one > 0 ? { kind, x, y, radius: one } : undefined;
    case "annulus":
      return numbers.length === 4 && one >= 0 && other > one
        ? { kind, x, y, inner: one, outer: other }
        : undefined;
    case "ellipse":
      return isSized(numbers) ? { kind, x, y, a: one, b: other, angle: turn(angle) } : undefined;
    case "box":
      return isSized(numbers) ? { kind, x, y, width: one, height: other, angle: turn(angle) } : undefined;
    case "line":
      return numbers.length === 4 && from && to ? { kind, points: [from, to] } : undefined;
    case "polyline":
      return numbers.length % 2 === 0 && points.length >= 2 ? { kind, points } : undefined;
    case "polygon":
      return numbers.length % 2 === 0 && points.length >= 3 ? { kind, points } : undefined;
    default:
      return undefined;
  }
}

/** Whether these are a centre, two sizes, and at most an angle. */
function isSized(numbers: readonly number[]): boolean {
  const [, , one = 0, other = 0] = numbers;
  return (numbers.length === 4 || numbers.length === 5) && one > 0 && other > 0;
}

function pairs(numbers: readonly number[]): readonly Position[] {
  return numbers.flatMap((x, i) => {
    const y = numbers[i + 1];
    return i % 2 === 0 && y !== undefined ? [{ x, y }] : [];
  });
}

export function regionWord({ shape, color, name, excluded }: NewRegion, places: number): string {
  const numbers = numbersOf(shape).map((number) => String(Number(number.toFixed(places))));
  const start = `${excluded ? "-" : ""}${shape.kind}@${numbers.join(",")}`;
  const label = name.replace(/[/:%]/g, encodeURIComponent);
  const hue = color === COLOR ? "" : color.slice(1);
  return label ? `${start}:${hue}:${label}` : hue ? `${start}:${hue}` : start;
}

export function regionIn(word: string): NewRegion | undefined {
  const [start = "", hue = "", label = ""] = word.split(":");
  const [, minus, kind = "", numbers = ""] = /^(-?)([a-z]+)@([-+.\de,]+)$/.exec(start) ?? [];
  const shape = shapeFrom(kind, numbers.split(",").map(Number));
  return (
    shape && {
      shape,
      name: decoded(label).slice(0, LONGEST_NAME),
      color: /^[\da-f]{6}$/.test(hue) ? `#${hue}` : COLOR,
      ...(minus && { excluded: true }),
    }
  );
}

export function decoded(label: string): string {
  try {
    return decodeURIComponent(label);
  } catch {
    return label;
  }
}
