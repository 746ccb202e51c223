/**
 * A file at a URL. The first request is for the file's first bytes and shows whether the server answers range requests; then
 * only the necessary ranges are fetched. Otherwise the whole file is downloaded once, with a warning that says why.
 *
 * No request causes a CORS preflight, unless the caller's own headers do.
 */

import type { Warning } from "../../api/blocks.ts";
import { allocate } from "../../api/elements.ts";
import { AsdfError } from "../../api/error.ts";
import type { OpenOptions } from "../../api/options.ts";
import type { Bytes } from "../../bytes/bytes.ts";
import { FIRST_REQUEST, HTTP_DEFAULTS, LEAST_CACHE, RequestLimit } from "../../bytes/fetch-policy.ts";
import { spool } from "../../bytes/spool.ts";
import { isOwn, refused, urlOf } from "./address.ts";
import { FetchCache } from "./fetch-cache.ts";
import { body, get, isEncoded, lengthOf, range, type Target, Transient, withRetries } from "./request.ts";
import { contentRange, Version } from "./version.ts";

/** The first bytes of a file whose server answers range requests. */
interface Front {
  readonly version: Version;
  readonly bytes: Uint8Array;
}

/** Why a file has to be downloaded, and the response that already contains it, if there is one. */
interface Refusal {
  readonly why: string;
  readonly answer?: Response;
}

const COMPRESSED = "it compresses what it sends, or sends something else than the range asked for";

/** Memory that a response fills. */
interface Received {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
}

/** Options of a file that is fetched. */
export interface FetchOptions extends OpenOptions {
  /** Throws if the URL to which the server redirected must not be read. */
  readonly admit?: ((url: URL) => void) | undefined;
}

/** A file that was downloaded. */
export interface Download {
  readonly blob: Blob;
  readonly url: URL;
  readonly warnings: readonly Warning[];
}

/** Opens the file at a URL by range, or downloads it. */
export async function openUrl(source: string | URL, options: FetchOptions): Promise<Bytes | Download> {
  const { signal, request, admit, http = {} } = options;
  const {
    gap = HTTP_DEFAULTS.gap,
    most = HTTP_DEFAULTS.most,
    cache = HTTP_DEFAULTS.cache,
    retries = HTTP_DEFAULTS.retries,
    timeout = HTTP_DEFAULTS.timeout,
  } = http;
  const target: Target = { url: urlOf(source), request, retries, timeout, admit };
  const front = await withRetries(() => first(target, options), retries, signal);
  if ("why" in front) {
    return download(target, front, options);
  }
  const { version, bytes } = front;
  const limit = new RequestLimit();
  const fetchPart = (start: number, end: number, stop: AbortSignal) =>
    limit.run(() => fetchRange(target, version, start, end, stop));
  const ranges = new FetchCache(fetchPart, Math.max(cache, LEAST_CACHE));
  ranges.addFront(bytes);
  return {
    size: version.size,
    url: version.from,
    gap,
    most: Math.max(1, most),
    read: (offset, length, stop) => ranges.read(offset, length, stop),
    limitCache: (bytes) => ranges.limit(Math.max(Math.min(cache, bytes), LEAST_CACHE)),
    close: () => ranges.clear(),
  };
}

/**
 * The same in a page, where a request that gets no answer tells no reason. If the file comes without a range, and a range fails again,
 * then the server compresses what it is asked a range of, which Chromium refuses. Otherwise CORS forbids it most likely: a retry changes
 * nothing.
 */
async function first(target: Target, options: OpenOptions): Promise<Front | Refusal> {
  const { signal } = options;
  try {
    return await ask(target, options);
  } catch (thrown) {
    if (globalThis.location === undefined || !(thrown instanceof Transient && thrown.unanswered)) {
      throw thrown;
    }
    const answer = await get(target, {}, signal).catch(() => undefined);
    if (answer?.status !== 200) {
      throw isOwn(target.url) ? thrown : thrown.error;
    }
    const front = await ask(target, options).catch(() => ({ why: COMPRESSED, answer }));
    if (!("answer" in front)) {
      answer.body?.cancel().catch(() => {});
    }
    return front;
  }
}

/** Requests the first bytes. */
async function ask(target: Target, { signal, onProgress }: OpenOptions): Promise<Front | Refusal> {
  const { url } = target;
  const report = (loaded: number) => onProgress?.({ loaded, phase: "open" });
  const response = await get(target, range(0, FIRST_REQUEST), signal);
  const buffer = { bytes: allocate(FIRST_REQUEST), filled: 0 };
  const found = contentRange(response);
  if (response.status === 200) {
    return { why: "it answers a request for a range with the whole file", answer: response };
  }
  const isRange = response.status === 206 && !isEncoded(response) && (found?.start ?? 0) === 0;
  if (!isRange || !(await receive(response, target, buffer, signal, report))) {
    response.body?.cancel().catch(() => {});
    return { why: COMPRESSED };
  }
  const length = lengthOf(response) ?? buffer.filled;
  const all = buffer.filled < FIRST_REQUEST ? buffer.filled : undefined;
  const size = found?.total ?? all ?? (await sizeBehind(target, signal));
  if (size === undefined) {
    return { why: "it does not let its size be known: it should expose the header `Content-Range`" };
  }
  if (buffer.filled !== length || buffer.filled < Math.min(size, FIRST_REQUEST)) {
    throw new Transient(cut(url, buffer.filled));
  }
  return { version: new Version(response, url, size), bytes: buffer.bytes.subarray(0, buffer.filled) };
}

/**
 * The size of a file longer than `FIRST_REQUEST` if `Content-Range` cannot be read: from the length of a request for the
 * rest, which is cancelled. (HEAD fails for presigned URLs, and a suffix range causes a preflight request.)
 */
async function sizeBehind(target: Target, signal: AbortSignal | undefined): Promise<number | undefined> {
  // A cancelled response would stay in the browser's cache.
  const response = await get({ ...target, cache: "no-store" }, { range: `bytes=${FIRST_REQUEST}-` }, signal);
  response.body?.cancel().catch(() => {});
  const length = response.status === 206 ? lengthOf(response) : undefined;
  return response.status === 416 ? FIRST_REQUEST : length && FIRST_REQUEST + length;
}

/** Fetches a range of a version. After a broken connection, only the rest is requested. */
async function fetchRange(
  target: Target,
  version: Version,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const buffer = { bytes: allocate(end - start), filled: 0 };
  const attempt = async () => {
    const from = start + buffer.filled;
    if (from === end) {
      // The connection broke after the last byte.
      return;
    }
    const response = await get(target, { ...range(from, end), ...version.condition }, signal);
    version.check(response, from);
    if (!(await receive(response, target, buffer, signal))) {
      const message = `${target.url.href} was asked for its bytes from ${from} to ${end} and gave more`;
      throw new AsdfError("range-not-supported", message, { offset: from });
    }
    if (start + buffer.filled < end) {
      throw new Transient(cut(target.url, start + buffer.filled));
    }
  };
  await withRetries(attempt, target.retries, signal);
  return buffer.bytes;
}

/** Receives the body of a response. Returns false if it is longer than the memory for it. */
async function receive(
  response: Response,
  target: Target,
  buffer: Received,
  signal: AbortSignal | undefined,
  report?: (filled: number) => void,
): Promise<boolean> {
  for await (const piece of body(response, target, signal)) {
    if (piece.length > buffer.bytes.length - buffer.filled) {
      return false;
    }
    buffer.bytes.set(piece, buffer.filled);
    buffer.filled += piece.length;
    report?.(buffer.filled);
  }
  return true;
}

/** Downloads the whole file. */
async function download(target: Target, { why, answer }: Refusal, options: OpenOptions): Promise<Download> {
  const { url, retries } = target;
  let begun = answer;
  const attempt = async () => {
    const response = begun ?? (await get(target, {}, options.signal));
    begun = undefined;
    if (response.status !== 200) {
      throw refused(url, response, "");
    }
    const total = lengthOf(response);
    const blob = await spool(body(response, target, options.signal), options, total);
    // A compressed body is longer than `Content-Length`, and the compression is not always visible.
    if (blob.size < (total ?? 0)) {
      throw new Transient(cut(url, blob.size, total));
    }
    const message = `the whole file was downloaded, because its server gives no ranges of it: ${why}`;
    const warnings = blob.size > FIRST_REQUEST ? [{ code: "downloaded", message }] : [];
    return { blob, url: new URL(response.url || url), warnings };
  };
  return withRetries(attempt, retries, options.signal);
}

function cut({ href }: URL, at: number, total?: number): AsdfError {
  const of = total === undefined ? "" : ` of ${total}`;
  return new AsdfError("network", `the connection ended after ${at}${of} bytes of ${href}: try again`, {
    offset: at,
  });
}
