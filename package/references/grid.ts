/**
 * Shapes of chunks that follow each other in memory. Axes are in the order of memory, the slowest first. Zarr's chunks are all of one
 * shape, those at the end too: the length of a chunk divides the length of its axis.
 */

/** The chunk of exactly so many elements, if there is one. */
export function chunkOfSize(shape: readonly number[], elements: number): number[] | undefined {
  let left = elements;
  const chunk = shape.toReversed().map((length) => {
    const taken = left % length === 0 ? length : left;
    left /= taken;
    return taken;
  });
  const isWhole = chunk.every((taken, axis) => (shape.at(-1 - axis) ?? 1) % taken === 0);
  return left === 1 && isWhole ? chunk.reverse() : undefined;
}

/** A chunk of about `most` elements: fewer, unless that would be far fewer. */
export function chunkNear(shape: readonly number[], most: number): number[] {
  let left = most;
  const chunk = shape.toReversed().map((length) => {
    const taken = left >= length ? length : left >= 1 ? divisorNear(length, left) : 1;
    left = left >= length ? left / length : 0;
    return taken;
  });
  return chunk.reverse();
}

/** How much smaller a chunk becomes than asked for, at most, before it becomes larger. */
const FAR = 16;

function divisorNear(length: number, most: number): number {
  let least = length;
  let greatest = 1;
  for (let low = 1; low * low <= length; low += 1) {
    for (const divisor of length % low === 0 ? [low, length / low] : []) {
      if (divisor <= most) {
        greatest = Math.max(greatest, divisor);
      } else {
        least = Math.min(least, divisor);
      }
    }
  }
  return greatest * FAR < most ? least : greatest;
}
