/**
 * GET requests: the statuses that are accepted, redirections, and retries with exponential backoff. What the caller sends along
 * goes to the origin of the URL only.
 */
import { AsdfError, abortedBy } from "../../api/error.ts";
import type { OpenOptions, RequestSigner } from "../../api/options.ts";
import { refused, unreachable } from "./address.ts";
import { heard } from "./silence.ts";

/** The longest first wait, in milliseconds; it doubles with each retry. */
const FIRST_WAIT = 200;
/** No wait is longer, whatever the server asks for. */
const LONGEST_WAIT = 30_000;

/** The statuses of redirections, and how many are followed, as `fetch` does. */
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTIONS = 20;

/** The URL that is requested, and how. */
export interface Target {
  readonly url: URL;
  readonly request: OpenOptions["request"];
  /** Overrides the one of `request`. */
  readonly cache?: RequestCache;
  readonly retries: number;
  /** The longest silence of the server, in milliseconds; 0 if there is no limit. */
  readonly timeout: number;
  /** Throws if the URL to which the server redirected must not be read. */
  readonly admit: ((url: URL) => void) | undefined;
}

/** A failure after which a retry may succeed. */
export class Transient {
  readonly error: Error;
  /** The wait that the server asked for, in milliseconds. */
  readonly after: number | undefined;
  /** Whether there was no response: the network failed, or the browser keeps the response from the page (CORS). */
  readonly unanswered: boolean;

  constructor(error: Error, after?: number, unanswered = false) {
    this.error = error;
    this.after = after;
    this.unanswered = unanswered;
  }
}

/**
 * Repeats `attempt` until it succeeds or fails permanently, at most `retries` times. Waits are random ("full jitter"), so
 * that clients that failed together do not retry together.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
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
      const wait = thrown.after ?? Math.random() * FIRST_WAIT * 2 ** tried;
      await sleep(Math.min(wait, LONGEST_WAIT), signal);
    }
  }
}

/** The header for a range. It has both ends, because other forms make a browser send a preflight request. */
export function range(start: number, end: number): Record<string, string> {
  return { range: `bytes=${start}-${end - 1}` };
}

/** How often a refused request is signed anew. */
const MOST_SIGNED = 2;

/** Sends a request. Returns a response with status 200, 206 or 416. */
export async function get(
  target: Target,
  more: Record<string, string>,
  signal: AbortSignal | undefined,
  signed = 1,
): Promise<Response> {
  const { url, admit, request } = target;
  signal?.throwIfAborted();
  const response = await answer(target, more, signal);
  try {
    admit?.(new URL(response.url || url));
  } catch (refusal) {
    response.body?.cancel().catch(() => {});
    throw refusal;
  }
  const { status } = response;
  if (status === 200 || status === 206 || status === 416) {
    return response;
  }
  const said = await beginning(response, target, signal);
  if (signs(request) && signed <= MOST_SIGNED && (await request.again?.(response, said))) {
    return get(target, more, signal, signed + 1);
  }
  const error = refused(url, response, said);
  const isTransient = status === 408 || status === 429 || status >= 500;
  throw isTransient ? new Transient(error, retryAfter(response.headers.get("retry-after"))) : error;
}

/**
 * The response after all redirections. If the caller sends headers or credentials along, they are followed here, because `fetch` passes
 * all headers but `Authorization` on to other origins. A browser does not say where they lead: it refuses them.
 */
async function answer(
  target: Target,
  more: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  let { url, request } = target;
  if (!isPrivate(request)) {
    const { at, init } = await prepared(target, url, request, more);
    return send(target, at, init, signal);
  }
  for (let steps = 0; steps <= MOST_REDIRECTIONS; steps += 1) {
    const { at, init } = await prepared(target, url, request, more);
    const response = await send(target, at, { ...init, redirect: "manual" }, signal);
    const next = await redirection(response, at, target.url);
    if (next === undefined) {
      return response;
    }
    if (next.origin !== at.origin) {
      request = undefined;
    }
    target.admit?.(next);
    url = next;
  }
  throw new AsdfError("network", `${target.url.href} leads to more than ${MOST_REDIRECTIONS} redirections`);
}

/** The request with its headers, and its signature if it has one. */
async function prepared(
  { cache }: Target,
  url: URL,
  request: OpenOptions["request"],
  more: Record<string, string>,
): Promise<{ readonly at: URL; readonly init: RequestInit }> {
  const rest = cache === undefined ? {} : { cache };
  const headers = new Headers(signs(request) ? {} : request?.headers);
  for (const [name, value] of Object.entries(more)) {
    headers.set(name, value);
  }
  if (!signs(request)) {
    return { at: url, init: { ...request, ...rest, headers } };
  }
  const signed = await request.sign(url, headers);
  return { at: signed.url, init: { ...rest, headers: signed.headers } };
}

/** Whether requests are signed. */
export function signs(request: OpenOptions["request"]): request is RequestSigner {
  return request !== undefined && "sign" in request;
}

/** Whether a request holds what only the server that the caller named may see. */
function isPrivate(request: OpenOptions["request"]): boolean {
  return (
    signs(request) ||
    request?.credentials === "include" ||
    [...new Headers(request?.headers).keys()].length > 0
  );
}

/** Where a response leads; undefined if it is no redirection. `named`: the address for messages, without what a signer added. */
async function redirection(response: Response, url: URL, named: URL): Promise<URL | undefined> {
  const to = REDIRECTIONS.has(response.status) ? response.headers.get("location") : null;
  if (response.type !== "opaqueredirect" && to === null) {
    return undefined;
  }
  await response.body?.cancel().catch(() => {});
  if (to === null) {
    const why = "a browser would send the headers and credentials of `request` to wherever that is";
    throw new AsdfError(
      "network",
      `${named.href} redirects to another address, and ${why}: open that address`,
    );
  }
  const next = URL.canParse(to, url) ? new URL(to, url) : undefined;
  if (next?.protocol !== "https:" && next?.protocol !== "http:") {
    const where = to.replace(/[?#].*/s, "");
    throw new AsdfError("network", `${named.href} redirects to \`${where}\`, which cannot be fetched`);
  }
  return next;
}

/** Sends one request. Fails with a `Transient` if there is no response. */
async function send(
  target: Target,
  url: URL,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const stopping = new AbortController();
  try {
    return await heard(fetch(url, { ...init, signal: stopping.signal }), target, signal);
  } catch (cause) {
    stopping.abort();
    // What a signer adds to the address may be a signature, which is for no message.
    const at = signs(target.request) ? target.url : url;
    throw cause instanceof AsdfError
      ? new Transient(cause)
      : new Transient(unreachable(at, new Headers(init.headers), cause), undefined, true);
  }
}

/** The chunks of a response's body as they arrive. */
export async function* body(
  response: Response,
  target: Target,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const { value } = (reader && (await heard(reader.read(), target, signal))) ?? {};
      if (value === undefined) {
        return;
      }
      yield value;
    }
  } catch (cause) {
    const broken = () =>
      new AsdfError("network", `the connection to ${target.url.href} broke: try again`, { cause });
    throw new Transient(cause instanceof AsdfError ? cause : broken());
  } finally {
    // Not awaited: neither the rest of the body nor the end of the connection matters.
    reader?.cancel().catch(() => {});
  }
}

/** Whether the body is compressed in transit, so that its length and ranges differ from those of the file. */
export function isEncoded({ headers }: Response): boolean {
  return (headers.get("content-encoding") ?? "identity") !== "identity";
}

/** The length of the body; undefined if the response does not tell. */
export function lengthOf(response: Response): number | undefined {
  const length = response.headers.get("content-length");
  return length === null || isEncoded(response) ? undefined : Number(length);
}

/** The beginning of an error page. */
async function beginning(
  response: Response,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body(response, target, signal)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > 2000) {
        break;
      }
    }
  } catch {
    // The status is enough for a message.
  }
  return text;
}

/** The wait that `Retry-After` asks for, in milliseconds: the header is a number of seconds or a date. */
function retryAfter(value: string | null): number | undefined {
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
