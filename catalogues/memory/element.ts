/** Texts of files as elements of columns. */
import type { Element } from "./column.ts";
import type { ElementType } from "./growing.ts";

/** Numbers as programs write them: those of Fortran have the exponent D. */
export const DECIMAL: RegExp = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/;
export const INTEGER: RegExp = /^[+-]?\d+$/;
/** What is written for numbers that are not finite, with its sign. */
export const NOT_FINITE: RegExp = /^([+-]?)(nan|inf|infinity)$/i;

const RANGES: Readonly<Record<string, readonly [least: number | bigint, most: number | bigint]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** Undefined if the text is no element of the datatype. It has no spaces around it. */
export function elementIn(type: ElementType, text: string): Exclude<Element, null> | undefined {
  switch (type) {
    case "text":
      return text;
    case "bool8":
      return /^(?:true|t|1)$/i.test(text) ? 1 : /^(?:false|f|0)$/i.test(text) ? 0 : undefined;
    case "float16":
      return halved(floatIn(text));
    case "float32":
    case "float64":
      return floatIn(text);
    case "complex64":
    case "complex128":
      return complexIn(text);
    default:
      return integerIn(type, text);
  }
}

function floatIn(text: string): number | undefined {
  if (DECIMAL.test(text)) {
    return Number(/[dD]/.test(text) ? text.replace(/d/i, "e") : text);
  }
  const [, sign, word] = NOT_FINITE.exec(text) ?? [];
  if (word === undefined) {
    return undefined;
  }
  return /^n/i.test(word) ? Number.NaN : sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The nearest number of 16 bits: 11 of its significand, and fewer below the smallest normal one. */
function halved(value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || value === 0) {
    return value;
  }
  const size = Math.abs(value);
  const step = 2 ** (Math.max(Math.floor(Math.log2(size)), -14) - 10);
  const whole = Math.floor(size / step);
  const rest = size / step - whole;
  const rounded = (whole + (rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? 1 : 0)) * step;
  return Math.sign(value) * (rounded > 65504 ? Number.POSITIVE_INFINITY : rounded);
}

function integerIn(type: ElementType, text: string): number | bigint | undefined {
  const [least = 0, most = 0] = RANGES[type] ?? [];
  if (!INTEGER.test(text)) {
    return undefined;
  }
  const value = typeof least === "bigint" ? BigInt(text.replace("+", "")) : Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** As Python writes it: (1-2j), 1+nanj. */
function complexIn(text: string): readonly [number, number] | undefined {
  const bare = text.replace(/^\((.*)\)$/, "$1");
  const [, first = "", second] =
    /^([+-]?(?:[\d.]+(?:e[+-]?\d+)?|nan|inf))(?:([+-](?:[\d.]+(?:e[+-]?\d+)?|nan|inf))j)?$/i.exec(bare) ?? [];
  const [real, imaginary] = [floatIn(first), second === undefined ? 0 : floatIn(second)];
  const alone = /^([^j]+)j$/i.exec(bare)?.[1];
  if (alone !== undefined && real === undefined) {
    const only = floatIn(alone);
    return only === undefined ? undefined : [0, only];
  }
  return real === undefined || imaginary === undefined ? undefined : [real, imaginary];
}
