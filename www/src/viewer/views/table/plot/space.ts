/** The part of the plane that a plot shows, in places on its axes: logarithms to the base of 10 on logarithmic ones. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { digitsApart, rounded } from "@asdf-wasm/science/format/format";

export interface Part {
  readonly x: ValueRange;
  readonly y: ValueRange;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Area {
  readonly width: number;
  readonly height: number;
}

/** Parts of the extent around it, and the least span in parts of a value. */
const MARGIN = 0.04;
const LEAST = 1e-13;

/** All points, and a margin around them. */
export function wholeOf(extent: Part | undefined): Part {
  return { x: aroundAll(extent?.x), y: aroundAll(extent?.y) };
}

function aroundAll(range: ValueRange = { min: 0, max: 1 }): ValueRange {
  const span = range.max - range.min;
  const margin = span > 0 ? MARGIN * span : 0.5;
  return { min: range.min - margin, max: range.max + margin };
}

/** The part that has all of a part, and the same scale on both axes. */
export function squared({ x, y }: Part, { width, height }: Area): Part {
  const scale = Math.max((x.max - x.min) / width, (y.max - y.min) / height);
  return { x: resized(x, scale * width), y: resized(y, scale * height) };
}

function resized({ min, max }: ValueRange, span: number): ValueRange {
  const middle = (min + max) / 2;
  return { min: middle - span / 2, max: middle + span / 2 };
}

/** Zooms each axis about a place. */
export function zoomed({ x, y }: Part, factors: Point, about: Point): Part {
  return { x: zoomedRange(x, factors.x, about.x), y: zoomedRange(y, factors.y, about.y) };
}

function zoomedRange(range: ValueRange, factor: number, about: number): ValueRange {
  const next = { min: about + (range.min - about) * factor, max: about + (range.max - about) * factor };
  const isFine = next.max - next.min > LEAST * Math.max(Math.abs(next.min), Math.abs(next.max), 1e-290);
  return isFine && Number.isFinite(next.max - next.min) ? next : range;
}

export function moved({ x, y }: Part, by: Point): Part {
  return {
    x: { min: x.min + by.x, max: x.max + by.x },
    y: { min: y.min + by.y, max: y.max + by.y },
  };
}

/** Moves a part so that a point is in it. */
export function revealing(part: Part, { x, y }: Point): Part {
  const shift = (range: ValueRange, at: number): number =>
    at < range.min || at > range.max ? at - (range.min + range.max) / 2 : 0;
  return moved(part, { x: shift(part.x, x), y: shift(part.y, y) });
}

/** The value at a place on an axis, with as few digits as tell a thousandth of the axis apart. */
export function valueAt(place: number, range: ValueRange, log: boolean): number {
  if (log) {
    return rounded(10 ** place, 5);
  }
  return rounded(place, Math.max(digitsApart(place, range, 4), 1));
}

/** Corners of a drawn line without those that add less than a pixel (Ramer, Douglas and Peucker). */
export function simplified(points: readonly Point[], tolerance: number): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) {
    return points;
  }
  let [farthest, most] = [0, tolerance];
  for (const [i, point] of points.entries()) {
    const away = distance(point, first, last);
    if (away > most) {
      [farthest, most] = [i, away];
    }
  }
  if (farthest === 0) {
    return [first, last];
  }
  const before = simplified(points.slice(0, farthest + 1), tolerance);
  return [...before.slice(0, -1), ...simplified(points.slice(farthest), tolerance)];
}

/** From a point to the line through two others, or to these if they are one. */
function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return length === 0
    ? Math.hypot(x - from.x, y - from.y)
    : Math.abs(dx * (y - from.y) - dy * (x - from.x)) / length;
}
