/** Medians, also of contenders that take turns. */

/** @param {readonly number[]} times */
export function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Medians of each, after a warm-up, in turns: drift of the machine hits all alike.
 *
 * @param {readonly (() => Promise<number>)[]} contenders
 * @param {number} rounds
 * @param {{ isWarm?: boolean }} [options] `isWarm`: it needs no warm-up, for it takes long, or ran before
 */
export async function inTurns(contenders, rounds, { isWarm = false } = {}) {
  /** @type {number[][]} */
  const times = contenders.map(() => []);
  for (let round = isWarm ? 0 : -1; round < rounds; round++) {
    for (const [index, measure] of contenders.entries()) {
      const time = await measure();
      if (round >= 0) {
        times[index]?.push(time);
      }
    }
  }
  return times.map(median);
}
