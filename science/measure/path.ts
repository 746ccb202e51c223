/** Samples along lines: about one pixel apart, both ends included. */
import type { Position } from "../regions/region.ts";

export interface Sample extends Position {
  /** From the first point, in pixels along the line. */
  readonly distance: number;
  /** The direction of the line there, of length 1. */
  readonly along: Position;
}

export function lengthAlong(points: readonly Position[]): number {
  return points.reduce((sum, point, i) => sum + apart(points[i - 1] ?? point, point), 0);
}

/** The whole line is divided into equal steps, as close to one pixel as possible. */
export function samplesAlong(points: readonly Position[]): Sample[] {
  const total = lengthAlong(points);
  const steps = Math.max(Math.round(total), 1);
  const samples: Sample[] = [];
  let part = 1;
  let before = 0;
  for (let i = 0; i <= steps && points.length > 1; i += 1) {
    const distance = (total * i) / steps;
    let length = partLength(points, part);
    while (distance > before + length && part < points.length - 1) {
      before += length;
      part += 1;
      length = partLength(points, part);
    }
    const [from, to] = [points[part - 1], points[part]];
    if (from && to) {
      const share = length > 0 ? Math.min((distance - before) / length, 1) : 0;
      const along =
        length > 0 ? { x: (to.x - from.x) / length, y: (to.y - from.y) / length } : { x: 1, y: 0 };
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      samples.push({ ...at, distance, along });
    }
  }
  return samples;
}

function partLength(points: readonly Position[], part: number): number {
  const [from, to] = [points[part - 1], points[part]];
  return from && to ? apart(from, to) : 0;
}

function apart(one: Position, other: Position): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}
