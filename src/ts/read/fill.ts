/**
 * Carrying out a `Reading`: its result either already lies in the file as it should be, and is then viewed or read
 * straight, or the engine writes it into memory allocated here. WebAssembly memory holds a piece at a time.
 */

import { AsdfError, guard } from "../api/error.ts";
import { sizeOf } from "../api/shape.ts";
import type { Bytes } from "../source/source.ts";
import type { Extent, PiecesInfo, Plan, Reading } from "../wasm/reader.ts";
import { Arrivals, type Work } from "./arrivals.ts";
import { drive } from "./drive.ts";

/** What is read into: allocated when first written to, unless the result is there already. */
export class Result {
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
  readonly nbytes: number;
  #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor({ nbytes, masked, shape }: Pick<PiecesInfo, "nbytes" | "masked" | "shape">) {
    this.shape = shape;
    this.mask = masked ? allocate(sizeOf(shape)) : undefined;
    this.nbytes = nbytes;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= allocate(this.nbytes);
    return this.#bytes;
  }

  set bytes(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }
}

/** Told the number of the first element of the result that a reading may still write. */
export type Reached = (position: number) => void;

/** Up to how many bytes a direct result is read by one call, whose answer then is the result, without a copy. */
const WHOLE = 64 * 2 ** 20;
/** In pieces of how many bytes a larger one is read. */
const LARGE = 16 * 2 ** 20;
/** In pieces of how many bytes at most it is read by one who looks on, and by the engine. */
export const PIECE = 2 ** 20;
/** The same for one who looks on at what is in a Blob. */
const BLOB_PIECE = 8 * 2 ** 20;
const NOTHING = new Uint8Array(0);

/** Carries out a reading. */
export async function fill(
  reading: Reading,
  plan: Plan,
  bytes: Bytes,
  work: Work,
  result: Result,
  reached?: Reached,
): Promise<void> {
  const { direct, verify, nbytes, masks } = plan;
  const mask = masks ? result.mask : undefined;
  const carryOut = (output: Uint8Array, mask: Uint8Array | undefined, from: Bytes) => {
    const operation = {
      next: () => reading.next(output, mask),
      supply: (offset: number, piece: Uint8Array) => reading.supply(offset, piece),
    };
    return drive(operation, enginePieces(from), work, reached && (() => reached(reading.position())));
  };
  // With a mask all of it goes through the engine anyway.
  if (direct === undefined || (mask !== undefined && bytes.memory === undefined)) {
    await carryOut(nbytes > 0 ? result.bytes : NOTHING, mask, bytes);
    return;
  }
  await readDirect(direct, bytes, work, result, mask === undefined ? reached : undefined);
  const rest = known(bytes, direct, result.bytes);
  if (mask !== undefined) {
    await carryOut(NOTHING, mask, rest);
  }
  if (verify !== undefined) {
    await carryOut(NOTHING, undefined, rest);
  }
}

/** A view where the bytes are in memory; what is read in one piece is the result itself; else it is put together. */
export async function readDirect(
  extent: Extent,
  bytes: Bytes,
  work: Work,
  result: Result,
  reached: Reached | undefined,
): Promise<void> {
  const { memory, most = extent.length > WHOLE ? LARGE : WHOLE } = bytes;
  // A Blob answers at once, but each answer costs a while.
  const looked = bytes.blob ? BLOB_PIECE : PIECE;
  const piece = memory ? Infinity : reached ? looked : most;
  const arrivals = new Arrivals(inPieces(bytes, piece), work);
  try {
    arrivals.want([extent]);
    for (let done = 0; done < extent.length; ) {
      for (const { offset, bytes } of await arrivals.take()) {
        if (bytes.length === extent.length) {
          result.bytes = bytes;
        } else {
          result.bytes.set(bytes, offset - extent.offset);
        }
        done = offset + bytes.length - extent.offset;
      }
      reached?.(Math.floor((done / extent.length) * sizeOf(result.shape)));
    }
  } finally {
    arrivals.end();
  }
}

/** The same bytes, read in pieces as the engine takes them. */
export function enginePieces(bytes: Bytes): Bytes {
  return inPieces(bytes, bytes.memory ? Infinity : PIECE);
}

/** The same bytes, read in pieces of at most so many. */
function inPieces(bytes: Bytes, most: number): Bytes {
  return { ...bytes, most: Math.min(most, bytes.most ?? most) };
}

/** The same bytes, of which those of `extent` are at hand already. */
export function known(bytes: Bytes, extent: Extent, content: Uint8Array<ArrayBuffer>): Bytes {
  return {
    ...bytes,
    read: async (offset, length, signal) => {
      const start = offset - extent.offset;
      const inside = start >= 0 && start + length <= extent.length;
      return inside ? content.subarray(start, start + length) : bytes.read(offset, length, signal);
    },
  };
}

/** Memory filled with zeros. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    const message = `the result takes ${length} bytes, more than this machine can allocate: select less`;
    throw new AsdfError("limit-exceeded", message, { cause });
  }
}

/** The plan of a reading. */
export function planOf(reading: Reading): Plan {
  return guard(() => reading.plan());
}
