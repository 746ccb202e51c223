/** The value of an element of an array, from a typed text: what the datatype cannot hold is refused. */

import { datatypeName } from "@asdf-wasm/science/tree/values";
import { Complex, type Datatype } from "asdf-wasm";
import { misuse } from "../exit.ts";
import { complexOf, floatOf, unquoted } from "./conform.ts";

/** The parts of the value as results of `read()` have them: two of a complex number, else one. */
export function elementOf(
  text: string,
  dtype: Exclude<Datatype, { kind: "struct" }>,
  path: string,
): readonly (number | bigint | string)[] {
  const refuse = (instead: string): never => {
    const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw misuse(`\`${short}\` for \`${path}\` is no ${datatypeName(dtype)}: write ${instead}`);
  };
  if (typeof dtype === "object") {
    return [textOf(text, dtype, refuse)];
  }
  const [, kind, bits = ""] = /^([a-z]+)(\d+)$/.exec(dtype) ?? [];
  switch (kind) {
    case "bool":
      return text === "true" || text === "false" ? [Number(text === "true")] : refuse("true or false");
    case "float":
      return [inRange(floatOf(text) ?? refuse("a number, .nan or .inf"), bits, refuse)];
    case "complex": {
      const found = complexOf(text, new Complex(0, 0)) ?? refuse("a complex number such as 1.5-2i");
      const part = String(Number(bits) / 2);
      return [inRange(found.re, part, refuse), inRange(found.im, part, refuse)];
    }
    default:
      return [integerOf(text, kind === "uint", Number(bits), refuse)];
  }
}

function integerOf(
  text: string,
  isUnsigned: boolean,
  bits: number,
  refuse: (instead: string) => never,
): number | bigint {
  const most = 2n ** BigInt(isUnsigned ? bits : bits - 1) - 1n;
  const least = isUnsigned ? 0n : -most - 1n;
  const range = `a whole number from ${least} to ${most}`;
  // The range has at most 39 digits: more are not read.
  const value = /^[-+]?\d{1,40}$/.test(text) ? BigInt(text.replace(/^\+/, "")) : refuse(range);
  if (value < least || value > most) {
    refuse(range);
  }
  return bits > 32 ? value : Number(value);
}

/** A number that would become infinite is refused. */
function inRange(value: number, bits: string, refuse: (instead: string) => never): number {
  // Half a step above the greatest one a number rounds to infinity.
  const isKept =
    bits === "16" ? Math.abs(value) < 65_520 : bits === "64" || Number.isFinite(Math.fround(value));
  return isKept || !Number.isFinite(value) ? value : refuse("a smaller number, or .inf");
}

/** Texts have a fixed length in the file, behind which zeros are filled in. */
function textOf(
  text: string,
  { kind, length }: Extract<Datatype, { kind: "ascii" | "ucs4" }>,
  refuse: (instead: string) => never,
): string {
  const plain = unquoted(text);
  const what = kind === "ascii" ? "ASCII characters" : "characters";
  if ((kind === "ascii" && /[^\0-\x7f]/.test(plain)) || [...plain].length > length || plain.endsWith("\0")) {
    refuse(`at most ${length} ${what}`);
  }
  return plain;
}
