/**
 * Carrying out a `Reading`: its result either already lies in the file as it should be, and is then viewed or read
 * straight, or the engine writes it into memory allocated here. WebAssembly memory holds a piece at a time.
 */
import { drive, pieces, readEach, type Work } from "./drive.ts";
import type { Extent, PiecesInfo, Plan, Reading } from "./engine.ts";
import { AsdfError, guard } from "./error.ts";
import type { Bytes } from "./source.ts";

/** What is read into: allocated when first written to, unless the result is there already. */
export class Result {
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
  readonly #nbytes: number;
  #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor({ nbytes, masked, shape }: Pick<PiecesInfo, "nbytes" | "masked" | "shape">) {
    this.#nbytes = nbytes;
    this.mask = masked ? allocate(shape.reduce((size, length) => size * length, 1)) : undefined;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= allocate(this.#nbytes);
    return this.#bytes;
  }

  set bytes(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }
}

/** Up to how many bytes a direct result is read by one call, whose answer then is the result, without a copy. */
const WHOLE = 64 * 2 ** 20;
/** In pieces of how many bytes a larger one is read. */
const PIECE = 16 * 2 ** 20;
const NOTHING = new Uint8Array(0);

/** Carries out a reading. */
export async function fill(
  reading: Reading,
  plan: Plan,
  bytes: Bytes,
  work: Work,
  result: Result,
): Promise<void> {
  const { direct, verify, nbytes, masks } = plan;
  const mask = masks ? result.mask : undefined;
  if (direct === undefined) {
    await drive(into(reading, nbytes > 0 ? result.bytes : NOTHING, mask), bytes, work);
    return;
  }
  result.bytes = await readDirect(direct, bytes, work);
  const rest = known(bytes, direct, result.bytes);
  if (mask !== undefined) {
    await drive(into(reading, NOTHING, mask), rest, work);
  }
  if (verify !== undefined) {
    await drive(into(reading, NOTHING, undefined), rest, work);
  }
}

function into(reading: Reading, output: Uint8Array, mask: Uint8Array | undefined) {
  return {
    next: () => reading.next(output, mask),
    supply: (offset: number, piece: Uint8Array) => reading.supply(offset, piece),
  };
}

/** A view where the bytes are in memory; what is read in one piece is the result itself; else it is put together. */
async function readDirect(extent: Extent, bytes: Bytes, work: Work): Promise<Uint8Array<ArrayBuffer>> {
  const whole = bytes.memory !== undefined || extent.length <= (bytes.most ?? WHOLE);
  let result = whole ? undefined : allocate(extent.length);
  const parts = whole ? [extent] : pieces(extent, bytes.most ?? PIECE);
  await readEach(parts, bytes, work, ({ offset }, piece) => {
    if (result === undefined) {
      result = piece;
    } else {
      result.set(piece, offset - extent.offset);
    }
  });
  return result ?? allocate(0);
}

/** The same bytes, of which those of `extent` are at hand already. */
function known(bytes: Bytes, extent: Extent, content: Uint8Array<ArrayBuffer>): Bytes {
  return {
    ...bytes,
    read: async (offset, length, signal) => {
      const start = offset - extent.offset;
      const inside = start >= 0 && start + length <= extent.length;
      return inside ? content.subarray(start, start + length) : bytes.read(offset, length, signal);
    },
  };
}

function allocate(length: number): Uint8Array<ArrayBuffer> {
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
