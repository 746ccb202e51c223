/** Statistics of the pixels around one. */
import { onePart } from "@asdf-wasm/science/elements/complex";
import type { ComplexPart, Elements } from "@asdf-wasm/science/elements/values";
import type { Rect } from "../camera/camera.ts";

/** Elements of a rectangle of the image, row by row. */
export interface Patch extends Elements, Rect {}

/** Statistics of the finite unmasked values; for complex numbers, of the drawn part. */
export interface Summary {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** As numpy's: divided by the number of values. */
  readonly std: number;
}

/** The square around a pixel, cut to the image. */
export function around(x: number, y: number, side: number, image: { width: number; height: number }): Rect {
  const reach = (side - 1) / 2;
  const [left, low] = [Math.max(x - reach, 0), Math.max(y - reach, 0)];
  const width = Math.min(x + reach + 1, image.width) - left;
  return { x: left, y: low, width, height: Math.min(y + reach + 1, image.height) - low };
}

/** The index of a pixel in a patch. */
export function indexIn(patch: Rect, x: number, y: number): number {
  return (y - patch.y) * patch.width + x - patch.x;
}

/** Undefined where no value is finite. */
export function summary(patch: Patch, { x, y, width, height }: Rect, part: ComplexPart): Summary | undefined {
  const values: number[] = [];
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const value = numberAt(patch, indexIn(patch, column, row), part);
      if (Number.isFinite(value)) {
        values.push(value);
      }
    }
  }
  const count = values.length;
  if (count === 0) {
    return undefined;
  }
  const mean = values.reduce((sum, value) => sum + value / count, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / count, 0);
  return { count, min: Math.min(...values), max: Math.max(...values), mean, std: Math.sqrt(variance) };
}

function numberAt({ values, mask, complex }: Patch, index: number, part: ComplexPart): number {
  if (mask?.[index]) {
    return Number.NaN;
  }
  const [number] = complex ? onePart(values, index, part) : [Number(values[index])];
  return number ?? Number.NaN;
}
