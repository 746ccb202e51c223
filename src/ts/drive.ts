/**
 * The one loop: an operation of the engine says which bytes it needs, they are fetched, handed over, and it is asked
 * again until it is finished. Once for sources that have to be awaited, once for bytes in memory.
 */

import type { Extent, Operation } from "./engine.ts";
import { AsdfError, abortedBy, guard } from "./error.ts";
import type { Bytes } from "./source.ts";

/** What goes along with a piece of work. */
export interface Work {
  readonly signal: AbortSignal | undefined;
  /** Fails when there is no more use in going on. */
  readonly check: () => void;
  /** When others last got their turn. */
  turn?: number;
}

/** How many reads of a source may be under way at once. */
const LANES = 4;
/** After how many milliseconds without a pause others get their turn: an abort has to be noticed. */
const TURN = 40;

/** Drives an operation until it is finished. */
export async function drive(operation: Operation, bytes: Bytes, work: Work): Promise<void> {
  for (;;) {
    const wanted = guard(() => operation.next());
    await pause(work);
    if (wanted === undefined) {
      return;
    }
    // Handed over only when all have arrived: after a failure nothing touches the operation any more.
    const pieces: [Extent, Uint8Array][] = [];
    await readEach(grouped(extents(wanted), bytes), bytes, work, (extent, piece) =>
      pieces.push([extent, piece]),
    );
    for (const [{ offset }, piece] of pieces) {
      guard(() => operation.supply(offset, piece));
    }
  }
}

/** Gives others their turn when it is time. */
async function pause(work: Work): Promise<void> {
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

/** Reads extents, a few at a time, and hands each over as it arrives. */
export async function readEach(
  wanted: Iterable<Extent>,
  bytes: Bytes,
  work: Work,
  take: (extent: Extent, piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const queue = each(wanted);
  const lane = async () => {
    for (const extent of queue) {
      take(extent, await read(bytes, extent, work));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** A queue that several may take from; the first that leaves it early ends it for all. */
function* each<T>(items: Iterable<T>): Generator<T> {
  yield* items;
}

async function read(bytes: Bytes, { offset, length }: Extent, work: Work): Promise<Uint8Array<ArrayBuffer>> {
  proceed(work);
  const reading = orAborted(bytes.read(offset, length, work.signal), work.signal);
  const piece = await reading.catch((thrown: unknown) => {
    // Closing the file breaks off what is on its way: then that is what to say.
    proceed(work);
    throw thrown;
  });
  proceed(work);
  if (piece.byteLength !== length) {
    const message = `the source gave ${piece.byteLength} of ${length} bytes`;
    throw new AsdfError("truncated", message, { offset });
  }
  return piece;
}

function proceed({ signal, check }: Work): void {
  check();
  if (signal?.aborted) {
    throw abortedBy(signal);
  }
}

/** What `promise` gives, without waiting for it any longer than until the signal is aborted. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return promise;
  }
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(abortedBy(signal));
    if (signal.aborted) {
      stop();
    } else {
      signal.addEventListener("abort", stop);
    }
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Ascending extents as few large ones, as far as the source likes that better: more is read then than was wanted. */
function* grouped(wanted: Iterable<Extent>, { gap = 0, most = Infinity }: Bytes): Generator<Extent> {
  // Nothing is near the first one.
  let [start, end] = [0, -Infinity];
  for (const { offset, length } of wanted) {
    if (offset - end > gap || offset + length - start > most) {
      yield* pieces({ offset: start, length: end - start }, most);
      start = offset;
    }
    end = offset + length;
  }
  yield* pieces({ offset: start, length: end - start }, most);
}

/** An extent in pieces of a certain length, and the rest. */
export function* pieces({ offset, length }: Extent, most: number): Generator<Extent> {
  for (let done = 0; done < length; done += most) {
    yield { offset: offset + done, length: Math.min(most, length - done) };
  }
}

function extents(wanted: Float64Array): Extent[] {
  return Array.from({ length: wanted.length / 2 }, (_, i) => ({
    offset: wanted[2 * i] ?? 0,
    length: wanted[2 * i + 1] ?? 0,
  }));
}
