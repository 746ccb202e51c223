/** Shapes of dense arrays in C order. */

/** How many elements there are. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** From one index to the next along each axis, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  return shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
}
