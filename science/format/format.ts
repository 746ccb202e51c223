/** Numbers, sizes and places as text, the same everywhere. */
import type { Elements } from "../elements/values.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

export function bytes(count: number): string {
  let scaled = count;
  let unit = 0;
  while (scaled >= 1000 && unit < UNITS.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  if (count === 1) {
    return "1 byte";
  }
  return `${unit === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${UNITS[unit]}`;
}

export function shape(lengths: readonly number[]): string {
  return lengths.length === 0 ? "scalar" : lengths.join(" × ");
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}

/** "10,000": with the thousands apart from five digits on, unless the number is shorter with an exponent. */
export function grouped(value: number): string {
  const plain = String(value);
  if (!Number.isInteger(value) || Math.abs(value) < 1e4 || plain.includes("e")) {
    return plain;
  }
  const exponential = value.toExponential().replace("e+", "e");
  return plain.length > 9 && exponential.length < plain.length - 3 ? exponential : value.toLocaleString("en");
}

/** "3rd" of 3. */
export function ordinal(count: number): string {
  const ending = ["th", "st", "nd", "rd"][count % 10];
  return `${count}${ending && Math.floor(count / 10) % 10 !== 1 ? ending : "th"}`;
}

/** The number with this many significant digits. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

export function withUnit(value: string | number, unit: string | undefined): string {
  return unit ? `${value} ${unit}` : String(value);
}

/** What an axis or a column is called: `flux (Jy)`. */
export function titled(name: string, unit: string | undefined): string {
  return unit ? `${name} (${unit})` : name;
}

/** Two limits, short, but with enough digits to tell them apart. */
export function limits(low: number, high: number): readonly [low: string, high: string] {
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const shared = high > low ? Math.ceil(Math.log10(magnitude / (high - low))) : 0;
  const digits = Math.min(Math.max(4, shared + 3), 15);
  return [String(rounded(low, digits)), String(rounded(high, digits))];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number with the digits that tell a millionth of a range apart, six at least. */
export function apart(value: number, range: Range): string {
  return String(rounded(value, Math.max(digitsApart(value, range, 6), 6)));
}

/** How many digits a number needs so that steps of the range times 10 to the power of −`places` differ; 17 are all. */
export function digitsApart(value: number, { min, max }: Range, places: number): number {
  const digits = places + Math.ceil(Math.log10(Math.abs(value) / (max - min)));
  return Number.isFinite(digits) ? Math.min(digits, 17) : 17;
}

/** The element in full: float32 with the digits that identify it, integers whole. */
export function element({ values, mask, complex: pairs }: Elements, index: number): string {
  if (mask?.[index]) {
    return "masked";
  }
  return pairs ? complex(values, index) : scalar(values, index);
}

/** Characters of a text that are laid out where it has to wrap anywhere: browsers take time that grows with their square. */
const LAID_OUT = 1000;

/** A text of a file as facts show it: of a very long one the beginning, and how long it is. Copies are made of the whole. */
export function cut(text: string): string {
  return text.length <= LAID_OUT ? text : `${text.slice(0, LAID_OUT)}… (${many(text.length, "character")})`;
}

/** A text, of a longer one than `limit` both ends. */
export function bothEnds(text: string, limit: number): string {
  const half = Math.floor(limit / 2);
  return text.length <= limit ? text : `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** A text as it is, any other value as JSON, in which numbers are texts that JSON has not. */
export function plainly(value: unknown): string {
  const plain = (_key: string, one: unknown) =>
    typeof one === "bigint" || (typeof one === "number" && !Number.isFinite(one)) ? String(one) : one;
  return typeof value === "string" ? value : JSON.stringify(value, plain);
}

/** Text on one line and not longer than `limit`. */
export function oneLine(text: string, limit: number): string {
  const line = text.slice(0, limit + 1).replace(/\s+/g, " ");
  return text.length > limit ? `${line.slice(0, limit)}…` : line;
}

/** Text on one line, of a longer one than `limit` both ends. */
export function lineOfEnds(text: string, limit: number): string {
  return bothEnds(text, limit).replace(/\s+/g, " ");
}

/** The text of an element in at most `most` characters; a number keeps as many digits as fit. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const value = Number(text);
  for (let digits = most; digits > 0 && Number.isFinite(value); digits -= 1) {
    const plain = String(rounded(value, digits));
    const scientific = value.toExponential(digits - 1).replace("e+", "e");
    const short = [plain, scientific].find(({ length }) => length <= most);
    if (short !== undefined) {
      return short;
    }
  }
  return `${text.slice(0, most - 1)}…`;
}

/** The complex element whose parts are at `2 * index` and after it. */
export function complex(values: ArrayLike<unknown>, index: number, part = scalar): string {
  const imaginary = part(values, 2 * index + 1);
  return `${part(values, 2 * index)}${imaginary.startsWith("-") ? " " : " +"}${imaginary}i`;
}

export function scalar(values: ArrayLike<unknown>, index: number): string {
  const value = values[index];
  // The text of −0 would be that of 0.
  if (Object.is(value, -0)) {
    return "-0";
  }
  return values instanceof Float32Array && typeof value === "number" ? float32(value) : String(value);
}

/** A real number with the digits that its datatype can distinguish. */
export function real(value: number, datatype: string): string {
  return /^(float16|float32|complex64)$/.test(datatype) ? float32(value) : String(value);
}

/** The element with few digits. */
export function brief(values: ArrayLike<unknown>, index: number): string {
  const value = values[index];
  return String(typeof value === "number" ? rounded(value, 6) : value);
}

/** The shortest decimal that rounds to the same float32. */
function float32(value: number): string {
  if (!Number.isFinite(value)) {
    return String(value);
  }
  for (let digits = 6; digits < 9; digits += 1) {
    const short = rounded(value, digits);
    if (Math.fround(short) === value) {
      return String(short);
    }
  }
  return String(rounded(value, 9));
}

interface Place {
  readonly uri?: string | undefined;
  readonly path?: string | undefined;
  readonly block?: number | undefined;
  readonly offset?: number | undefined;
}

/** Where something happened, if that is known. */
export function place({ uri, path, block, offset }: Place): string {
  return [
    uri === undefined ? "" : `in ${uri}`,
    path === undefined ? "" : path === "" ? "the root of the tree" : path,
    block === undefined ? "" : `block ${block}`,
    offset === undefined ? "" : `byte ${offset}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** A message about the tree's text without its line, for use where that line is marked. */
export function withoutLine(message: string): string {
  return message.replace(/^line \d+(, column \d+)? of the tree: /, "");
}
