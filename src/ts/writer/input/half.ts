/** Numbers of 16 bits (IEEE 754 binary16), which few JavaScript engines know. */

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** The bits of the nearest number of 16 bits, ties going to the even one. */
export function toHalf(value: number): number {
  const magnitude = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) {
    return 0x7e00;
  }
  // 65520 lies half-way between the largest number and what would be the next.
  if (magnitude >= 65520) {
    return sign | 0x7c00;
  }
  // Multiples of the step that numbers of this size have; below 2⁻¹⁴ it stays the same.
  const exponent = Math.max(magnitude === 0 ? -14 : exponentOf(magnitude), -14);
  const steps = roundToEven(magnitude / 2 ** (exponent - 10));
  // Normal numbers have 2¹⁰ to 2¹¹ steps: what is above 2¹⁰ carries into the exponent by itself.
  return sign | ((exponent + 14) * 1024 + steps);
}

/** The number that 16 bits are. */
export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) {
    return fraction ? Number.NaN : sign * Infinity;
  }
  return sign * (exponent === 0 ? fraction : fraction + 1024) * 2 ** (Math.max(exponent, 1) - 25);
}

/** The exponent of 2 of a number that single precision has room for; smaller ones give -127. */
function exponentOf(magnitude: number): number {
  single[0] = magnitude;
  const exponent = ((bits[0] ?? 0) >>> 23) - 127;
  // Rounding to single precision may have reached the next power of 2.
  return 2 ** exponent > magnitude ? exponent - 1 : exponent;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
