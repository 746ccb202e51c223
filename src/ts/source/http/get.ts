/** One GET request: what answer is one, and which failures may pass. */
import { AsdfError } from "../../api/error.ts";
import type { OpenOptions } from "../../api/types.ts";
import { refused, unreachable } from "./address.ts";
import { retryAfter, Transient } from "./persist.ts";

/** What is asked for, and how. */
export interface Target {
  readonly url: URL;
  readonly request: OpenOptions["request"];
  readonly retries: number;
  /** Fails when nothing may be had from where the server led. */
  readonly admit: ((url: URL) => void) | undefined;
}

/** The headers that say which bytes a request is for: one range with both ends, or a browser asks for leave first. */
export function range(start: number, end: number): Record<string, string> {
  return { range: `bytes=${start}-${end - 1}` };
}

/** Asks for the file; answers 200, 206 or 416. */
export async function get(
  { url, request, admit }: Target,
  more: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers(request?.headers);
  for (const [name, value] of Object.entries(more)) {
    headers.set(name, value);
  }
  let response: Response;
  try {
    response = await fetch(url, { ...request, headers, signal: signal ?? null });
  } catch (cause) {
    throw new Transient(unreachable(url, headers, cause));
  }
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
  const error = refused(url, response, await beginning(response, url));
  const passes = status === 408 || status === 429 || status >= 500;
  throw passes ? new Transient(error, retryAfter(response.headers.get("retry-after"))) : error;
}

/** The pieces of an answer's body as they arrive. */
export async function* body(response: Response, url: URL): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) {
        return;
      }
      yield value;
    }
  } catch (cause) {
    throw new Transient(
      new AsdfError("network", `the connection to ${url.href} broke: try again`, { cause }),
    );
  } finally {
    // Not awaited: the rest is of no interest, nor is how the connection ends.
    reader?.cancel().catch(() => {});
  }
}

/** Whether the body is compressed on its way, so that lengths and ranges are not those of the file. */
export function isEncoded({ headers }: Response): boolean {
  return (headers.get("content-encoding") ?? "identity") !== "identity";
}

/** How long the body is; undefined when that is not said. */
export function lengthOf(response: Response): number | undefined {
  const length = response.headers.get("content-length");
  return length === null || isEncoded(response) ? undefined : Number(length);
}

/** How a refusal begins. */
async function beginning(response: Response, url: URL): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const piece of body(response, url)) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > 2000) {
        break;
      }
    }
  } catch {
    // The status says enough.
  }
  return text;
}
