/** Waiting for what a server sends, but not without end. */
import { AsdfError } from "../../api/error.ts";

/** Timers know no longer delay, in milliseconds. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Waits for what the server at `url` sends next. Rejects with an `AsdfError` if nothing arrives for `timeout` milliseconds (0: waits
 * without end), and with the reason of the signal if that aborts.
 */
export function heard<T>(
  next: Promise<T>,
  { url, timeout }: { readonly url: URL; readonly timeout: number },
  signal: AbortSignal | undefined,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    const fail = () => {
      const message = `nothing arrived for ${timeout / 1000} s from ${url.href}: try again, or allow a longer silence (\`http.timeout\`)`;
      reject(new AsdfError("network", message));
    };
    if (timeout > 0 && timeout <= LONGEST_DELAY) {
      // In two halves: after a thread was blocked or a machine asleep, what came meanwhile is taken before the second half ends.
      timer = setTimeout(() => {
        timer = setTimeout(fail, timeout / 2);
      }, timeout / 2);
    }
    signal?.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([next, stopped]).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  });
}
