/**
 * Where a file's bytes come from: each kind of source that callers may pass becomes `Bytes`, which always give exactly
 * what is asked for, or fail. Nothing is read ahead and nothing is kept.
 */
import { AsdfError, abortedBy, reasonOf } from "../api/error.ts";
import type { ByteSource, OpenOptions, Source, Stream, Warning } from "../api/types.ts";
import { type FetchOptions, openUrl } from "./http/remote.ts";
import { spool } from "./spool.ts";

/** A file's bytes, by range. */
export interface Bytes {
  readonly size: number;
  /** All of them, where they are in memory that the caller gave. */
  readonly memory?: Uint8Array<ArrayBuffer>;
  /** What they are in, where a part of that can be handed on without reading it. */
  readonly blob?: Blob;
  /** What the file is called, perhaps with a path before it, where it has a name and no URL. */
  readonly name?: string;
  /** Where they were fetched from, to which other files are relative. */
  readonly url?: URL;
  /** The origin that was asked for them: no other may be sent what the caller's `request` holds. */
  readonly asked?: string;
  /** Ranges no further apart than this are better read as one, and none larger than `most`. */
  readonly gap?: number;
  readonly most?: number;
  /** What was odd about getting at them. */
  readonly warnings?: readonly Warning[];
  /** Exactly these bytes: a view of `memory` where there is one, else new memory of the receiver's own. */
  read(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /** Frees what reading takes. */
  close?(): void;
}

/** Opens a path or a `file:` URL, or answers undefined when it is another URL. */
type Disk = (source: string | URL) => Promise<ByteSource> | undefined;

let disk: Disk = () => undefined;

/** There is a disk, and this is how to read from it: the package's entry for Node says so. */
export function useDisk(open: Disk): void {
  disk = open;
}

/** Makes a file's bytes accessible. */
export async function bytesOf(source: Source, options: FetchOptions): Promise<Bytes> {
  if (typeof source === "string" || source instanceof URL) {
    const file = await disk(source);
    if (file) {
      return { ...sourceBytes(file), name: String(source) };
    }
    const remote = await openUrl(source, options);
    return "blob" in remote ? { ...remote, ...blobBytes(remote.blob) } : remote;
  }
  if (source instanceof Blob) {
    return { ...blobBytes(source), ...(source instanceof File && { name: source.name }) };
  }
  // Before byte sources: Node's streams have a `read` too.
  if (isStream(source)) {
    return blobBytes(await spooled(source, options));
  }
  if (isByteSource(source)) {
    return sourceBytes(source);
  }
  return memoryBytes(source);
}

/** Bytes in memory: used where they are, but copied once if other threads can change them. */
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
      return new Uint8Array(source).slice();
    }
    const expected =
      "a URL, a Blob, an ArrayBuffer or a view of one, a stream of them, or an object with `size` and `read`";
    throw new AsdfError("not-found", `there is no source to open: expected ${expected}`);
  }
  const { buffer, byteOffset, byteLength } = source;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(buffer, byteOffset, byteLength).slice();
}

function blobBytes(blob: Blob): Bytes {
  const read = async (offset: number, length: number) => {
    try {
      const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      if (bytes.byteLength === length) {
        return bytes;
      }
    } catch (cause) {
      const message = `the file changed or became unreadable after it was opened: ${reasonOf(cause)}`;
      throw new AsdfError("source-changed", message, { offset, cause });
    }
    throw new AsdfError("source-changed", "the file became shorter after it was opened", { offset });
  };
  return { size: blob.size, blob, read };
}

function isByteSource(source: unknown): source is ByteSource {
  return (
    typeof source === "object" && source !== null && "read" in source && typeof source.read === "function"
  );
}

function sourceBytes(source: ByteSource): Bytes {
  const { size } = source;
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) {
    const message = `a byte source needs \`size\`, its whole length in bytes; it is ${String(size)}`;
    throw new AsdfError("range-not-supported", message);
  }
  const read = async (offset: number, length: number, signal: AbortSignal | undefined) => {
    const whole = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const at = offset + done;
      const piece = viewOf(await answerOf(source, at, length - done, signal));
      if (piece.byteLength === 0) {
        const message = `the source gave no bytes, though ${size - at} should follow: it is shorter than its size of ${size}`;
        throw new AsdfError("truncated", message, { offset: at });
      }
      whole.set(piece.subarray(0, length - done), done);
      done += piece.byteLength;
    }
    return whole;
  };
  return { size, read, close: () => source.close?.() };
}

function isStream(source: object): source is Stream {
  return Symbol.asyncIterator in source || "getReader" in source;
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

/** The caller's own failures are kept as the cause. */
async function answerOf(source: ByteSource, offset: number, length: number, signal: AbortSignal | undefined) {
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
