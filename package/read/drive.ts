/**
 * Carries out the operations of the core. An operation asks for the byte ranges that it needs; they are fetched and
 * supplied in ascending order, until it is finished. `readPiece()` reads a piece of an array this way, unless the file
 * contains the result as it is: then it is fetched, or viewed, without the core.
 */

import type { IntoArray } from "../api/arrays.ts";
import { allocate } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { sizeOf } from "../api/shape.ts";
import { type Bytes, type Extent, withKnown } from "../bytes/bytes.ts";
import { coreRanges, directRange, GIVEN, inRanges, READ_AHEAD } from "../bytes/fetch-policy.ts";
import { ReadAhead } from "../bytes/read-ahead.ts";
import { orAborted, pause, proceed, type Work } from "../bytes/work.ts";
import { guard } from "../wasm/failure.ts";
import type { PieceInfo, ReadPlanInfo } from "../wasm/messages.ts";
import type { Operation, PieceReader } from "../wasm/reader.ts";
import { copied, NewMemory } from "./new-memory.ts";
import type { RowFeed } from "./row-feed.ts";

interface Driven extends Operation {
  /** For an operation that may lack room for what it gives, and then asks for no bytes: waits until there is more room. */
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
export function extentsOf(wanted: Float64Array): Extent[] {
  return Array.from({ length: wanted.length / 2 }, (_, i) => ({
    offset: wanted[2 * i] ?? 0,
    length: wanted[2 * i + 1] ?? 0,
  }));
}

/**
 * The result of a read. Its memory is the caller's, or allocated when it is first needed, unless another array becomes the result:
 * one that nobody else has, or with `mayView` a view of the file in memory.
 */
export class ReadResult {
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
  readonly nbytes: number;
  /** Whether its memory is the caller's, so that no other array can become the result. */
  readonly isGiven: boolean;
  /** Whether a view of the file in memory can become the result. */
  readonly mayView: boolean;
  readonly #rows: RowFeed | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #memory: NewMemory | undefined;

  /** `into`: the memory of the result, if it is the caller's. `rows` passes on its rows while it is read. */
  constructor(
    { nbytes, masked, shape }: Pick<ReadPlanInfo, "nbytes" | "masked" | "shape">,
    into?: IntoArray,
    mayView = false,
    rows?: RowFeed,
  ) {
    this.#rows = rows;
    this.mayView = mayView;
    this.shape = shape;
    this.nbytes = nbytes;
    this.isGiven = into !== undefined;
    if (into && into.byteLength !== nbytes) {
      const item = into.BYTES_PER_ELEMENT;
      const message = `\`into\` has ${into.length} elements, and the result [${shape.join(", ")}] has ${nbytes / item}`;
      throw new AsdfError("bad-selection", message);
    }
    if (into) {
      // The memory may be shared: no code that writes to it depends on that.
      this.#bytes = new Uint8Array(into.buffer as ArrayBuffer, into.byteOffset, nbytes);
    }
    this.mask = masked ? allocate(sizeOf(shape)) : undefined;
  }

  /** Whether rows are passed on while it is read. */
  get hasRows(): boolean {
    return this.#rows !== undefined;
  }

  /** Passes on the rows before the first element that a piece may still write, and before `limit`; without a limit, none. */
  advance(position: number, limit: number | undefined): void {
    if (limit !== undefined) {
      this.#rows?.advance(this, Math.min(position, limit));
    }
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= allocate(this.nbytes);
    return this.#bytes;
  }

  /** New memory of the result, of which not all may be written yet; undefined if it has other memory. */
  get memory(): NewMemory | undefined {
    if (this.#bytes === undefined) {
      this.#memory = new NewMemory(this.nbytes);
      this.#bytes = this.#memory.bytes;
    }
    return this.#memory;
  }

  set bytes(bytes: Uint8Array<ArrayBuffer>) {
    if (this.isGiven) {
      this.#bytes?.set(bytes);
    } else {
      this.#bytes = bytes;
    }
  }
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
          reader.setRoom((memory.room / result.nbytes) * sizeOf(result.shape));
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
  if (bytes.readInto && (result.isGiven || bytes.blob === undefined)) {
    await readInPlace(extent, bytes, bytes.readInto, work, result, limit);
    return;
  }
  const most = directRange(bytes, extent.length, limit !== undefined || result.isGiven);
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

/** Reads such bytes into the memory of the result, several ranges at once from a file on disk, which threads read. */
async function readInPlace(
  { offset, length }: Extent,
  bytes: Bytes,
  readInto: NonNullable<Bytes["readInto"]>,
  work: Work,
  result: ReadResult,
  limit: number | undefined,
): Promise<void> {
  const inFlight = bytes.blob ? 1 : READ_AHEAD;
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
