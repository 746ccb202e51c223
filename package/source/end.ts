/** The size of a source that does not know it: found by reading at ever farther offsets, then between them. */
import { AsdfError } from "../api/error.ts";

/** How many bytes are read at an offset to learn whether there are any. */
const PROBE = 64 * 2 ** 10;

/**
 * Finds the end of a source in about twice as many reads as the size has binary digits. `read` returns how many bytes there
 * are at an offset, at most as many as wanted; none at and beyond the end.
 */
export async function findEnd(read: (offset: number, length: number) => Promise<number>): Promise<number> {
  /** All bytes before `low` are there, and none from `high` on. */
  let [low, high] = [0, Infinity];
  let isShort = true;
  while (low < high) {
    // What was read last may have been short because the source ends there.
    const at =
      isShort || high - low <= PROBE ? low : high === Infinity ? 2 * low : Math.floor((low + high) / 2);
    if (!Number.isSafeInteger(at)) {
      const message = "the byte source has no `size`, and gives bytes at every offset";
      throw new AsdfError("bad-argument", message);
    }
    const found = Math.min(await read(at, PROBE), PROBE);
    if (found > 0) {
      isShort = !isShort && found < PROBE;
      low = at + found;
    } else {
      isShort = false;
      high = at;
    }
  }
  return low;
}
