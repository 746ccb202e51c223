/** Lets the worker answer other calls during long work, such as the one that stops it. */
const EACH = 40;

/** Returns a function to be called often; it rejects once the signal aborts. */
export function breather(
  signal: AbortSignal,
  onDone?: (done: number) => void,
): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last > EACH) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      onDone?.(done);
      last = performance.now();
    }
  };
}
