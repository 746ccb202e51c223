/**
 * What the values of a column are (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md): numbers in a typed array, or text.
 * What no number holds exactly, such as times and long decimals, is text in the form of ISO 8601, or with all its digits. The library is
 * given the schema without logical types, so that it leaves values as they are stored.
 */
import { real } from "@asdf-wasm/science/format/format";
import type { TypedArray } from "asdf-wasm";
import type { SchemaElement } from "hyparquet";
import { isNumberType, numbersOf } from "../../memory/growing.ts";

/** A value as it is stored. */
export type Stored = number | bigint | boolean | Uint8Array;
export type Value = number | bigint | string;

export interface ValueType {
  /** The datatype of a column. */
  readonly datatype: string;
  /** The type as Parquet calls it. */
  readonly storedAs: string;
  /** Memory for so many numbers; texts have none. */
  readonly numbers: ((length: number) => TypedArray) | undefined;
  readonly convert: (stored: Stored) => Value;
}

const utf8: Readonly<TextDecoder> = new TextDecoder("utf-8", { ignoreBOM: true });

/** The most digits of which every decimal has a float64 of its own. */
const EXACT_DIGITS = 15;

/** `isText`: bytes without a logical type are text, as other metadata say. */
export function valueTypeOf(element: SchemaElement, isText: boolean): ValueType {
  const { type = "BYTE_ARRAY", converted_type: converted, logical_type: logical } = element;
  const numbers = (datatype: string, convert: (stored: Stored) => Value = plain, storedAs = datatype) => ({
    datatype,
    storedAs,
    numbers: isNumberType(datatype) ? (length: number) => numbersOf(datatype, length) : undefined,
    convert,
  });
  const text = (storedAs: string, convert: (stored: Stored) => string) => ({
    datatype: "text",
    storedAs,
    numbers: undefined,
    convert,
  });
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    const { scale = 0, precision = 0 } = logical?.type === "DECIMAL" ? logical : element;
    const name = `decimal(${precision}, ${scale})`;
    const exact = (stored: Stored) => decimal(integerOf(stored), scale);
    return precision <= EXACT_DIGITS && precision > 0
      ? numbers("float64", (stored) => Number(exact(stored)), name)
      : text(name, exact);
  }
  if (logical?.type === "TIMESTAMP") {
    const digits = DIGITS[logical.unit];
    const zone = logical.isAdjustedToUTC ? "Z" : "";
    const name = `timestamp[${UNITS[logical.unit]}${zone && ", UTC"}]`;
    return text(name, (stored) => dateTime(integerOf(stored), digits) + zone);
  }
  if (converted === "TIMESTAMP_MILLIS" || converted === "TIMESTAMP_MICROS") {
    const digits = converted === "TIMESTAMP_MILLIS" ? 3 : 6;
    return text(
      `timestamp[${digits === 3 ? "ms" : "us"}, UTC]`,
      (stored) => `${dateTime(integerOf(stored), digits)}Z`,
    );
  }
  if (type === "INT96") {
    return text("timestamp[ns] of INT96", (stored) => dateTime(nanosecondsOf(integerOf(stored)), 9));
  }
  if (logical?.type === "TIME" || converted === "TIME_MILLIS" || converted === "TIME_MICROS") {
    const unit = logical?.type === "TIME" ? logical.unit : converted === "TIME_MILLIS" ? "MILLIS" : "MICROS";
    return text(`time[${UNITS[unit]}]`, (stored) => time(integerOf(stored), DIGITS[unit]));
  }
  if (logical?.type === "DATE" || converted === "DATE") {
    return text("date", (stored) => dateTime(integerOf(stored) * 86400n, 0).replace(/T00:00:00$/, ""));
  }
  if (logical?.type === "FLOAT16") {
    return numbers("float16", (stored) => (stored instanceof Uint8Array ? float16(stored) : Number.NaN));
  }
  if (logical?.type === "UUID") {
    return text("uuid", (stored) =>
      hex(stored).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    );
  }
  if (converted === "INTERVAL") {
    return text("interval", interval);
  }
  const integer = integerType(element);
  switch (type) {
    case "BOOLEAN":
      return numbers("bool8", Number);
    case "INT32":
    case "INT64":
      return numbers(integer, WRAPS[integer]);
    case "FLOAT":
      return numbers("float32");
    case "DOUBLE":
      return numbers("float64");
    default: {
      const isString = converted === "UTF8" || logical?.type === "STRING";
      const isOther = ["ENUM", "JSON"].find((name) => name === (logical?.type ?? converted));
      return isString || isOther || isText
        ? text(isOther?.toLowerCase() ?? "string", textOf)
        : text(
            element.type_length ? `binary(${element.type_length})` : "binary",
            (stored) => `0x${hex(stored)}`,
          );
    }
  }
}

/** A value in text that has several, as in JSON; integers have all their digits. */
export function jsonOf(value: Value, { datatype }: ValueType): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  return datatype === "bool8"
    ? String(value === 1)
    : typeof value === "number"
      ? real(value, datatype)
      : String(value);
}

/** Unsigned integers from the signed ones of 32 or 64 bits as which they are stored. */
const WRAPS: Readonly<Record<string, (stored: Stored) => Value>> = {
  uint8: (stored) => Number(stored) & 0xff,
  uint16: (stored) => Number(stored) & 0xffff,
  uint32: (stored) => Number(stored) >>> 0,
  uint64: (stored) => BigInt.asUintN(64, integerOf(stored)),
};

function integerType({ type, converted_type: converted, logical_type: logical }: SchemaElement): string {
  const [, unsigned, bits] = /^(U?)INT_(\d+)$/.exec(converted ?? "") ?? [];
  if (logical?.type === "INTEGER") {
    return `${logical.isSigned ? "" : "u"}int${logical.bitWidth}`;
  }
  return bits === undefined ? (type === "INT64" ? "int64" : "int32") : `${unsigned ? "u" : ""}int${bits}`;
}

const UNITS = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;
const DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

function plain(stored: Stored): Value {
  return typeof stored === "bigint" ? stored : Number(stored);
}

/** Two's complement, the highest byte first. */
function integerOf(stored: Stored): bigint {
  if (!(stored instanceof Uint8Array)) {
    return BigInt(stored);
  }
  const value = stored.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return BigInt.asIntN(8 * stored.length, value);
}

/** INT96: nanoseconds of a day in 64 bits, above them the number of the Julian day. */
function nanosecondsOf(stored: bigint): bigint {
  return ((stored >> 64n) - 2_440_588n) * 86_400_000_000_000n + BigInt.asUintN(64, stored);
}

function decimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(Math.max(scale, 0) + 1, "0");
  const whole = scale > 0 ? digits.slice(0, -scale) : digits + "0".repeat(-Math.min(scale, 0));
  return `${value < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
}

/** Seconds and parts of them, of so many digits. */
function split(value: bigint, digits: number): readonly [seconds: bigint, part: string] {
  const one = 10n ** BigInt(digits);
  const part = ((value % one) + one) % one;
  return [(value - part) / one, digits > 0 ? `.${String(part).padStart(digits, "0")}` : ""];
}

/** From a time since 1970. */
function dateTime(value: bigint, digits: number): string {
  const [seconds, part] = split(value, digits);
  const date = new Date(Number(seconds) * 1000);
  // Beyond the years that dates have, it is the number that is stored.
  return Number.isNaN(date.valueOf()) ? String(value) : date.toISOString().replace(/\.\d+Z$/, part);
}

function time(value: bigint, digits: number): string {
  const [seconds, part] = split(value, digits);
  const two = (number: bigint) => String(number).padStart(2, "0");
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${part}`;
}

function float16(bytes: Uint8Array): number {
  const bits = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const [exponent, fraction] = [(bits >> 10) & 31, (bits & 1023) / 1024];
  const size =
    exponent === 31
      ? fraction > 0
        ? Number.NaN
        : Number.POSITIVE_INFINITY
      : exponent > 0
        ? 2 ** (exponent - 15) * (1 + fraction)
        : 2 ** -14 * fraction;
  return bits >> 15 ? -size : size;
}

/** Months, days and milliseconds, each of 32 bits. */
function interval(stored: Stored): string {
  if (!(stored instanceof Uint8Array) || stored.length !== 12) {
    return hex(stored);
  }
  const view = new DataView(stored.buffer, stored.byteOffset, 12);
  const [months, days, milliseconds] = [0, 4, 8].map((at) => view.getUint32(at, true));
  return `P${months}M${days}DT${(milliseconds ?? 0) / 1000}S`;
}

function hex(stored: Stored): string {
  return stored instanceof Uint8Array
    ? Array.from(stored, (byte) => byte.toString(16).padStart(2, "0")).join("")
    : String(stored);
}

function textOf(stored: Stored): string {
  return stored instanceof Uint8Array ? utf8.decode(stored) : String(stored);
}
