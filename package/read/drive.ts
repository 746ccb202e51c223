/**
 * Carries out the operations of the core. An operation asks for the byte ranges that it needs; they are fetched and
 * supplied in ascending order, until it is finished. `readPiece()` reads a piece of an array this way, unless the file
 * contains the result as it is: then it is fetched, or viewed, without the core. `Prefetch` begins the pieces behind it.
 */

import { AsdfError } from "../api/error.ts";
import { sizeOf } from "../api/shape.ts";
import { type Bytes, type Extent, withKnown } from "../bytes/bytes.ts";
import {
  coreRanges,
  directRange,
  GIVEN,
  inRanges,
  PREFETCHED_PIECES,
  READ_AHEAD,
  ReadAhead,
  requestRanges,
} from "../bytes/fetch-policy.ts";
import { orAborted, pause, proceed, type Work } from "../bytes/work.ts";
import { guard, release } from "../wasm/failure.ts";
import type { PieceInfo } from "../wasm/messages.ts";
import type { Operation, PieceReader } from "../wasm/reader.ts";
import { copied, type ReadResult } from "./result.ts";

interface Driven extends Operation {
  /** For an operation that may lack memory for what it gives, and then asks for no bytes: waits until there is more. */
  widen?(): Promise<void>;
  /** Passes on what there is of the result, each time the operation cannot go on without more bytes. */
  readonly advance?: (() => void) | undefined;
}

/** Drives an operation until it is finished. */
export async function drive(operation: Driven, bytes: Bytes, work: Work): Promise<void> {
  const ranges = new ReadAhead(bytes, work);
  try {
    for (;;) {
      const wanted = step(operation);
      operation.advance?.();
      if (wanted !== undefined) {
        ranges.want(extentsOf(wanted));
      }
      await pause(work);
      if (wanted === undefined) {
        return;
      }
      if (wanted.length === 0 && operation.widen) {
        await orAborted(operation.widen(), work.signal);
        continue;
      }
      for (const { offset, bytes } of await ranges.take()) {
        guard(() => operation.supply(offset, bytes));
        ranges.reuse(bytes);
      }
    }
  } finally {
    ranges.end();
  }
}

/** Lets the operation go on. If it fails, what it has done before is passed on, too, unless it trapped. */
function step(operation: Driven): Float64Array | undefined {
  try {
    return guard(() => operation.next());
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.cause === undefined) {
      operation.advance?.();
    }
    throw thrown;
  }
}

/** Drives an operation on bytes in memory. */
export function driveSync(operation: Operation, memory: Uint8Array): void {
  for (;;) {
    const wanted = guard(() => operation.next());
    if (wanted === undefined) {
      return;
    }
    for (const { offset, length } of extentsOf(wanted)) {
      guard(() => operation.supply(offset, memory.subarray(offset, offset + length)));
    }
  }
}

/** Ranges as the core lists them: offset, length, offset, length, … */
function extentsOf(wanted: Float64Array): Extent[] {
  return Array.from({ length: wanted.length / 2 }, (_, i) => ({
    offset: wanted[2 * i] ?? 0,
    length: wanted[2 * i + 1] ?? 0,
  }));
}

const NOTHING = new Uint8Array(0);

/** The description of a piece. */
export function infoOf(reader: PieceReader): PieceInfo {
  return guard(() => reader.info());
}

/** Reads a piece into the result. `limit`: the first element that later pieces may write, if rows are passed on. */
export async function readPiece(
  reader: PieceReader,
  info: PieceInfo,
  bytes: Bytes,
  work: Work,
  result: ReadResult,
  limit?: number,
): Promise<void> {
  const { direct, verify, nbytes, masks } = info;
  const mask = masks ? result.mask : undefined;
  const memory = direct === undefined && nbytes > 0 ? result.memory : undefined;
  const carryOut = (output: Uint8Array, mask: Uint8Array | undefined, from: Bytes) => {
    const operation = {
      next: () => {
        if (memory) {
          reader.setRoom((memory.writable / result.nbytes) * sizeOf(result.shape));
        }
        return reader.next(output, mask);
      },
      ...(memory && { widen: () => memory.widen() }),
      supply: (offset: number, content: Uint8Array) => reader.supply(offset, content),
      ...(limit !== undefined && { advance: () => result.advance(reader.position(), limit) }),
    };
    return drive(operation, coreRanges(from), work);
  };
  // With a mask, all bytes pass through the core anyway.
  if (direct === undefined || (mask !== undefined && bytes.memory === undefined)) {
    try {
      await carryOut(nbytes > 0 ? result.bytes : NOTHING, mask, bytes);
    } catch (thrown) {
      memory?.abandon();
      throw thrown;
    }
    return;
  }
  await readDirect(direct, bytes, work, result, mask === undefined ? limit : undefined);
  const rest = withKnown(bytes, direct, result.bytes);
  if (mask !== undefined) {
    await carryOut(NOTHING, mask, rest);
  }
  if (verify !== undefined) {
    await carryOut(NOTHING, undefined, rest);
  }
}

/** Reads bytes that are the result as they are. A single response becomes the result; bytes in memory do so on request. */
export async function readDirect(
  extent: Extent,
  bytes: Bytes,
  work: Work,
  result: ReadResult,
  limit: number | undefined,
): Promise<void> {
  const most = directRange(bytes, extent.length, limit !== undefined || result.isGiven);
  if (bytes.readInto && (result.isGiven || bytes.blob === undefined || extent.length > most)) {
    await readInPlace(extent, bytes, bytes.readInto, work, result, limit);
    return;
  }
  const source = inRanges(bytes, most);
  // Memory that cannot be had is refused before anything is fetched.
  const whole = extent.length > (source.most ?? Infinity) ? result.bytes : undefined;
  const ranges = new ReadAhead(source, work);
  try {
    ranges.want([extent]);
    for (let done = 0; done < extent.length; ) {
      for (const { offset, bytes: part } of await ranges.take()) {
        if (whole === undefined) {
          const isOwn = bytes.memory === undefined || result.mayView || result.isGiven;
          result.bytes = isOwn ? part : await copied(part);
        } else {
          whole.set(part, offset - extent.offset);
          ranges.reuse(part);
        }
        done = offset + part.length - extent.offset;
      }
      result.advance(Math.floor((done / extent.length) * sizeOf(result.shape)), limit);
    }
  } finally {
    ranges.end();
  }
}

/** Reads such bytes into the memory of the result, several ranges at once: what is read of a Blob is copied by this thread. */
async function readInPlace(
  { offset, length }: Extent,
  bytes: Bytes,
  readInto: NonNullable<Bytes["readInto"]>,
  work: Work,
  result: ReadResult,
  limit: number | undefined,
): Promise<void> {
  const inFlight = bytes.blob ? 2 : READ_AHEAD;
  const most = Math.min(GIVEN, directRange(bytes, length, limit !== undefined));
  const parts: { readonly end: number; readonly filled: Promise<void> }[] = [];
  let begun = 0;
  try {
    for (let done = 0; done < length; ) {
      while (begun < length && parts.length < inFlight) {
        const part = result.bytes.subarray(begun, begun + most);
        const filled = readInto(offset + begun, part, work.signal);
        // Avoids an unhandled rejection: a part is awaited in its turn.
        filled.catch(() => {});
        begun += part.length;
        parts.push({ end: begun, filled });
      }
      await orAborted(parts[0]?.filled ?? Promise.resolve(), work.signal);
      proceed(work);
      done = parts.shift()?.end ?? length;
      result.advance(Math.floor((done / length) * sizeOf(result.shape)), limit);
    }
  } finally {
    // After a failure, nothing is written to the caller's memory.
    await (result.isGiven && Promise.allSettled(parts.map(({ filled }) => filled)));
  }
}

interface BegunPiece {
  readonly reader: PieceReader;
  readonly ranges: readonly PrefetchedRange[];
}

interface PrefetchedRange extends Extent {
  readonly content: Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Prefetches for the next pieces of a read: while one piece is read, the next ones are begun, and the bytes that they need
 * first are requested. They write nothing before their turn, so pieces that overlap are still written in order.
 */
export class Prefetch {
  /** The source's bytes, some of which are prefetched. */
  readonly bytes: Bytes;
  readonly #source: Bytes;
  readonly #blocks: readonly (number | null)[];
  readonly #begin: (index: number) => PieceReader;
  readonly #begun = new Map<number, BegunPiece>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal | undefined;
  #ranges: readonly PrefetchedRange[] = [];

  /** `blocks`: the block that each piece is in; null: the piece is not begun before its turn. */
  constructor(
    blocks: readonly (number | null)[],
    begin: (index: number) => PieceReader,
    bytes: Bytes,
    work: Work,
  ) {
    this.#blocks = blocks;
    this.#begin = begin;
    this.#source = bytes;
    this.bytes =
      bytes.memory || blocks.length === 1
        ? bytes
        : { ...bytes, readInto: undefined, read: (...range) => this.#read(...range) };
    this.#signal = work.signal;
    this.#signal?.addEventListener("abort", this.#aborted);
  }

  /** The reader of the piece whose turn it is; the caller frees it. */
  take(index: number): PieceReader {
    const { reader, ranges } = this.#begun.get(index) ?? { reader: this.#begin(index), ranges: [] };
    this.#begun.delete(index);
    this.#ranges = ranges;
    if (!this.#source.memory) {
      this.#beginNext(index);
    }
    return reader;
  }

  /** Drops what was not taken. */
  end(): void {
    // By hand: as an option of the listener, a second signal makes Node hold the listener, and so the result, as long as the first one.
    this.#signal?.removeEventListener("abort", this.#aborted);
    this.#stop.abort();
    for (const { reader } of this.#begun.values()) {
      release(reader);
    }
    this.#begun.clear();
  }

  readonly #aborted = (): void => this.end();

  #beginNext(index: number): void {
    // Pieces of one block wait for each other: the next reader continues where the one before it stopped.
    const busy = new Set([this.#blocks[index]]);
    for (let next = index + 1; next <= index + PREFETCHED_PIECES; next += 1) {
      const block = this.#blocks[next] ?? null;
      if (block !== null && !busy.has(block) && !this.#begun.has(next)) {
        this.#beginEarly(next);
      }
      busy.add(block);
    }
  }

  #beginEarly(index: number): void {
    let reader: PieceReader | undefined;
    try {
      reader = this.#begin(index);
      const begun = reader;
      const wanted = extentsOf(guard(() => begun.ahead()));
      const ranges = [...requestRanges(wanted, coreRanges(this.#source))].map((extent) => {
        const content = this.#source.read(extent.offset, extent.length, this.#stop.signal);
        // Avoids an unhandled rejection: the read of the piece reports the failure.
        content.catch(() => {});
        return { ...extent, content };
      });
      this.#begun.set(index, { reader, ranges });
    } catch {
      // It fails again in its turn, after the pieces before it have been read.
      if (reader) {
        release(reader);
      }
    }
  }

  async #read(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const range = this.#ranges.find(
      (one) => one.offset <= offset && offset + length <= one.offset + one.length,
    );
    if (range === undefined) {
      return this.#source.read(offset, length, signal);
    }
    const start = offset - range.offset;
    return (await range.content).subarray(start, start + length);
  }
}
