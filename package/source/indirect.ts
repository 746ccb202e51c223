/** Indirect sources, which lead to a file: requests, responses, file handles and lists of one file. */
import { wrong } from "../api/arguments/checks.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import type { FileHandle, FileItems, Source } from "../api/options.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { spool } from "../bytes/spool.ts";
import { refused } from "./http/address.ts";
import type { FetchOptions } from "./http/remote.ts";
import { lengthOf, signs } from "./http/request.ts";

/** What a source leads to, and the options with which that is opened. */
interface Led {
  readonly source: Source;
  readonly options: FetchOptions;
}

/** The file of a handle or a list, and the URL of a request with its headers; any other source is itself. */
export async function ledTo(source: Source, options: FetchOptions): Promise<Led> {
  if (typeof source !== "object" || source === null) {
    return { source, options };
  }
  if (isRequest(source)) {
    return ofRequest(source, options);
  }
  if ("fd" in source && "createReadStream" in source) {
    const message = "the source is a `FileHandle` of Node: open the path of the file instead";
    throw new AsdfError("bad-argument", message);
  }
  if (isHandle(source)) {
    try {
      return { source: await source.getFile(), options };
    } catch (cause) {
      throw new AsdfError("not-found", `the file cannot be opened: ${reasonOf(cause)}`, { cause });
    }
  }
  if (isList(source)) {
    const file = source.item(0);
    if (file === null || source.length !== 1) {
      const others = "`resolve` can give the others that it refers to";
      throw new AsdfError("not-found", `one file is opened, and the list has ${source.length}: ${others}`);
    }
    return { source: file, options };
  }
  return { source, options };
}

function ofRequest(given: Request, options: FetchOptions): Led {
  const { method, url, headers, credentials, cache, signal } = given;
  if (method !== "GET") {
    throw new AsdfError("network", `a file is fetched with GET, and the request is a ${method}`);
  }
  if (signs(options.request)) {
    throw wrong(
      "request",
      options.request,
      "headers and the like where the source is a `Request`: a signer takes a URL",
    );
  }
  const all = new Headers(headers);
  new Headers(options.request?.headers).forEach((value, name) => {
    all.set(name, value);
  });
  const request = { credentials, cache, ...options.request, headers: all };
  return { source: new URL(url), options: { ...options, request, signal: options.signal ?? signal } };
}

export function isResponse(source: unknown): source is Response {
  return typeof Response !== "undefined" && source instanceof Response;
}

/** The body of a response, as a Blob. */
export async function downloaded(
  response: Response,
  options: FetchOptions,
): Promise<Pick<Bytes, "url"> & { blob: Blob }> {
  const url = URL.canParse(response.url) ? new URL(response.url) : undefined;
  const name = url?.href ?? "the response";
  if (!response.ok) {
    response.body?.cancel().catch(() => {});
    throw url
      ? refused(url, response, "")
      : new AsdfError("network", `the response has the status ${response.status} and no file`);
  }
  if (response.status === 206) {
    const message = `${name} is a part of the file (status 206): open the URL, or a \`Request\`, to read by range`;
    throw new AsdfError("range-not-supported", message);
  }
  if (response.bodyUsed) {
    throw new AsdfError("not-found", `the body of ${name} was read before: open it first, or a clone of it`);
  }
  const total = lengthOf(response);
  const blob = response.body ? await received(response.body, name, options, total) : new Blob();
  if (blob.size < (total ?? 0)) {
    throw new AsdfError(
      "network",
      `the connection ended after ${blob.size} of ${total} bytes of ${name}: try again`,
    );
  }
  return { blob, ...(url && { url }) };
}

async function received(
  body: ReadableStream<Uint8Array>,
  name: string,
  options: FetchOptions,
  total: number | undefined,
): Promise<Blob> {
  try {
    return await spool(body, options, total);
  } catch (cause) {
    throw cause instanceof AsdfError
      ? cause
      : new AsdfError("network", `the connection to ${name} broke: ${reasonOf(cause)}`, { cause });
  }
}

/** Whether it is a request of this platform, if that has them. */
export function isRequest(source: object): source is Request {
  return typeof Request !== "undefined" && source instanceof Request;
}

function isHandle(source: object): source is FileHandle {
  return "getFile" in source && typeof source.getFile === "function";
}

function isList(source: object): source is FileItems {
  return "item" in source && typeof source.item === "function" && "length" in source;
}
