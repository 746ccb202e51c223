/** Where ticks stand on the axes of a histogram: at round numbers. Places are from 0 to 1. */

import { grouped, rounded } from "@asdf-wasm/science/format/format";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import { roundStep, type Tick } from "../../chart/ticks.ts";

/** The most ticks on each axis. */
export const TICKS = { values: 6, counts: 4 };

/** Ticks of the values of a histogram, not more than whole numbers have. */
export function ticksOf({ min, max, whole }: PlaneHistogram): readonly Tick[] {
  return valueTicks(min, max, whole ? Math.min(TICKS.values, Math.ceil(max - min)) : TICKS.values);
}

/** Ticks of the values, about as many as there are to be at most. */
export function valueTicks(min: number, max: number, most: number): readonly Tick[] {
  const span = max - min;
  if (!(span > 0 && Number.isFinite(span))) {
    return [];
  }
  const step = roundStep(span / most);
  // Rounding does not cost the ticks at the ends.
  const first = Math.ceil(min / step - 1e-9);
  return Array.from({ length: Math.max(Math.floor(max / step + 1e-9) - first + 1, 0) }, (_, i) => {
    const value = (first + i) * step;
    return { place: (value - min) / span, label: grouped(rounded(value, 12)) };
  });
}

/** Heights from 0 to 1 of counts in the same bins, and the ticks beside them. */
export interface Heights {
  readonly heights: readonly (readonly number[])[];
  readonly ticks: readonly Tick[];
}

/** `width`: of a bin, for densities: as many values in a unit as a part of all that are counted. */
export function heightsOf(
  all: readonly ArrayLike<number>[],
  log: boolean,
  width: number | undefined,
): Heights {
  const values = all.map((counts) => {
    const list = Array.from(counts);
    const total = list.reduce((sum, count) => sum + count, 0);
    return width === undefined ? list : list.map((count) => count / Math.max(total, 1) / width);
  });
  const extremes = (choose: (...numbers: number[]) => number, start: number) =>
    values.reduce(
      (found, list) => list.reduce((one, value) => (value > 0 ? choose(one, value) : one), found),
      start,
    );
  const greatest = extremes(Math.max, width === undefined ? 1 : 0) || 1;
  // Densities are counted in a unit in which the least are at least 1, or the greatest about 1000.
  const exponent = log
    ? Math.log10(Math.min(extremes(Math.min, greatest), greatest))
    : Math.log10(greatest) - 3;
  const unit = width === undefined ? 1 : 10 ** Math.floor(exponent);
  return {
    heights: values.map((list) => list.map((value) => heightOf(value / unit, greatest / unit, log))),
    ticks: countTicks(greatest / unit, log, TICKS.counts, unit),
  };
}

/** Ticks of counts up to the greatest: powers of ten on a logarithmic scale, whole numbers on a linear one; each is so many of a `unit`. */
export function countTicks(greatest: number, log: boolean, most: number, unit = 1): readonly Tick[] {
  if (!log) {
    const step = Math.max(roundStep(greatest / most), 1);
    return Array.from({ length: Math.floor(greatest / step) + 1 }, (_, i) => ({
      place: heightOf(i * step, greatest, log),
      label: grouped(rounded(i * step * unit, 12)),
    }));
  }
  const powers = Math.floor(Math.log10(greatest));
  const every = Math.max(Math.ceil(powers / most), 1);
  return Array.from({ length: Math.floor(powers / every) + 1 }, (_, i) => {
    const value = 10 ** (i * every);
    return { place: heightOf(value, greatest, log), label: grouped(rounded(value * unit, 12)) };
  });
}

/** The height of a count. A logarithmic scale starts at 0, too. */
export function heightOf(count: number, greatest: number, log: boolean): number {
  return log ? Math.log1p(count) / Math.log1p(greatest) : count / greatest;
}
