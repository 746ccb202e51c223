/** Shapes of dense arrays in C order. */

/** Whether a value can be the length of an axis. */
export function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The number of elements. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** The distance from one index to the next along each axis, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  return shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
}
