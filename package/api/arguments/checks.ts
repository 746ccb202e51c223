/**
 * Checks of what callers pass: an option that does not exist is refused by its name, because it would silently do nothing,
 * and a value that an option cannot have is refused before anything is read.
 */
import { AsdfError } from "../error.ts";

/** One entry for each option that there is: the compiler finds an option that is missing here. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** Refuses options that `call` does not have. */
export function checkOptions(given: unknown, known: object, call: string): void {
  checkNames(given, known, call, false);
}

/** Refuses options that are probably misspelt: results of other functions may be spread into the same object. */
export function checkSpelling(given: unknown, known: object, call: string): void {
  checkNames(given, known, call, true);
}

function checkNames(given: unknown, known: object, call: string, othersMayBe: boolean): void {
  if (typeof given !== "object" || given === null) {
    throw new AsdfError("bad-argument", `the options of ${call} are ${shown(given)}: expected an object`);
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(known, name)) {
      const near = nearest(name, Object.keys(known));
      if (near === undefined && othersMayBe) {
        continue;
      }
      const hint =
        near === undefined ? `it has ${Object.keys(known).join(", ")}` : `did you mean \`${near}\`?`;
      throw new AsdfError("bad-argument", `${call} has no option \`${name}\`: ${hint}`);
    }
  }
}

/** Refuses a value that the option cannot have. */
export function oneOf(name: string, value: unknown, values: readonly string[]): void {
  if (value !== undefined && !values.includes(value as string)) {
    const near = typeof value === "string" ? nearest(value, values) : undefined;
    const hint = near === undefined ? "" : `; did you mean "${near}"?`;
    throw wrong(name, value, `${values.map((one) => `"${one}"`).join(" or ")}${hint}`);
  }
}

/** The error for an argument or option with a value that it cannot have. */
export function wrong(name: string, value: unknown, expected: string): AsdfError {
  return new AsdfError("bad-argument", `\`${name}\` is ${shown(value)}: expected ${expected}`);
}

/** Checks the options of an operation that takes time: its own, which are `known`, and those that all have. */
export function checkWork(
  options: { readonly signal?: unknown; readonly onProgress?: unknown },
  known: object,
  call: string,
): void {
  checkOptions(options, known, call);
  const { signal, onProgress } = options;
  if (signal instanceof AbortController) {
    throw new AsdfError("bad-argument", "`signal` is an AbortController: pass its `signal`");
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw wrong("signal", signal, "an AbortSignal");
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw wrong("onProgress", onProgress, "a function");
  }
}

/** Refuses one schema where a list of them is expected: a text and bytes would be taken apart. */
export function checkSchemas(schemas: unknown): void {
  const isList = typeof schemas === "object" && schemas !== null && Symbol.iterator in schemas;
  if (schemas !== undefined && (!isList || ArrayBuffer.isView(schemas))) {
    throw wrong("schemas", schemas, "a list of schemas");
  }
}

/** A value in a message. */
function shown(value: unknown): string {
  if (typeof value === "string") {
    return `"${value}"`;
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "a list" : `an object (${value.constructor?.name ?? "without a class"})`;
  }
  return typeof value === "function" ? "a function" : String(value);
}

/** A hint in a message of errors: the name that was probably meant, or none. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}

/** Names are compared only where a person could have typed them: the work grows with the product of the lengths. */
const LONGEST = 100;
const MOST = 10_000;

/** The name that was probably meant: at most a third of its letters differ. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const near = (name.length > LONGEST ? [] : known.slice(0, MOST))
    .filter((other) => Math.abs(other.length - name.length) <= Math.max(1, other.length / 3))
    .map((other) => ({ other, apart: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, apart }) => apart <= Math.max(1, other.length / 3))
    .sort((a, b) => a.apart - b.apart);
  return near[0]?.other;
}

/** How many letters have to be inserted, removed, replaced or swapped with the next to make one text the other (Damerau, Levenshtein). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [at, against] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === against ? 0 : 1);
      const isSwapped = line > 0 && at > 0 && letter === other[at - 1] && one[line - 1] === against;
      const swapped = isSwapped ? (before[at - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
