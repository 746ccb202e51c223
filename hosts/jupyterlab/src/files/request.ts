/** GET requests for a range of a file: which answers are accepted, and when to ask again. */
import { AsdfError } from "asdf-wasm";

/** Requests a file, or a range of it, with whatever its server asks for: a token, cookies. */
export type Request = (headers: Record<string, string>, signal: AbortSignal | undefined) => Promise<Response>;

/** How often a request is repeated that failed for a moment, as behind a hub whose proxy starts again. */
const RETRIES = 3;
/** The longest first wait, in milliseconds; it doubles with each retry. */
const FIRST_WAIT = 200;

/** A response with status 200, 206 or 416. `name` is the name of the file, for messages. */
export async function get(
  request: Request,
  name: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    let failure: AsdfError;
    try {
      const response = await request(headers, signal);
      const { status } = response;
      if (status === 200 || status === 206 || status === 416) {
        return response;
      }
      response.body?.cancel().catch(() => {});
      failure = refused(name, response);
      if (status !== 408 && status !== 429 && status < 500) {
        throw failure;
      }
    } catch (cause) {
      if (cause instanceof AsdfError || signal?.aborted) {
        throw cause;
      }
      const message = `${name} could not be fetched from the Jupyter server: check that it still runs, then try again`;
      failure = new AsdfError("network", message, { cause });
    }
    if (tried >= RETRIES) {
      throw failure;
    }
    await sleep(Math.random() * FIRST_WAIT * 2 ** tried, signal);
  }
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ": log in again, in this or another tab of the browser",
  403: ": log in again, or ask for the right to read it",
  404: ": it was moved or deleted, or the server does not show hidden files",
};

function refused(name: string, { status, statusText }: Response): AsdfError {
  const answer = `${status} ${statusText}`.trim();
  const message = `the Jupyter server answered ${answer} for ${name}${ADVICE[status] ?? ""}`;
  return new AsdfError(status === 404 || status === 410 ? "not-found" : "network", message, { status });
}

function sleep(time: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
