/** What can wait until the page has nothing else to do. */

/** How long a browser that cannot tell is given, in milliseconds. */
const REST = 500;

/** Gives what takes it back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no such callbacks.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, REST);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work);
  return () => cancelIdleCallback(asked);
}
