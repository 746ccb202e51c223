/**
 * Pages of new memory, made by Node's threads for files: when they read zeros from a device, the kernel makes the pages that it writes
 * them to. It takes less time for that than for the interruptions that JavaScript and WebAssembly cause when they write to
 * a page that is not there.
 */
import { openSync, read } from "node:fs";
import { promisify } from "node:util";

/** How many parts are made at a time: the next one while the result is written behind the one before. More threads would slow decoding. */
const PARTS = 2;

/** The device on Linux, which stays open; undefined elsewhere. */
let zeros: number | undefined;
let isTried = false;

/**
 * Begins to make the pages of memory that holds only zeros, in parts of `size` bytes, as long as it is wanted; returns when each part has
 * its pages.
 */
export function populate(
  memory: Uint8Array<ArrayBuffer>,
  size: number,
  isWanted: () => boolean,
): readonly Promise<unknown>[] {
  if (!isTried) {
    isTried = true;
    zeros = openZeros();
  }
  const device = zeros;
  if (device === undefined) {
    return [];
  }
  const made: Promise<void>[] = [];
  for (let start = 0; start < memory.length; start += size) {
    made.push(makePages(device, memory.subarray(start, start + size), isWanted, made.at(-PARTS)));
  }
  return made;
}

async function makePages(
  device: number,
  part: Uint8Array,
  isWanted: () => boolean,
  after: Promise<void> | undefined,
): Promise<void> {
  await after;
  if (isWanted()) {
    // A part that cannot be read has its pages made when it is written to.
    await promisify(read)(device, part, 0, part.length, null).catch(() => {});
  }
}

/** Deno asks a person before it opens a device; Bun was not measured. */
const isNode = !("deno" in process.versions || "bun" in process.versions);

function openZeros(): number | undefined {
  try {
    return isNode && process.platform === "linux" ? openSync("/dev/zero", "r") : undefined;
  } catch {
    return undefined;
  }
}
