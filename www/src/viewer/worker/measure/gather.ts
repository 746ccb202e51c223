/**
 * The values of a region's pixels from a rectangle of an array, one after another in the array's own precision, and what was
 * left out: values that are not finite, masked ones, flagged ones.
 */
import type { Excluded, Extreme } from "../../protocol/measure.ts";
import type { PlaneValues } from "../../protocol/plane.ts";
import type { Numbers } from "./numbers/statistics.ts";
import { type Bounds, type Membership, pairs } from "./pixels/membership.ts";

/** Elements of a rectangle of a section, in the array's own type; of complex ones the part that is drawn. */
export interface Tile extends Bounds {
  readonly values: PlaneValues;
  readonly mask?: Uint8Array | undefined;
  /** Bit masks of the same pixels, and the bits that exclude a pixel. */
  readonly flags?: { readonly words: PlaneValues; readonly bits: number } | undefined;
}

export interface Gathered {
  readonly values: Numbers;
  readonly excluded: Excluded;
  /** Exact also for integers of 64 bits and more. */
  readonly sum: number | bigint;
  /** Undefined if there are no values. */
  readonly least: Extreme | undefined;
  readonly greatest: Extreme | undefined;
}

type Integers = BigInt64Array | BigUint64Array | readonly bigint[];

export function gather(tile: Tile, membership: Membership): Gathered {
  const spans = spansIn(tile, membership);
  const size = spans.reduce((sum, { length }) => sum + length, 0);
  const room =
    tile.values instanceof Float32Array || isSmallInteger(tile.values)
      ? new Float32Array(size)
      : new Float64Array(size);
  const indices = isWide(tile.values) ? new Float64Array(size) : undefined;
  const found = take(tile, spans, room, indices);
  return indices && isWide(tile.values) ? exactly(tile, tile.values, indices, found) : found;
}

/** The number of a region's pixels in a rectangle. */
export function countIn(bounds: Bounds, membership: Membership): number {
  return spansIn(bounds, membership).reduce((sum, { length }) => sum + length, 0);
}

interface Span {
  /** Of its first element in the tile. */
  readonly start: number;
  readonly length: number;
}

function spansIn({ x, y, width, height }: Bounds, membership: Membership): Span[] {
  const spans: Span[] = [];
  for (let row = 0; row < height; row += 1) {
    for (const [from, to] of pairs(membership(y + row))) {
      const first = Math.max(from - x, 0);
      const length = Math.min(to - x, width) - first;
      if (length > 0) {
        spans.push({ start: row * width + first, length });
      }
    }
  }
  return spans;
}

/** `indices` gets the elements that were taken. */
function take(tile: Tile, spans: readonly Span[], room: Numbers, indices?: Float64Array): Gathered {
  const { values, mask, flags } = tile;
  const words = flags && wordsOf(flags.words);
  const bits = flags?.bits ?? 0;
  const numbers: ArrayLike<number> = isWide(values) ? Float64Array.from(values, Number) : values;
  let count = 0;
  let sum = 0;
  let [low, high, lowAt, highAt] = [Infinity, -Infinity, -1, -1];
  let [isMasked, isFlagged, notFinite] = [0, 0, 0];
  for (const { start, length } of spans) {
    let part = 0;
    for (let i = start; i < start + length; i += 1) {
      const value = numbers[i] ?? Number.NaN;
      if (mask !== undefined && mask[i] !== 0) {
        isMasked += 1;
      } else if (words !== undefined && ((words[i] ?? 0) & bits) !== 0) {
        isFlagged += 1;
      } else if (value - value !== 0) {
        notFinite += 1;
      } else {
        if (indices !== undefined) {
          indices[count] = i;
        }
        room[count] = value;
        count += 1;
        part += value;
        if (value < low) {
          low = value;
          lowAt = i;
        }
        if (value > high) {
          high = value;
          highAt = i;
        }
      }
    }
    sum += part;
  }
  return {
    values: room.subarray(0, count),
    excluded: { masked: isMasked, flagged: isFlagged, notFinite },
    sum,
    least: lowAt < 0 ? undefined : { value: low, ...placeOf(tile, lowAt) },
    greatest: highAt < 0 ? undefined : { value: high, ...placeOf(tile, highAt) },
  };
}

/** Sum and extremes of integers that numbers do not hold. */
function exactly(tile: Tile, values: Integers, indices: Float64Array, found: Gathered): Gathered {
  let sum = 0n;
  let [lowAt, highAt] = [indices[0] ?? 0, indices[0] ?? 0];
  for (const i of indices.subarray(0, found.values.length)) {
    const value = values[i] ?? 0n;
    sum += value;
    lowAt = value < (values[lowAt] ?? 0n) ? i : lowAt;
    highAt = value > (values[highAt] ?? 0n) ? i : highAt;
  }
  const extreme = (at: number): Extreme => ({ value: values[at] ?? 0n, ...placeOf(tile, at) });
  const isEmpty = found.values.length === 0;
  return {
    ...found,
    sum,
    least: isEmpty ? undefined : extreme(lowAt),
    greatest: isEmpty ? undefined : extreme(highAt),
  };
}

function placeOf({ x, y, width }: Bounds, i: number): { x: number; y: number } {
  return { x: x + (i % width), y: y + Math.floor(i / width) };
}

export function isWide(values: PlaneValues): values is Integers {
  return !ArrayBuffer.isView(values) || values instanceof BigInt64Array || values instanceof BigUint64Array;
}

/** Whether float32 holds every integer of the type. */
function isSmallInteger(values: PlaneValues): boolean {
  return (
    ArrayBuffer.isView(values) &&
    values.BYTES_PER_ELEMENT <= 2 &&
    !(values instanceof Float32Array || values instanceof Float64Array)
  );
}

function wordsOf(values: PlaneValues): ArrayLike<number> {
  return isWide(values) ? Uint32Array.from(values, (word) => Number(BigInt.asUintN(32, word))) : values;
}
