/**
 * The one loop: an operation of the engine says which bytes it needs, and which it will need soon; they are fetched,
 * handed over in the order of the file as they arrive, and it is asked again until it is finished. Once for sources that
 * have to be awaited, once for bytes in memory.
 */

import { AsdfError, guard } from "../api/error.ts";
import type { Bytes } from "../source/source.ts";
import type { Extent, Operation } from "../wasm/reader.ts";
import { Arrivals, proceed, type Work } from "./arrivals.ts";

/** After how many milliseconds without a pause others get their turn: an abort has to be noticed. */
const TURN = 40;

/** Drives an operation until it is finished. `stepped` is told each time it has gone as far as it can. */
export async function drive(
  operation: Operation,
  bytes: Bytes,
  work: Work,
  stepped?: () => void,
): Promise<void> {
  const arrivals = new Arrivals(bytes, work);
  try {
    for (;;) {
      const wanted = step(operation, stepped);
      stepped?.();
      if (wanted !== undefined) {
        arrivals.want(extents(wanted));
      }
      await pause(work);
      if (wanted === undefined) {
        return;
      }
      for (const { offset, bytes } of await arrivals.take()) {
        guard(() => operation.supply(offset, bytes));
      }
    }
  } finally {
    arrivals.end();
  }
}

/** Lets the operation go as far as it can. What it did until it failed is told too, unless a trap stopped it. */
function step(operation: Operation, stepped: (() => void) | undefined): Float64Array | undefined {
  try {
    return guard(() => operation.next());
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.cause === undefined) {
      stepped?.();
    }
    throw thrown;
  }
}

/** Gives others their turn when it is time. */
export async function pause(work: Work): Promise<void> {
  work.turn ??= performance.now();
  if (performance.now() - work.turn > TURN) {
    await turn();
    work.turn = performance.now();
    proceed(work);
  }
}

/** Others' turn; unlike a timer it is not held back while a page is hidden. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Drives an operation on bytes in memory. */
export function driveSync(operation: Operation, memory: Uint8Array): void {
  for (;;) {
    const wanted = guard(() => operation.next());
    if (wanted === undefined) {
      return;
    }
    for (const { offset, length } of extents(wanted)) {
      guard(() => operation.supply(offset, memory.subarray(offset, offset + length)));
    }
  }
}

/** Ranges as the engine gives them. */
export function extents(wanted: Float64Array): Extent[] {
  return Array.from({ length: wanted.length / 2 }, (_, i) => ({
    offset: wanted[2 * i] ?? 0,
    length: wanted[2 * i + 1] ?? 0,
  }));
}
