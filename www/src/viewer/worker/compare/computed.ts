/**
 * The difference or the ratio of two arrays, element by element, as an array that is computed while it is read. NaN and infinities follow
 * IEEE 754; an element that is masked in either array is masked.
 */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { isPlain } from "@asdf-wasm/science/elements/pixels";
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type { PlaneValues } from "@asdf-wasm/science/elements/values";
import { computedArray, type Memory, type MemoryName } from "@asdf-wasm/science/sections/computed";
import { elementsOf } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import type { Computation } from "../../protocol/images/compare.ts";

/** The elements computed at a time. */
const RUN = 2 ** 20;
/** Integers whose differences are exact in 32 bits with a sign. */
const SHORT = /^(bool8|u?int(8|16))$/;
const SINGLE = /^float(16|32)$/;

/** Throws a sentence for arrays of which this cannot be computed. */
export function computed(computation: Computation, one: ReadableArray, other: ReadableArray): ReadableArray {
  for (const { dtype } of [one, other]) {
    if (typeof dtype !== "string") {
      throw new TypeError(`the ${computation} needs two arrays of numbers`);
    }
    if (isComplex(dtype)) {
      throw new TypeError(
        `the ${computation} of complex numbers is not computed here: blink the arrays, or put them side by side`,
      );
    }
  }
  if (!isSameShape(one.shape, other.shape)) {
    const shapes = [one, other].map(({ shape }) => shape.join(" × ")).join(" and ");
    throw new RangeError(
      `the ${computation} needs arrays of one shape, or images that both have a WCS, and these have ${shapes}: put them side by side`,
    );
  }
  return computedArray({
    shape: one.shape,
    dtype: typeOf(computation, String(one.dtype), String(other.dtype)),
    nbytes: one.nbytes + other.nbytes,
    masked: one.masked === true || other.masked === true,
    run: RUN,
    get compression() {
      const both = [one.compression, other.compression];
      return (
        both.find((compression) => compression !== null) ?? (both.includes(undefined) ? undefined : null)
      );
    },
    fill: async (part, { values, mask }, options) => {
      const [left, right] = [await one.read(part, options), await other.read(part, options)];
      if (left.fields || right.fields) {
        throw new TypeError(`the ${computation} needs two arrays of numbers`);
      }
      combine(computation, elementsOf(left).values, elementsOf(right).values, values);
      mask?.forEach((_, i) => {
        mask[i] = (left.mask?.[i] ?? 0) | (right.mask?.[i] ?? 0);
      });
    },
  });
}

function typeOf(computation: Computation, one: string, other: string): MemoryName {
  if (SINGLE.test(one) && SINGLE.test(other)) {
    return "float32";
  }
  if (SHORT.test(one) && SHORT.test(other)) {
    return computation === "difference" ? "int32" : "float64";
  }
  const isSmall = (type: string) => SINGLE.test(type) || SHORT.test(type);
  return isSmall(one) && isSmall(other) ? "float32" : "float64";
}

function combine(computation: Computation, one: PlaneValues, other: PlaneValues, memory: Memory): void {
  if (computation === "ratio") {
    for (let i = 0; i < memory.length; i += 1) {
      memory[i] = Number(one[i]) / Number(other[i]);
    }
  } else if (isPlain(one) && isPlain(other)) {
    for (let i = 0; i < memory.length; i += 1) {
      memory[i] = (one[i] ?? 0) - (other[i] ?? 0);
    }
  } else {
    // Exact before it is rounded once.
    for (let i = 0; i < memory.length; i += 1) {
      const [left = 0, right = 0] = [one[i], other[i]];
      const isWhole = typeof left === "bigint" && typeof right === "bigint";
      memory[i] = isWhole ? Number(left - right) : Number(left) - Number(right);
    }
  }
}
