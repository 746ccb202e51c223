/**
 * Files that gzip has compressed as a whole, as archives serve FITS (RFC 1952): they are unpacked to a Blob, because nothing in
 * them can be read by range. In Node and Chromium a file may consist of several members.
 */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { OpenOptions } from "../api/options.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { spool } from "../bytes/spool.ts";
import { LOOKED_AT, withKind } from "./lookalikes.ts";
import { blobBytes } from "./source.ts";

/** A small file may claim anything: one that becomes larger is refused. In Node, Blobs are smaller than 4 GiB. */
const MOST = 2 ** 32 - 1;

/** How many stored bytes are read at a time. */
const PART = 2 ** 20;

/**
 * Opens a file or, if it is one that gzip has packed, what is in it. Only what `open` refuses is looked at, so that other files cost
 * no request more. The file is closed if it is not the one that opens.
 */
export async function openUnpacked<T>(
  bytes: Bytes,
  options: OpenOptions,
  open: (bytes: Bytes) => Promise<T>,
): Promise<T> {
  try {
    return await open(bytes);
  } catch (thrown) {
    try {
      if (!isRefusal(thrown)) {
        throw thrown;
      }
      const first = await beginning(bytes, options.signal);
      if (first[0] !== 0x1f || first[1] !== 0x8b) {
        throw withKind(thrown, first, bytes.url !== undefined);
      }
      return await openPacked(await unpacked(bytes, options), options, open);
    } finally {
      bytes.close?.();
    }
  }
}

async function openPacked<T>(
  bytes: Bytes,
  { signal }: OpenOptions,
  open: (bytes: Bytes) => Promise<T>,
): Promise<T> {
  try {
    return await open(bytes);
  } catch (thrown) {
    throw isRefusal(thrown) ? withKind(thrown, await beginning(bytes, signal), false) : thrown;
  }
}

function isRefusal(thrown: unknown): thrown is AsdfError {
  return thrown instanceof AsdfError && thrown.code === "not-asdf";
}

function beginning(bytes: Bytes, signal: AbortSignal | undefined): Promise<Uint8Array> {
  return bytes.read(0, Math.min(LOOKED_AT, bytes.size), signal);
}

/** What is packed in a file. */
async function unpacked(bytes: Bytes, options: OpenOptions): Promise<Bytes> {
  const most = Math.min(options.limits?.output ?? MOST, MOST);
  const gunzip = new DecompressionStream("gzip");
  const counted = bounded(most);
  const { signal, onProgress } = options;
  try {
    const blob = await spool(stored(bytes, signal).pipeThrough(gunzip).pipeThrough(counted), {
      signal,
      onProgress,
    });
    const { name, url } = bytes;
    return { ...blobBytes(blob), ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
  } catch (cause) {
    if (cause instanceof AsdfError) {
      throw cause;
    }
    const message = `the file is compressed by gzip and is damaged or cut: it cannot be unpacked (${reasonOf(cause)})`;
    throw new AsdfError("corrupt-data", message, { cause });
  }
}

function bounded(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(bytes, controller) {
      size += bytes.length;
      if (size > most) {
        const message = `the file is compressed by gzip and holds more than ${most} bytes: unpack it first`;
        controller.error(new AsdfError("limit-exceeded", message));
      } else {
        controller.enqueue(bytes);
      }
    },
  });
}

/** The stored bytes one part after another. */
function stored(bytes: Bytes, signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const length = Math.min(PART, bytes.size - at);
      if (length > 0) {
        const part = await bytes.read(at, length, signal);
        at += length;
        controller.enqueue(part.slice());
      } else {
        controller.close();
      }
    },
  });
}
