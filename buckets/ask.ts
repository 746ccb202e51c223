/** Requests that are answered with XML: lists of keys and of buckets. */
import { AsdfError } from "asdf-wasm";
import type { Signer } from "./signer.ts";
import { tagOf } from "./xml.ts";

/** A refused request is signed anew at most so often. */
const MOST_SIGNED = 2;
/** To a busy server a request is sent again at most so often. */
const RETRIES = 4;
/** The first wait, in milliseconds; it doubles with each retry. And the longest silence. */
const [WAIT, SILENCE] = [200, 60_000];

/** What is asked, and by whom. */
export interface Asked {
  readonly url: URL;
  readonly signer: Signer | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The text of the answer. @throws AsdfError `network`, `not-found`, `aborted` */
export async function ask({ url, signer, signal }: Asked): Promise<string> {
  for (let [signed, tried] = [0, 0]; ; ) {
    const response = await send(url, signer, signal);
    const text = await response.text().catch((cause: unknown) => fail(url, "broke the connection", cause));
    if (response.status === 200) {
      return text;
    }
    if (signed < MOST_SIGNED && (await signer?.again(response, text))) {
      signed += 1;
    } else if ((response.status === 429 || response.status >= 500) && tried < RETRIES) {
      await waited(Math.random() * WAIT * 2 ** tried, signal);
      tried += 1;
    } else {
      throw refusal(url, response, text);
    }
  }
}

async function send(
  url: URL,
  signer: Signer | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { url: at, headers } = (await signer?.sign(url, new Headers())) ?? { url, headers: new Headers() };
  const stops = [AbortSignal.timeout(SILENCE), ...(signal ? [signal] : [])];
  try {
    // Keys follow no redirection.
    return await fetch(at, { headers, redirect: "manual", signal: AbortSignal.any(stops) });
  } catch (cause) {
    if (signal?.aborted) {
      throw new AsdfError("aborted", "the list was stopped", { cause: signal.reason });
    }
    const isElsewhere = globalThis.location !== undefined && globalThis.location.origin !== url.origin;
    const allowed = signer ? ", and `Access-Control-Allow-Headers: authorization, x-amz-*`" : "";
    const cors = isElsewhere
      ? `, or does not let this page read from it: its bucket needs a rule of CORS with \`Access-Control-Allow-Origin: ${globalThis.location.origin}\`${allowed}. A bucket in another region than is asked does not answer pages either. The command \`asdf-wasm\` needs no such rule`
      : "";
    return fail(url, `cannot be reached${cors}`, cause);
  }
}

function fail(url: URL, what: string, cause: unknown): never {
  throw new AsdfError("network", `the server ${url.host} ${what}`, { cause });
}

const MEANINGS: Readonly<Record<string, string>> = {
  AccessDenied: "does not let everybody list this bucket, or these keys may not",
  ExpiredToken: "was asked with keys that have expired: give new ones",
  InvalidAccessKeyId: "does not know this access key",
  NoSuchBucket: "has no bucket of this name",
  RequestTimeTooSkewed: "has another time than this device: set its clock",
  SignatureDoesNotMatch: "was asked with a secret key that is not that of the access key",
};

function refusal(url: URL, response: Response, text: string): AsdfError {
  const code = tagOf(text, "Code") ?? "";
  const { status } = response;
  const elsewhere = response.type === "opaqueredirect" || (status >= 300 && status < 400);
  const words = elsewhere
    ? "is not where the bucket is: give its `region`"
    : (MEANINGS[code] ?? `answered ${status}${code && ` (${code}: ${tagOf(text, "Message") ?? ""})`}`);
  const message = `the server ${url.host} ${words}`;
  return new AsdfError(status === 404 ? "not-found" : "network", message, { status });
}

function waited(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new AsdfError("aborted", "the list was stopped", { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
