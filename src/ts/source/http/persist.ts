/** Trying again: with exponential backoff and full jitter, so that many who failed together do not return together. */
import { abortedBy } from "../../api/error.ts";

/** The longest first wait, in milliseconds; it doubles from there. */
const FIRST = 200;
/** No wait is longer, whatever the server asks for. */
const LONGEST = 30_000;

/** A failure that may pass. */
export class Transient {
  readonly error: Error;
  /** After how many milliseconds to try again, if the server says it. */
  readonly after: number | undefined;

  constructor(error: Error, after?: number) {
    this.error = error;
    this.after = after;
  }
}

/** Does `work` until it succeeds or fails for good; after `retries` more attempts the last failure stands. */
export async function persist<T>(
  work: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (signal?.aborted) {
        throw abortedBy(signal);
      }
      if (!(thrown instanceof Transient)) {
        throw thrown;
      }
      if (tried >= retries) {
        throw thrown.error;
      }
      const wait = thrown.after ?? Math.random() * FIRST * 2 ** tried;
      await sleep(Math.min(wait, LONGEST), signal);
    }
  }
}

/** What `Retry-After` says, in milliseconds from now: it is a number of seconds or a date. */
export function retryAfter(value: string | null): number | undefined {
  if (value === null) {
    return undefined;
  }
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal && abortedBy(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
