/**
 * A file at a URL. The first request is for its first bytes and shows whether the server answers by range; then only
 * what is needed is fetched. Otherwise the file is downloaded, once, with a warning that says why.
 *
 * No request makes a browser ask another origin for leave (a CORS preflight), unless the caller's own headers do.
 */
import { AsdfError } from "../../api/error.ts";
import type { OpenOptions, Warning } from "../../api/types.ts";
import type { Bytes } from "../source.ts";
import { spool } from "../spool.ts";
import { refused, urlOf } from "./address.ts";
import { body, get, isEncoded, lengthOf, range, type Target } from "./get.ts";
import { Lanes } from "./lanes.ts";
import { Parts } from "./parts.ts";
import { persist, Transient } from "./persist.ts";
import { contentRange, Version } from "./version.ts";

/** The first bytes asked for: what opening asks for first. */
const FRONT = 64 * 2 ** 10;
/** Browsers' caches confuse more simultaneous requests for ranges of one file. */
const LANES = 4;

/** The beginning of a file that is served by range. */
interface Front {
  readonly version: Version;
  readonly bytes: Uint8Array;
}

/** Why a file has to be downloaded, and the answer that begins to do it, if there is one. */
interface Refusal {
  readonly why: string;
  readonly answer?: Response;
}

/** Memory that is being filled. */
interface Room {
  readonly bytes: Uint8Array<ArrayBuffer>;
  filled: number;
}

/** How to fetch. */
export interface FetchOptions extends OpenOptions {
  /** Fails when nothing may be had from where the server led. */
  readonly admit?: ((url: URL) => void) | undefined;
}

/** A file as a whole. */
export interface Download {
  readonly blob: Blob;
  readonly url: URL;
  readonly asked: string;
  readonly warnings: readonly Warning[];
}

/** Makes the file at a URL accessible by range, or downloads it. */
export async function openUrl(source: string | URL, options: FetchOptions): Promise<Bytes | Download> {
  const { signal, request, admit, http = {} } = options;
  const { gap = 64 * 2 ** 10, most = 8 * 2 ** 20, cache = 64 * 2 ** 20, retries = 4 } = http;
  const target: Target = { url: urlOf(source), request, retries, admit };
  const front = await persist(() => ask(target, signal), retries, signal);
  if ("why" in front) {
    return download(target, front, options);
  }
  const { version, bytes } = front;
  const lanes = new Lanes(LANES);
  const fetchPart = (start: number, end: number, stop: AbortSignal) =>
    lanes.run(() => fetchRange(target, version, start, end, stop));
  // The first bytes at least are kept until opening asks for them.
  const parts = new Parts(fetchPart, Math.max(cache, 4 * FRONT));
  parts.begin(bytes);
  return {
    size: version.size,
    url: version.from,
    asked: target.url.origin,
    gap,
    most: Math.max(1, most),
    read: (offset, length, stop) => parts.read(offset, length, stop),
    close: () => parts.clear(),
  };
}

/** Asks for the first bytes. */
async function ask(target: Target, signal: AbortSignal | undefined): Promise<Front | Refusal> {
  const { url } = target;
  const response = await get(target, range(0, FRONT), signal);
  const room = { bytes: new Uint8Array(FRONT), filled: 0 };
  const found = contentRange(response);
  if (response.status === 200) {
    return { why: "it answers a request for a range with the whole file", answer: response };
  }
  const isRange = response.status === 206 && !isEncoded(response) && (found?.start ?? 0) === 0;
  if (!isRange || !(await receive(response, url, room))) {
    response.body?.cancel().catch(() => {});
    return { why: "it compresses what it sends, or sends something else than the range asked for" };
  }
  const length = lengthOf(response) ?? room.filled;
  const all = room.filled < FRONT ? room.filled : undefined;
  const size = found?.total ?? all ?? (await sizeBehind(target, signal));
  if (size === undefined) {
    return { why: "it does not let its size be known: it should expose the header `Content-Range`" };
  }
  if (room.filled !== length || room.filled < Math.min(size, FRONT)) {
    throw new Transient(cut(url, room.filled));
  }
  return { version: new Version(response, url, size), bytes: room.bytes.subarray(0, room.filled) };
}

/**
 * The size of a file longer than `FRONT`, where `Content-Range` cannot be read: by the length of all the rest, of which
 * nothing is fetched. (HEAD would fail at a presigned URL, and a range that counts from the end asks for leave.)
 */
async function sizeBehind(target: Target, signal: AbortSignal | undefined): Promise<number | undefined> {
  // An answer that is broken off would linger in the browser's cache.
  const request = { ...target.request, cache: "no-store" } as const;
  const response = await get({ ...target, request }, { range: `bytes=${FRONT}-` }, signal);
  response.body?.cancel().catch(() => {});
  const length = response.status === 206 ? lengthOf(response) : undefined;
  return response.status === 416 ? FRONT : length && FRONT + length;
}

/** Fetches a range of a version; a connection that breaks is taken up where it broke. */
async function fetchRange(
  target: Target,
  version: Version,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const room = { bytes: new Uint8Array(end - start), filled: 0 };
  const work = async () => {
    const from = start + room.filled;
    if (from === end) {
      // The connection broke when all of it was here.
      return;
    }
    const response = await get(target, { ...range(from, end), ...version.condition }, signal);
    version.check(response, from);
    if (!(await receive(response, target.url, room))) {
      const message = `${target.url.href} was asked for its bytes from ${from} to ${end} and gave more`;
      throw new AsdfError("range-not-supported", message, { offset: from });
    }
    if (start + room.filled < end) {
      throw new Transient(cut(target.url, start + room.filled));
    }
  };
  await persist(work, target.retries, signal);
  return room.bytes;
}

/** Takes an answer's body; false when there is more of it than room. */
async function receive(response: Response, url: URL, room: Room): Promise<boolean> {
  for await (const piece of body(response, url)) {
    if (piece.length > room.bytes.length - room.filled) {
      return false;
    }
    room.bytes.set(piece, room.filled);
    room.filled += piece.length;
  }
  return true;
}

/** Downloads the whole file. */
async function download(target: Target, { why, answer }: Refusal, options: OpenOptions): Promise<Download> {
  const { url, retries } = target;
  let begun = answer;
  const work = async () => {
    const response = begun ?? (await get(target, {}, options.signal));
    begun = undefined;
    if (response.status !== 200) {
      throw refused(url, response, "");
    }
    const total = lengthOf(response);
    const blob = await spool(body(response, url), options, total);
    // A compressed body is longer than it says, and who compressed it is not always to be seen.
    if (blob.size < (total ?? 0)) {
      throw new Transient(cut(url, blob.size, total));
    }
    const message = `the whole file was downloaded, because its server gives no ranges of it: ${why}`;
    const warnings = blob.size > FRONT ? [{ code: "downloaded", message }] : [];
    return { blob, url: new URL(response.url || url), asked: url.origin, warnings };
  };
  return persist(work, retries, options.signal);
}

function cut({ href }: URL, at: number, total?: number): AsdfError {
  const of = total === undefined ? "" : ` of ${total}`;
  return new AsdfError("network", `the connection ended after ${at}${of} bytes of ${href}: try again`, {
    offset: at,
  });
}
