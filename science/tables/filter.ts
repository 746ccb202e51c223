/** Filters of a column: a comparison such as `> 3`, or text to find. */

import type { ArrayData } from "asdf-wasm";
import { isText } from "../elements/pixels.ts";
import { patternOf } from "../format/matching.ts";

const COMPARISON = /^(<=|>=|!=|<|>|==?)(.*)$/s;

/** By outcome: less, equal, greater. NaN is unequal to everything. */
const OPERATORS: Readonly<Record<string, (less: boolean, equal: boolean, greater: boolean) => boolean>> = {
  "<": (less) => less,
  "<=": (less, equal) => less || equal,
  ">": (_, __, greater) => greater,
  ">=": (_, equal, greater) => equal || greater,
  "=": (_, equal) => equal,
  "==": (_, equal) => equal,
  "!=": (_, equal) => !equal,
};

/** A comparison with an operand, which may be empty while it is typed. */
export interface Comparison {
  readonly operator: string;
  readonly operand: string;
}

/** Undefined if the filter is a text to be found. */
export function comparisonIn(filter: string): Comparison | undefined {
  const [, operator, after = ""] = COMPARISON.exec(filter.trim()) ?? [];
  return operator === undefined ? undefined : { operator, operand: after.trim() };
}

/** The predicate of a filter on rows, or why it is invalid. `textAt` returns the text shown in a row. */
export function filterOf(
  filter: string,
  { data, mask }: ArrayData,
  textAt: (row: number) => string,
): ((row: number) => boolean) | string {
  const { operator = "", operand = "" } = comparisonIn(filter) ?? {};
  const holds = OPERATORS[operator];
  if (!holds) {
    const pattern = patternOf(filter);
    return (row) => pattern.test(textAt(row));
  }
  if (operand === "") {
    return () => true;
  }
  if (isText(data)) {
    return (row) => {
      const text = textAt(row);
      return !mask?.[row] && holds(text < operand, text === operand, text > operand);
    };
  }
  const number = numberIn(operand, data instanceof Float32Array);
  if (number === undefined) {
    return `"${operand}" is no number to compare with`;
  }
  return (row) => {
    const value = data[row];
    return (
      value !== undefined &&
      typeof value !== "string" &&
      !mask?.[row] &&
      holds(value < number, value <= number && value >= number, value > number)
    );
  };
}

/** The number meant: for float32, the value whose shortest text it is. */
export function numberIn(text: string, isFloat32: boolean): number | bigint | undefined {
  const truth = { true: 1, false: 0 }[text.toLowerCase()];
  const number = truth ?? Number(text);
  if (Number.isNaN(number)) {
    return undefined;
  }
  if (/^[+-]?\d+$/.test(text)) {
    return BigInt(text);
  }
  return isFloat32 ? Math.fround(number) : number;
}
