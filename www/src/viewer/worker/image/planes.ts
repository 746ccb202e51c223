/**
 * Converts an array's plane to what a float texture can hold. The elements stay as they are for the readout; beside
 * them is a float32 copy for the display, shifted and scaled where float32 alone would lose visible detail: times
 * in seconds since 1970 differ in bits that float32 does not have.
 */
import { partOf } from "@asdf-wasm/science/elements/complex";
import { toFrame } from "@asdf-wasm/science/elements/frame";
import { isPlain } from "@asdf-wasm/science/elements/pixels";
import type { ComplexPart, Frame, PlaneValues } from "@asdf-wasm/science/elements/values";

/** Planes of up to this many elements are always read whole. */
export const SMALL = 2 ** 24;
/** The most elements of a plane that page and GPU can hold. */
const PLANE_PIXELS = 2 ** 26;
/** The longest side of an overview: enough for a small screen, and each of its rows is a request. */
const OVERVIEW = 512;

/** The smallest step that keeps a plane within a number of pixels. */
export function stepFor(width: number, height: number, pixels = PLANE_PIXELS): number {
  let step = 1;
  while (Math.ceil(width / step) * Math.ceil(height / step) > pixels) {
    step += 1;
  }
  return step;
}

/** The step of an overview. */
export function stepOverview(width: number, height: number): number {
  return Math.ceil(Math.max(width, height) / OVERVIEW);
}

/** Whether float32 represents every value of the type exactly. */
export function fitsFloat32(values: PlaneValues): boolean {
  return (
    values instanceof Float32Array ||
    values instanceof Int8Array ||
    values instanceof Uint8Array ||
    values instanceof Int16Array ||
    values instanceof Uint16Array
  );
}

/** The values as float32: in the same buffer if they are float32 already. */
export function narrow(
  values: PlaneValues,
  part: ComplexPart | undefined,
  mask: Uint8Array | undefined,
  frame: Frame,
): Float32Array<ArrayBuffer> {
  if (values instanceof Float32Array && values.buffer instanceof ArrayBuffer && !part && !mask) {
    return new Float32Array(values.buffer, values.byteOffset, values.length);
  }
  const numbers = part ? partOf(values, part) : values;
  const isUnchanged = frame.reference === 0 && frame.unit === 1;
  // Many numbers are converted at once in a fraction of the time.
  const display = isUnchanged && isPlain(numbers) ? new Float32Array(numbers) : inFrame(numbers, frame);
  for (let i = 0; mask && i < display.length; i += 1) {
    if (mask[i]) {
      display[i] = Number.NaN;
    }
  }
  return display;
}

function inFrame(numbers: PlaneValues, frame: Frame): Float32Array<ArrayBuffer> {
  const display = new Float32Array(numbers.length);
  for (let i = 0; i < display.length; i += 1) {
    display[i] = toFrame(Number(numbers[i]), frame);
  }
  return display;
}

/** A reference in the middle of the values, and a unit where they are too large or too small for float32. */
export function frameOf(values: PlaneValues, part: ComplexPart | undefined): Frame {
  return fitsFloat32(values)
    ? { reference: 0, unit: 1 }
    : frameOfNumbers(part ? partOf(values, part) : values);
}

function frameOfNumbers(values: ArrayLike<number | bigint>): Frame {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i += 1) {
    const value = Number(values[i]);
    if (Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const spread = high - low;
  if (!(spread > 0)) {
    return { reference: 0, unit: 1 };
  }
  const reference = spread < Math.abs(low) / 2 ? median(values) : 0;
  const reach = Math.max(Math.abs(low - reference), Math.abs(high - reference));
  return { reference, unit: reach > 1e37 || reach < 1e-30 ? reach : 1 };
}

function median(values: ArrayLike<number | bigint>): number {
  const sample: number[] = [];
  const stride = Math.ceil(values.length / 4096);
  for (let i = 0; i < values.length; i += stride) {
    const value = Number(values[i]);
    if (Number.isFinite(value)) {
      sample.push(value);
    }
  }
  sample.sort((a, b) => a - b);
  return sample[sample.length >> 1] ?? 0;
}
