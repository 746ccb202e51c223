/** Files in buckets, read for the page by this process: keys stay here, and the page gets bytes. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AsdfError, type ByteSource } from "asdf-wasm";
import { Bucket } from "asdf-wasm/buckets";
import { namedIn, sourceInBucket } from "../buckets/bucket.ts";
import { knownBuckets } from "../buckets/credentials.ts";
import { Problem, reasonOf } from "../exit.ts";
import { isShown } from "./files.ts";

export interface RemoteFile {
  /** As the argument names it. */
  readonly address: string;
  /** Its bytes; asked for once. */
  readonly opened: () => Promise<ByteSource>;
  /** Another one once the file was replaced in the bucket. */
  readonly etag: string;
  /** Once the file was replaced in the bucket: the next request opens it again. */
  readonly forget: () => void;
}

/** The files that an argument names: one, or those in a folder, at most `most`. */
export async function filesInBucket(source: string, most: number): Promise<readonly RemoteFile[]> {
  const { bucket, key } = namedIn(source);
  if (key !== "" && !key.endsWith("/")) {
    const file = remote(source);
    // Wrong keys are said before a browser starts.
    await file.opened();
    return [file];
  }
  const found: RemoteFile[] = [];
  for await (const { files } of new Bucket(bucket, await knownBuckets()).list({
    prefix: key,
    delimiter: "/",
  })) {
    found.push(
      ...files.filter((file) => isShown(file.key)).map((file) => remote(`s3://${bucket}/${file.key}`)),
    );
    if (found.length >= most) {
      break;
    }
  }
  if (found.length === 0) {
    throw new Problem(`${source} has no ASDF or FITS files (*.asdf, *.fits)`);
  }
  return found.slice(0, most);
}

function remote(address: string): RemoteFile {
  let opening: Promise<ByteSource> | undefined;
  let version = 0;
  const opened = () => {
    opening ??= sourceInBucket(address).catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
  const forget = () => {
    opening = undefined;
    version += 1;
  };
  return {
    address,
    opened,
    forget,
    get etag() {
      return `"${version}"`;
    },
  };
}

/** The most that is read before it is sent on. */
const PIECE = 2 ** 22;

/** Answers a request for a file, or for a range of it. */
export async function deliverRemote(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  file: RemoteFile,
): Promise<void> {
  const stopping = new AbortController();
  response.once("close", () => stopping.abort());
  try {
    const source = await file.opened();
    const { size = 0 } = source;
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(last ? Number(last) + 1 : size, size);
    if (first !== undefined && start >= end) {
      response.writeHead(416, { "Content-Range": `bytes */${size}` }).end();
      return;
    }
    const whole = { ETag: file.etag, "Accept-Ranges": "bytes", "Content-Length": end - start };
    const range = { "Content-Range": `bytes ${start}-${end - 1}/${size}` };
    const status = first === undefined ? 200 : 206;
    const head = first === undefined ? whole : { ...whole, ...range };
    for (let at = start; at < end && method !== "HEAD"; ) {
      const bytes = await source.read(at, Math.min(PIECE, end - at), { signal: stopping.signal });
      if (!response.headersSent) {
        response.writeHead(status, head);
      }
      at += bytes.length;
      if (!response.write(bytes)) {
        await once(response, "drain", { signal: stopping.signal });
      }
    }
    if (!response.headersSent) {
      response.writeHead(status, head);
    }
    response.end();
  } catch (cause) {
    if (cause instanceof AsdfError && cause.code === "source-changed") {
      file.forget();
    }
    if (response.headersSent || stopping.signal.aborted) {
      response.destroy();
      return;
    }
    // As buckets write their errors: the page shows the sentence.
    const reason = reasonOf(cause).replaceAll(/[<>&]/g, " ");
    response.writeHead(403).end(`<Error><Code>Bucket</Code><Message>${reason}</Message></Error>`);
  }
}
