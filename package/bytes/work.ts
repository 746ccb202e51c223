/** Operations that can be stopped, and that give other tasks of the thread their turn. */
import { environment } from "../api/environment.ts";
import { abortedBy } from "../api/error.ts";

/** The control of an operation. */
export interface Work {
  readonly signal: AbortSignal | undefined;
  /** Throws when the operation has become useless, for example because the file was closed. */
  readonly check: () => void;
  /** When the operation last paused. */
  turn?: number;
}

/** The control of an operation that may share its signal with many. */
export function workOf(signal: AbortSignal | undefined, check: () => void): Work {
  signal && environment().share?.(signal);
  return { signal, check };
}

/** Pauses are at least this many milliseconds apart: often enough that an abort is noticed, and rows are passed on. */
const TURN = 10;

/** Throws when the operation was aborted or has become useless. */
export function proceed({ signal, check }: Work): void {
  check();
  if (signal?.aborted) {
    throw abortedBy(signal);
  }
}

/** Awaits `promise`, but no longer than until the signal is aborted. */
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

/** Lets other tasks run if the operation has kept the thread for a while. */
export async function pause(work: Work): Promise<void> {
  work.turn ??= performance.now();
  if (performance.now() - work.turn > TURN) {
    await nextTask();
    work.turn = performance.now();
    proceed(work);
  }
}

/** Waits for the next task. Unlike a timer, a message is not delayed while the page is hidden. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
