/** A file at a URL, fetched as a whole into a Blob, which browsers may keep on disk. */
import { AsdfError, abortedBy, reasonOf } from "./error.ts";
import type { OpenOptions } from "./types.ts";

/** What was fetched, from where after all redirections, and which origin was asked for it. */
export interface Download {
  readonly blob: Blob;
  readonly url: URL;
  readonly asked: string;
}

/** How to fetch. */
export interface FetchOptions extends OpenOptions {
  /** Fails when nothing may be had from where the server led. */
  readonly admit?: ((url: URL) => void) | undefined;
}

/** Fetches a file; a relative URL is relative to the page or worker. */
export async function download(source: string | URL, options: FetchOptions): Promise<Download> {
  const { signal, request, onProgress, admit } = options;
  const url = absolute(source);
  try {
    const response = await fetch(url, { ...request, signal: signal ?? null });
    const from = new URL(response.url || url);
    try {
      admit?.(from);
    } catch (refusal) {
      await response.body?.cancel();
      throw refusal;
    }
    if (!response.ok) {
      const status = `${response.status} ${response.statusText}`.trim();
      throw new AsdfError("network", `the server answered ${status} for ${url.href}`);
    }
    const total = lengthOf(response);
    const blob = await new Response(counted(response, total, onProgress)).blob();
    if (total !== undefined && blob.size !== total) {
      const message = `the connection ended after ${blob.size} of ${total} bytes of ${url.href}: try again`;
      throw new AsdfError("network", message, { offset: blob.size });
    }
    return { blob, url: from, asked: url.origin };
  } catch (cause) {
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
    if (cause instanceof AsdfError) {
      throw cause;
    }
    const hint = "the server cannot be reached, or does not allow this page to read from it (CORS)";
    throw new AsdfError("network", `${url.href} could not be fetched (${reasonOf(cause)}): ${hint}`, {
      cause,
    });
  }
}

function absolute(source: string | URL): URL {
  const base = globalThis.location?.href;
  const url = URL.canParse(source, base) ? new URL(source, base) : undefined;
  if (url === undefined || url.protocol === "file:") {
    const hint = base === undefined ? ": in Node, open a file with `await fs.openAsBlob(path)`" : "";
    throw new AsdfError("not-found", `\`${String(source)}\` is not a URL that can be fetched${hint}`);
  }
  return url;
}

/** The length of the body, unless it is that of an encoding of it. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

function counted({ body }: Response, total: number | undefined, onProgress: OpenOptions["onProgress"]) {
  if (body === null || onProgress === undefined) {
    return body;
  }
  let loaded = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        onProgress({ loaded, phase: "download", ...(total !== undefined && { total }) });
        controller.enqueue(chunk);
      },
    }),
  );
}
