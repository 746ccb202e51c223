/**
 * Smooths and bins a plane. Only finite values count, each by its weight (normalised convolution, as astropy's
 * `convolve` with `nan_treatment="interpolate"`), there are no values beyond the edges, and pixels without a value keep none.
 */

import { medianOf } from "./median.ts";
import type { Binning, Filter, Smoothing } from "./reductions.ts";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Where numbers lie in their plane: every `step`-th element of both axes, from x and y on. */
export interface Grid {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly step: number;
}

/** Called between rows, for work that takes long: with the fraction done. Rejects to stop. */
export type Breathe = (done: number) => Promise<void>;

/** How far, in pixels, a filter reaches beyond the pixels that are wanted. */
export function reachOf({ smooth, bin }: Filter): number {
  return (smooth ? radiusOf(smooth) : 0) + (bin ? bin.size : 0);
}

export async function filtered(
  numbers: Numbers,
  grid: Grid,
  { smooth, bin }: Filter,
  breathe: Breathe,
): Promise<Numbers> {
  const smoothed = smooth ? await smoothedBy(numbers, grid, smooth, breathe) : numbers;
  return bin ? binned(smoothed, grid, bin) : smoothed;
}

function radiusOf({ kind, size }: Smoothing): number {
  return kind === "gaussian" ? Math.ceil(4 * size) : Math.floor(size / 2);
}

function smoothedBy(
  numbers: Numbers,
  grid: Grid,
  { kind, size }: Smoothing,
  breathe: Breathe,
): Promise<Numbers> {
  const scaled = size / grid.step;
  switch (kind) {
    case "gaussian":
      return convolved(numbers, grid, gaussian(scaled), breathe);
    case "box":
      return convolved(numbers, grid, box(scaled), breathe);
    case "median":
      return medians(numbers, grid, Math.floor(scaled / 2), breathe);
  }
}

/** The weights of astropy's Gaussian1DKernel: values at the pixels' centres, over eight standard deviations. */
export function gaussian(sigma: number): Float64Array<ArrayBuffer> {
  const radius = Math.floor(Math.ceil(8 * sigma) / 2);
  return Float64Array.from({ length: 2 * radius + 1 }, (_, i) =>
    sigma > 0 ? Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)) : 1,
  );
}

/** The weights of astropy's Box1DKernel: a side that is even ends in the middle of pixels. */
export function box(side: number): Float64Array<ArrayBuffer> {
  const radius = Math.max(Math.ceil((side - 1) / 2), 0);
  return Float64Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.min(1, Math.max(side / 2 + 0.5 - Math.abs(i - radius), radius === 0 ? 1 : 0)),
  );
}

/** A row convolved along x, and what its values weigh; they weigh the same in all rows without gaps. */
interface Convolved {
  readonly sums: Float64Array<ArrayBuffer>;
  readonly weights: Float64Array<ArrayBuffer>;
  isWhole: boolean;
}

/** Convolved along rows, then along columns, as both kernels are products; values and weights side by side. */
async function convolved(
  numbers: Numbers,
  { columns, rows }: Grid,
  kernel: Float64Array,
  breathe: Breathe,
): Promise<Numbers> {
  const radius = kernel.length >> 1;
  if (radius === 0) {
    return numbers;
  }
  const result = numbers.slice();
  const newRow = () => new Float64Array(columns);
  const ones = newRow().fill(1);
  const wholeWeights = newRow();
  convolveRow(ones, kernel, wholeWeights);
  // Rows convolved along x, from which those around a row are summed: a ring of as many as the kernel is long.
  const ring = Array.from({ length: kernel.length }, (): Convolved => {
    return { sums: newRow(), weights: newRow(), isWhole: false };
  });
  const [sums, weights, row] = [newRow(), newRow(), newRow()];
  let ready = 0;
  for (let y = 0; y < rows; y += 1) {
    for (; ready < Math.min(y + radius + 1, rows); ready += 1) {
      const to = ring[ready % ring.length];
      if (to) {
        fill(to, numbers.subarray(ready * columns, (ready + 1) * columns), kernel, row);
      }
    }
    sums.fill(0);
    weights.fill(0);
    let whole = 0;
    for (let other = Math.max(y - radius, 0); other < Math.min(y + radius + 1, rows); other += 1) {
      const weight = kernel[other - y + radius] ?? 0;
      const from = ring[other % ring.length];
      if (from) {
        addScaled(sums, from.sums, weight);
        whole += from.isWhole ? weight : 0;
        if (!from.isWhole) {
          addScaled(weights, from.weights, weight);
        }
      }
    }
    addScaled(weights, wholeWeights, whole);
    const start = y * columns;
    for (let x = 0; x < columns; x += 1) {
      if (Number.isFinite(numbers[start + x])) {
        result[start + x] = (sums[x] ?? 0) / (weights[x] ?? 0);
      }
    }
    await breathe((y + 1) / rows);
  }
  return result;
}

function fill(to: Convolved, values: Numbers, kernel: Float64Array, row: Float64Array): void {
  let isWhole = true;
  for (let x = 0; x < values.length; x += 1) {
    const value = values[x] ?? Number.NaN;
    const isNumber = Number.isFinite(value);
    row[x] = isNumber ? value : 0;
    isWhole &&= isNumber;
  }
  convolveRow(row, kernel, to.sums);
  to.isWhole = isWhole;
  if (!isWhole) {
    for (let x = 0; x < values.length; x += 1) {
      row[x] = Number.isFinite(values[x]) ? 1 : 0;
    }
    convolveRow(row, kernel, to.weights);
  }
}

/** The kernel is symmetric: elements at the same distance share its weight. Beyond the ends there is nothing. */
function convolveRow(row: Float64Array, kernel: Float64Array, sums: Float64Array): void {
  const radius = kernel.length >> 1;
  sums.fill(0);
  addScaled(sums, row, kernel[radius] ?? 0);
  for (let reach = 1; reach <= Math.min(radius, row.length - 1); reach += 1) {
    const weight = kernel[radius + reach] ?? 0;
    addScaled(sums.subarray(reach), row, weight);
    addScaled(sums, row.subarray(reach), weight);
  }
}

/** Adds the weighted numbers, up to the end of the shorter list. */
function addScaled(to: Float64Array, from: Float64Array, weight: number): void {
  const length = Math.min(to.length, from.length);
  for (let i = 0; i < length; i += 1) {
    to[i] = (to[i] ?? 0) + weight * (from[i] ?? 0);
  }
}

async function medians(
  numbers: Numbers,
  { columns, rows }: Grid,
  radius: number,
  breathe: Breathe,
): Promise<Numbers> {
  if (radius === 0) {
    return numbers;
  }
  const result = numbers.slice();
  const around = new Float64Array((2 * radius + 1) ** 2);
  for (let y = 0; y < rows; y += 1) {
    const [low, high] = [Math.max(y - radius, 0), Math.min(y + radius, rows - 1)];
    for (let x = 0; x < columns; x += 1) {
      if (!Number.isFinite(numbers[y * columns + x])) {
        continue;
      }
      const [left, right] = [Math.max(x - radius, 0), Math.min(x + radius, columns - 1)];
      let count = 0;
      for (let row = low; row <= high; row += 1) {
        for (let at = row * columns + left; at <= row * columns + right; at += 1) {
          const value = numbers[at] ?? Number.NaN;
          if (Number.isFinite(value)) {
            around[count] = value;
            count += 1;
          }
        }
      }
      result[y * columns + x] = medianOf(around, count);
    }
    await breathe((y + 1) / rows);
  }
  return result;
}

/** Each pixel is given the mean or the sum of the finite values of its square; squares are counted from pixel (0, 0). */
function binned(numbers: Numbers, { x, y, columns, rows, step }: Grid, { by, size }: Binning): Numbers {
  const result = numbers.slice();
  const binOf = (from: number, index: number) => Math.floor((from + index * step) / size);
  const first = binOf(x, 0);
  const across = binOf(x, columns - 1) - first + 1;
  const bins = Uint32Array.from({ length: columns }, (_, i) => binOf(x, i) - first);
  const [sums, counts] = [new Float64Array(across), new Uint32Array(across)];
  for (let from = 0; from < rows; ) {
    let to = from + 1;
    while (to < rows && binOf(y, to) === binOf(y, from)) {
      to += 1;
    }
    sums.fill(0);
    counts.fill(0);
    for (let at = from * columns; at < to * columns; at += 1) {
      const value = numbers[at] ?? Number.NaN;
      if (Number.isFinite(value)) {
        const bin = bins[at % columns] ?? 0;
        sums[bin] = (sums[bin] ?? 0) + value;
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
    }
    for (let bin = 0; bin < across; bin += 1) {
      const count = counts[bin] ?? 0;
      // A reading with a step has one element for step² pixels.
      sums[bin] =
        count === 0 ? Number.NaN : by === "mean" ? (sums[bin] ?? 0) / count : (sums[bin] ?? 0) * step ** 2;
    }
    for (let at = from * columns; at < to * columns; at += 1) {
      result[at] = sums[bins[at % columns] ?? 0] ?? Number.NaN;
    }
    from = to;
  }
  return result;
}
