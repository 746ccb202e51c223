/** The pixels of a region in a rectangle of an array, row by row, as numbers; those that do not count are no number. */
import type { PlaneValues } from "../elements/values.ts";
import type { Numbers } from "../numbers/statistics.ts";
import { type Bounds, type Membership, pairs } from "./membership.ts";

/** Elements of a rectangle of a section, in the array's own type; of complex ones the part that is drawn. */
export interface Tile extends Bounds {
  readonly values: PlaneValues;
  readonly mask?: Uint8Array | undefined;
  /** Bit masks of the same pixels, and the bits that exclude a pixel. */
  readonly flags?: { readonly words: PlaneValues; readonly bits: number } | undefined;
}

export type Integers = BigInt64Array | BigUint64Array | readonly bigint[];

/** Consecutive pixels of a row. */
export interface Span {
  /** Of its first element in the tile. */
  readonly start: number;
  readonly length: number;
}

/** The most pixels at a time: their values stay in the processor's cache. */
const CHUNK = 2 ** 12;

/** Reads spans one after another; values of every type become float64, so that what works with them meets only one type. */
export class SpanReader {
  /** The values of the last span; NaN for pixels that are masked or flagged. */
  readonly values = new Float64Array(CHUNK);
  masked = 0;
  flagged = 0;

  read({ values, mask, flags }: Tile, { start, length }: Span): void {
    const to = this.values;
    const end = start + length;
    if (isWide(values)) {
      for (let i = 0; i < length; i += 1) {
        to[i] = Number(values[start + i]);
      }
    } else {
      to.set(values.subarray(start, end));
    }
    if (flags !== undefined) {
      this.#flag(flags.words, flags.bits, start, end, mask);
    }
    if (mask !== undefined) {
      this.#mask(mask, start, end);
    }
  }

  /** A pixel that is masked as well counts as masked. */
  #flag(words: PlaneValues, bits: number, start: number, end: number, mask: Uint8Array | undefined): void {
    for (let i = start; i < end; i += 1) {
      if (isFlagged(words, i, bits) && !mask?.[i]) {
        this.values[i - start] = Number.NaN;
        this.flagged += 1;
      }
    }
  }

  #mask(mask: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end; i += 1) {
      if (mask[i] !== 0) {
        this.values[i - start] = Number.NaN;
        this.masked += 1;
      }
    }
  }
}

/** The values of a region that count, one after another; float32 where that holds them. */
export function gather(tile: Tile, membership: Membership): Numbers {
  const memory = new (isNarrow(tile.values) ? Float32Array : Float64Array)(countIn(tile, membership));
  const reader = new SpanReader();
  let count = 0;
  for (const span of spansIn(tile, membership)) {
    reader.read(tile, span);
    for (let i = 0; i < span.length; i += 1) {
      const value = reader.values[i] ?? 0;
      memory[count] = value;
      count += Number(value - value === 0);
    }
  }
  return memory.subarray(0, count);
}

/** The number of a region's pixels in a rectangle. */
export function countIn(bounds: Bounds, membership: Membership): number {
  let count = 0;
  for (const { length } of spansIn(bounds, membership)) {
    count += length;
  }
  return count;
}

/** The spans of a region's rows in a rectangle, the long ones in pieces. */
export function* spansIn({ x, y, width, height }: Bounds, membership: Membership): Generator<Span> {
  for (let row = 0; row < height; row += 1) {
    for (const [from, to] of pairs(membership(y + row))) {
      const end = Math.min(to - x, width);
      for (let first = Math.max(from - x, 0); first < end; first += CHUNK) {
        yield { start: row * width + first, length: Math.min(end - first, CHUNK) };
      }
    }
  }
}

/** The value of an element of a tile; NaN if it does not count. */
export function valueAt({ values, mask, flags }: Tile, i: number): number {
  const isOut = mask?.[i] || (flags && isFlagged(flags.words, i, flags.bits));
  const value = isOut ? Number.NaN : Number(values[i]);
  return Number.isFinite(value) ? value : Number.NaN;
}

function isFlagged(words: PlaneValues, i: number, bits: number): boolean {
  const word = words[i] ?? 0;
  return ((typeof word === "bigint" ? Number(BigInt.asUintN(32, word)) : word) & bits) !== 0;
}

export function isWide(values: PlaneValues): values is Integers {
  return !ArrayBuffer.isView(values) || values instanceof BigInt64Array || values instanceof BigUint64Array;
}

/** Whether float32 holds every value of the type. */
function isNarrow(values: PlaneValues): boolean {
  return values instanceof Float32Array || (ArrayBuffer.isView(values) && values.BYTES_PER_ELEMENT <= 2);
}
