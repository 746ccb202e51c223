/** float16 (IEEE 754 binary16), which few JavaScript engines support. */

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** Rounds a number to float16, ties to even, and returns its bits. */
export function toHalf(value: number): number {
  const magnitude = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) {
    return 0x7e00;
  }
  // 65520 is the midpoint between the largest float16 and the next power of 2.
  if (magnitude >= 65520) {
    return sign | 0x7c00;
  }
  // The number as a multiple of the spacing of float16 values of this size, which is constant below 2⁻¹⁴.
  const exponent = Math.max(magnitude === 0 ? -14 : exponentOf(magnitude), -14);
  const steps = roundToEven(magnitude / 2 ** (exponent - 10));
  // Normal numbers have 2¹⁰ to 2¹¹ steps: the implicit bit and a carry add to the exponent.
  return sign | ((exponent + 14) * 1024 + steps);
}

/** The number with these 16 bits. */
export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) {
    return fraction ? Number.NaN : sign * Infinity;
  }
  return sign * (exponent === 0 ? fraction : fraction + 1024) * 2 ** (Math.max(exponent, 1) - 25);
}

/** The binary exponent of a number in the range of float32; -127 for smaller numbers. */
function exponentOf(magnitude: number): number {
  single[0] = magnitude;
  const exponent = ((bits[0] ?? 0) >>> 23) - 127;
  // Rounding to float32 can reach the next power of 2.
  return 2 ** exponent > magnitude ? exponent - 1 : exponent;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
