/**
 * Regions as one word of a link: `circle@512,300,20/box@100,100,20,10,30:ff0000:Star`. Each is its kind and its numbers, then its colour, if it
 * is another than the usual one, and its name. Numbers have the digits that measurements need.
 */

import { turn } from "./geometry.ts";
import type { NewRegion, Position, RegionShape } from "./region.ts";

/** The colour of regions, unless another is chosen: that of DS9. */
export const COLOR = "#00ff00";

/** The most points of all regions of a file, and so the most regions: all are drawn at every step of the pointer. */
export const MOST_POINTS = 20_000;

/** The most characters of a name. */
export const LONGEST_NAME = 1000;

/** What is said of a longer one. */
export const NAME_CUT = `the name is cut after ${LONGEST_NAME} characters`;

/** Room for the points of a file's regions. */
export class Room {
  /** How many more points there is room for. */
  left = MOST_POINTS;
  /** How many regions found none. */
  leftOut = 0;

  /** Takes a region with so many points, if there is room for it. */
  takes(points: number): boolean {
    const fits = points <= this.left;
    this.left -= fits ? points : 0;
    this.leftOut += fits ? 0 : 1;
    return fits;
  }
}

/** Regions that are drawn need fewer; those of files in sky coordinates have them all. */
const PLACES = 6;

export function regionsWord(regions: readonly NewRegion[]): string {
  return regions.map(wordOf).join("/");
}

/** Leaves out what makes no sense. */
export function regionsIn(word: string): readonly NewRegion[] {
  return word.split("/").flatMap((part) => regionIn(part) ?? []);
}

/** The numbers of a shape in their order in links; those of points come in pairs. */
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

/** The shape of some numbers; undefined if they are none. */
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

function wordOf({ shape, color, name, excluded }: NewRegion): string {
  const numbers = numbersOf(shape).map((number) => String(Number(number.toFixed(PLACES))));
  const start = `${excluded ? "-" : ""}${shape.kind}@${numbers.join(",")}`;
  const label = name.replace(/[/:%]/g, encodeURIComponent);
  const hue = color === COLOR ? "" : color.slice(1);
  return label ? `${start}:${hue}:${label}` : hue ? `${start}:${hue}` : start;
}

function regionIn(word: string): NewRegion | undefined {
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

function decoded(label: string): string {
  try {
    return decodeURIComponent(label);
  } catch {
    return label;
  }
}
