/**
 * The sources of files: each kind that callers may pass becomes `Bytes`, which return exactly the requested range, or
 * fail.
 */
import { wrong } from "../api/arguments/checks.ts";
import { allocate, copyOf } from "../api/elements.ts";
import { type DiskSource, environment } from "../api/environment.ts";
import { AsdfError, abortedBy, reasonOf } from "../api/error.ts";
import type { ByteSource, OpenOptions, Source, Stream } from "../api/options.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { RequestLimit } from "../bytes/fetch-policy.ts";
import { spool } from "../bytes/spool.ts";
import { orAborted } from "../bytes/work.ts";
import { findEnd } from "./end.ts";
import { type FetchOptions, openUrl } from "./http/remote.ts";
import { downloaded, isResponse, ledTo } from "./indirect.ts";

/** Opens a source. */
export async function bytesOf(given: Source, asked: FetchOptions): Promise<Bytes> {
  const { source, options } = await ledTo(given, asked);
  if (typeof source === "string" || source instanceof URL) {
    const file = await environment().disk?.open(source);
    if (file) {
      return { ...diskBytes(file), name: String(source) };
    }
    const remote = await openUrl(source, options);
    return "blob" in remote ? { ...remote, ...blobBytes(remote.blob) } : remote;
  }
  if (source instanceof Blob) {
    return { ...blobBytes(source), ...(source instanceof File && { name: source.name }) };
  }
  if (isResponse(source)) {
    const { blob, ...rest } = await downloaded(source, options);
    return { ...rest, ...blobBytes(blob) };
  }
  // Streams are tested before byte sources, because Node's streams have a `read` method, too.
  if (isStream(source)) {
    return blobBytes(await spooled(source, options));
  }
  if (isByteSource(source)) {
    return sourceBytes(source, await sizeOfSource(source, options));
  }
  return memoryBytes(source as ArrayBufferLike | ArrayBufferView);
}

/** Bytes in memory. They are not copied, unless other threads can change them. */
export function memoryBytes(
  source: ArrayBufferLike | ArrayBufferView,
): Bytes & { memory: Uint8Array<ArrayBuffer> } {
  const memory = viewOf(source);
  const size = memory.byteLength;
  const read = async (offset: number, length: number) => {
    if (memory.byteLength !== size) {
      throw new AsdfError(
        "source-changed",
        "the buffer was transferred or resized after the file was opened",
      );
    }
    return memory.subarray(offset, offset + length);
  };
  return { size, memory, read };
}

function viewOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array<ArrayBuffer> {
  if (source instanceof ArrayBuffer) {
    return new Uint8Array(source);
  }
  if (!ArrayBuffer.isView(source)) {
    if (typeof SharedArrayBuffer !== "undefined" && source instanceof SharedArrayBuffer) {
      return copyOf(new Uint8Array(source));
    }
    throw wrong(
      "source",
      source,
      "a URL, a Blob, an ArrayBuffer or a view of one, a stream of them, or an object with `size` and `read`",
    );
  }
  const { buffer, byteOffset, byteLength } = source;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : copyOf(new Uint8Array(buffer, byteOffset, byteLength));
}

/** The size of the pieces in which a Blob is copied to given memory: what larger ones took would be held long after. */
const COPIED = 256 * 2 ** 10;

export function blobBytes(blob: Blob): Bytes {
  const changed = (offset: number, cause: unknown) => {
    const message = `the file changed or became unreadable after it was opened: ${reasonOf(cause)}`;
    return new AsdfError("source-changed", message, { offset, cause });
  };
  const cut = (offset: number) =>
    new AsdfError("source-changed", "the file became shorter after it was opened", { offset });
  const read = async (offset: number, length: number) => {
    const bytes = await blob
      .slice(offset, offset + length)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw changed(offset, cause);
      });
    if (bytes.byteLength < length) {
      throw cut(offset);
    }
    return new Uint8Array(bytes);
  };
  const readOn = async (reader: ReadableStreamBYOBReader, memory: ArrayBuffer, offset: number) => {
    const { value } = await reader.read(new Uint8Array(memory)).catch((cause: unknown) => {
      throw changed(offset, cause);
    });
    if (!value?.length) {
      throw cut(offset);
    }
    return value;
  };
  /** Memory for pieces that no reading uses. */
  let free: ArrayBuffer | undefined;
  const readInto: Bytes["readInto"] = async (offset, target, signal) => {
    const reader = readerOf(blob.slice(offset, offset + target.length));
    let memory = free ?? new ArrayBuffer(COPIED);
    free = undefined;
    try {
      for (let done = 0; done < target.length; ) {
        if (signal?.aborted) {
          throw abortedBy(signal);
        }
        const at = offset + done;
        const piece = reader
          ? await readOn(reader, memory, at)
          : await read(at, Math.min(COPIED, target.length - done));
        target.set(piece, done);
        done += piece.length;
        memory = piece.buffer;
      }
      free = memory;
    } finally {
      if (reader) {
        reading.delete(reader);
        // What was not read is dropped at once, and not when the stream is collected.
        reader.cancel().catch(() => {});
      }
    }
  };
  return { size: blob.size, blob, read, readInto };
}

/** Readers in use. Chromium collects a stream that only its own pending answer leads to, which then never comes. */
const reading = new Set<ReadableStreamBYOBReader>();

/** Reads a Blob piece by piece into given memory, in a fourth of the time of slices; undefined where Blobs are no streams of bytes. */
function readerOf(blob: Blob): ReadableStreamBYOBReader | undefined {
  const stream = blob.stream();
  try {
    const reader = stream.getReader({ mode: "byob" });
    reading.add(reader);
    return reader;
  } catch {
    stream.cancel().catch(() => {});
    return undefined;
  }
}

function isByteSource(source: unknown): source is ByteSource {
  return (
    typeof source === "object" && source !== null && "read" in source && typeof source.read === "function"
  );
}

/** Memory that is filled until nobody waits for it any more. */
interface Dropped {
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

function sourceBytes(source: ByteSource, size: number): Bytes {
  const limit = new RequestLimit();
  const fill = async (target: Dropped, offset: number, length: number, signal: AbortSignal | undefined) => {
    for (let done = 0; done < length; ) {
      const at = offset + done;
      const part = viewOf(await readFrom(source, at, length - done, signal));
      if (part.byteLength === 0) {
        const message = `the source gave no bytes, though ${size - at} should follow: it is shorter than its size of ${size}`;
        throw new AsdfError("truncated", message, { offset: at });
      }
      target.bytes?.set(part.subarray(0, length - done), done);
      done += part.byteLength;
    }
  };
  const read: Bytes["read"] = (offset, length, signal) =>
    limit.run(async () => {
      const bytes = allocate(length);
      const target: Dropped = { bytes };
      try {
        // A source that ignores the signal must neither block later requests nor hold what nobody waits for.
        await orAborted(fill(target, offset, length, signal), signal);
        return bytes;
      } finally {
        target.bytes = undefined;
      }
    });
  return { size, read, close: () => source.close?.() };
}

/** Reads a file on disk, directly into the memory of the result. */
function diskBytes(file: DiskSource): Bytes {
  const readInto: Bytes["readInto"] = async (offset, target, signal) => {
    for (let done = 0; done < target.length; ) {
      if (signal?.aborted) {
        throw abortedBy(signal);
      }
      const given = await file.readInto(offset + done, target.subarray(done)).catch((cause: unknown) => {
        throw new AsdfError("network", `the file could not be read: ${reasonOf(cause)}`, { offset, cause });
      });
      if (given === 0) {
        const message = `the file ends at byte ${offset + done}: it became shorter after it was opened`;
        throw new AsdfError("truncated", message, { offset: offset + done });
      }
      done += given;
    }
  };
  const read: Bytes["read"] = async (offset, length, signal) => {
    const bytes = allocate(length);
    await readInto(offset, bytes, signal);
    return bytes;
  };
  return { size: file.size, read, readInto, close: () => file.close() };
}

function isStream(source: unknown): source is Stream {
  return (
    typeof source === "object" && source !== null && (Symbol.asyncIterator in source || "getReader" in source)
  );
}

async function spooled(stream: Stream, options: OpenOptions): Promise<Blob> {
  try {
    return await spool(stream, options);
  } catch (cause) {
    if (cause instanceof AsdfError) {
      throw cause;
    }
    throw new AsdfError("network", `the stream failed: ${reasonOf(cause)}`, { cause });
  }
}

async function sizeOfSource(source: ByteSource, { signal }: OpenOptions): Promise<number> {
  const { size } = source;
  if (size === undefined) {
    const read = async (offset: number, length: number) =>
      viewOf(await orAborted(readFrom(source, offset, length, signal), signal)).byteLength;
    return findEnd(read);
  }
  if (!Number.isSafeInteger(size) || size < 0) {
    throw wrong("size", size, "the whole length of the byte source, in bytes");
  }
  return size;
}

/** Calls the caller's `read`. Its failure becomes the cause of ours. */
async function readFrom(source: ByteSource, offset: number, length: number, signal: AbortSignal | undefined) {
  if (signal?.aborted) {
    throw abortedBy(signal);
  }
  try {
    return await source.read(offset, length, { signal });
  } catch (cause) {
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
    if (cause instanceof AsdfError) {
      throw cause;
    }
    const message = `the source failed to read ${length} bytes: ${reasonOf(cause)}`;
    throw new AsdfError("network", message, { offset, cause });
  }
}
