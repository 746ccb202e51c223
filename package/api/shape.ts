/** Shapes of dense arrays in C order. */

/** The number of elements. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** The distance from one index to the next along each axis, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  return shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
}
