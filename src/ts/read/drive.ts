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
import { coreRanges, directRange, GIVEN, inRanges } from "../bytes/fetch-policy.ts";
import { ReadAhead } from "../bytes/read-ahead.ts";
import { pause, proceed, type Work } from "../bytes/work.ts";
import { guard } from "../wasm/failure.ts";
import type { Operation, PieceInfo, PieceReader, ReadPlanInfo } from "../wasm/reader.ts";

/** Drives an operation until it is finished. `stepped` is called each time the operation cannot go on without more bytes. */
export async function drive(
  operation: Operation,
  bytes: Bytes,
  work: Work,
  stepped?: () => void,
): Promise<void> {
  const ranges = new ReadAhead(bytes, work);
  try {
    for (;;) {
      const wanted = step(operation, stepped);
      stepped?.();
      if (wanted !== undefined) {
        ranges.want(extentsOf(wanted));
      }
      await pause(work);
      if (wanted === undefined) {
        return;
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

/** Lets the operation go on. If it fails, what it has done before is reported, too, unless it trapped. */
function step(operation: Operation, stepped: (() => void) | undefined): Float64Array | undefined {
  try {
    return guard(() => operation.next());
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.cause === undefined) {
      stepped?.();
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

/** The result of a read. Its memory is the caller's, or allocated when it is first needed, unless another array becomes the result. */
export class ReadResult {
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
  readonly nbytes: number;
  /** Whether its memory is the caller's, so that no other array can become the result. */
  readonly isGiven: boolean;
  #bytes: Uint8Array<ArrayBuffer> | undefined;

  /** `into`: the memory of the result, if it is the caller's. */
  constructor(
    { nbytes, masked, shape }: Pick<ReadPlanInfo, "nbytes" | "masked" | "shape">,
    into?: IntoArray,
  ) {
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

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= allocate(this.nbytes);
    return this.#bytes;
  }

  set bytes(bytes: Uint8Array<ArrayBuffer>) {
    if (this.isGiven) {
      this.#bytes?.set(bytes);
    } else {
      this.#bytes = bytes;
    }
  }
}

/** Called with the number of the first element of the result that may still be written. */
export type Reached = (position: number) => void;

const NOTHING = new Uint8Array(0);

/** The description of a piece. */
export function infoOf(reader: PieceReader): PieceInfo {
  return guard(() => reader.info());
}

/** Reads a piece into the result. */
export async function readPiece(
  reader: PieceReader,
  info: PieceInfo,
  bytes: Bytes,
  work: Work,
  result: ReadResult,
  reached?: Reached,
): Promise<void> {
  const { direct, verify, nbytes, masks } = info;
  const mask = masks ? result.mask : undefined;
  const carryOut = (output: Uint8Array, mask: Uint8Array | undefined, from: Bytes) => {
    const operation = {
      next: () => reader.next(output, mask),
      supply: (offset: number, content: Uint8Array) => reader.supply(offset, content),
    };
    return drive(operation, coreRanges(from), work, reached && (() => reached(reader.position())));
  };
  // With a mask, all bytes pass through the core anyway.
  if (direct === undefined || (mask !== undefined && bytes.memory === undefined)) {
    await carryOut(nbytes > 0 ? result.bytes : NOTHING, mask, bytes);
    return;
  }
  await readDirect(direct, bytes, work, result, mask === undefined ? reached : undefined);
  const rest = withKnown(bytes, direct, result.bytes);
  if (mask !== undefined) {
    await carryOut(NOTHING, mask, rest);
  }
  if (verify !== undefined) {
    await carryOut(NOTHING, undefined, rest);
  }
}

/** Reads bytes that are the result as they are: a view if they are in memory; a single response is used without a copy. */
export async function readDirect(
  extent: Extent,
  bytes: Bytes,
  work: Work,
  result: ReadResult,
  reached: Reached | undefined,
): Promise<void> {
  if (result.isGiven && bytes.readInto) {
    await readGiven(extent, bytes.readInto, work, result, reached);
    return;
  }
  const most = directRange(bytes, extent.length, reached !== undefined || result.isGiven);
  const ranges = new ReadAhead(inRanges(bytes, most), work);
  try {
    ranges.want([extent]);
    for (let done = 0; done < extent.length; ) {
      for (const { offset, bytes } of await ranges.take()) {
        if (bytes.length === extent.length) {
          result.bytes = bytes;
        } else {
          result.bytes.set(bytes, offset - extent.offset);
          ranges.reuse(bytes);
        }
        done = offset + bytes.length - extent.offset;
      }
      reached?.(Math.floor((done / extent.length) * sizeOf(result.shape)));
    }
  } finally {
    ranges.end();
  }
}

/** Reads such bytes into the caller's memory, piece by piece. */
async function readGiven(
  { offset, length }: Extent,
  readInto: NonNullable<Bytes["readInto"]>,
  work: Work,
  result: ReadResult,
  reached: Reached | undefined,
): Promise<void> {
  for (let done = 0; done < length; ) {
    const part = result.bytes.subarray(done, done + GIVEN);
    await readInto(offset + done, part, work.signal);
    proceed(work);
    done += part.length;
    reached?.(Math.floor((done / length) * sizeOf(result.shape)));
  }
}
