/** Shapes of arrays. */

/** The number of elements. */
export function lengthOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

export function isSameShape(one: readonly number[], other: readonly number[] | undefined): boolean {
  return one.length === other?.length && one.every((length, axis) => length === other[axis]);
}
