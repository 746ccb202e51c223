/** One real part of complex numbers, which can be drawn. */
import type { Datatype } from "asdf-wasm";
import type { ComplexPart, PlaneValues } from "./values.ts";

const PARTS: Readonly<Record<ComplexPart, (re: number, im: number) => number>> = {
  amplitude: Math.hypot,
  phase: (re, im) => Math.atan2(im, re),
  real: (re) => re,
  imaginary: (_, im) => im,
};

export function isComplex(dtype: Datatype | string): boolean {
  return typeof dtype === "string" && dtype.startsWith("complex");
}

/** The unit of what is drawn of an array: phases are in radians. */
export function unitOf(
  array: { readonly datatype: string; readonly unit?: string | undefined } | undefined,
  part: ComplexPart,
): string | undefined {
  return array && isComplex(array.datatype) && part === "phase" ? "rad" : array?.unit;
}

/** The part of an array's elements that is drawn; undefined for real numbers. */
export function drawnPart(
  { dtype }: { readonly dtype: Datatype },
  part: ComplexPart,
): ComplexPart | undefined {
  return isComplex(dtype) ? part : undefined;
}

/** The part of one element, in an array of the same precision. */
export function onePart(
  values: ArrayLike<unknown>,
  index: number,
  part: ComplexPart,
): Float32Array | Float64Array {
  const number = PARTS[part](Number(values[2 * index]), Number(values[2 * index + 1]));
  return values instanceof Float32Array ? Float32Array.of(number) : Float64Array.of(number);
}

/** The part of each element of a typed array in which real and imaginary parts alternate. */
export function partOf(values: PlaneValues, part: ComplexPart): Float64Array<ArrayBuffer> {
  const take = PARTS[part];
  const taken = new Float64Array(values.length / 2);
  for (let i = 0; i < taken.length; i += 1) {
    taken[i] = take(Number(values[2 * i]), Number(values[2 * i + 1]));
  }
  return taken;
}
