/**
 * The value that a typed text becomes. The present value decides its type: a text stays a text whatever it looks like, a float a
 * float, a tagged scalar keeps its tag. A text that is not a value of that type is refused, so that no type changes in silence.
 */

import { shape } from "@asdf-wasm/science/format/format";
import { readTyped, TIMESTAMP, type Typed } from "@asdf-wasm/science/tree/typed";
import { datatypeName, entriesOf, kindOf, valueAt } from "@asdf-wasm/science/tree/values";
import {
  Complex,
  isFloat,
  type NdArray,
  setFloat,
  Tagged,
  type TreeMap,
  type TreeValue,
  tagOf,
  withTag,
} from "asdf-wasm";
import { misuse } from "../exit.ts";
import { put } from "./references.ts";
import { isTimeText } from "./timeText.ts";

/** The present value at a path, if there is one. */
export interface Standing {
  readonly path: string;
  readonly value: TreeValue | undefined;
  readonly float: boolean;
  /** Whether it is the `value` of a time, which has to remain one. */
  readonly isTimeValue: boolean;
}

/** The present value of a key of a holder. */
export function standing(path: string, holder: TreeValue, key: TreeValue): Standing {
  const value = valueAt(holder, key);
  const isObject = typeof holder === "object" && holder !== null;
  return {
    path,
    value,
    float: isObject && isFloat(holder, key),
    isTimeValue: isObject && key === "value" && isTimeTag(tagOf(holder)),
  };
}

/** Reads a text as a value of the present type; if there is no value or null, as JSON, or else as text. */
export function conforming(text: string, before: Standing): Typed {
  const { path, value } = before;
  switch (kindOf(value)) {
    case "null":
      return jsonOf(text) ?? { value: text, float: false };
    case "boolean":
      return text === "true" || text === "false"
        ? { value: text === "true", float: false }
        : refuse(text, path, "a truth value", "true or false");
    case "number":
      return numberOf(text, before);
    case "string":
      return { value: textAs(text, before, isTimeText), float: false };
    case "time":
    case "tagged":
      return { value: taggedOf(text, before, value as Tagged), float: false };
    case "map":
    case "sequence":
      return { value: collectionOf(text, path, value as object), float: false };
    case "array": {
      const { dtype, shape: lengths } = value as NdArray;
      const first = lengths.map(() => 0).join(",");
      const what = `an array (${datatypeName(dtype)}, ${shape(lengths)})`;
      return refuse(text, path, what, `one of its elements by ${path}[${first}]=VALUE`);
    }
    default:
      return refuse(text, path, value instanceof Uint8Array ? "binary data" : "a reference", "its YAML");
  }
}

/** Reads a text as YAML, with the tag that it may have, whatever the present value is. */
export function retyped(text: string, path: string): Typed {
  const json = jsonOf(text);
  if (json) {
    return json;
  }
  try {
    return readTyped(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw misuse(`\`${text}\` for \`${path}\` is no value in YAML: ${why}`);
  }
}

function refuse(text: string, path: string, what: string, instead: string): never {
  const at = path === "" ? "the value" : `\`${path}\``;
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  throw misuse(
    `${at} is ${what}, and \`${short}\` is not: write ${instead}. ${path}:=VALUE replaces it by another type`,
  );
}

function numberOf(text: string, { path, value, float }: Standing): Typed {
  if (value instanceof Complex) {
    const found = complexOf(text, value);
    return found
      ? { value: found, float: false }
      : refuse(text, path, "a complex number", "one such as 1.5-2i");
  }
  const isWhole = typeof value === "bigint" || (Number.isInteger(value) && !float);
  if (isWhole) {
    return /^[-+]?(?:0|[1-9]\d*)$/.test(text)
      ? { value: integerOf(text), float: false }
      : refuse(text, path, "an integer", "a whole number");
  }
  const number = floatOf(text);
  return number === undefined
    ? refuse(text, path, "a float", "a number, .nan or .inf")
    : { value: number, float: true };
}

/** A number, NaN and infinity included; undefined for any other text. */
export function floatOf(text: string): number | undefined {
  const special = /^([-+]?)\.?(inf|nan)$/i.exec(text);
  if (special) {
    const [, sign, name = ""] = special;
    const size = name.toLowerCase() === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
    return sign === "-" ? -size : size;
  }
  const number = Number(text);
  const isNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(number);
  return isNumber ? number : undefined;
}

function integerOf(text: string): number | bigint {
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text.replace(/^\+/, ""));
}

export function complexOf(text: string, before: Complex): Complex | undefined {
  try {
    const { value } = readTyped(text.replace(/j$/, "i"), before);
    return value instanceof Complex ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text; quotes as in JSON are not part of it. The value of a time has to remain a time. */
function textAs(text: string, { path, value, isTimeValue }: Standing, isTime: (text: string) => boolean) {
  const plain = unquoted(text);
  return isTimeValue && isTime(String(value)) && !isTime(plain)
    ? refuse(text, path, "a time", "one such as 2026-11-23T10:00:00")
    : plain;
}

function taggedOf(text: string, before: Standing, { tag, value }: Tagged): Tagged {
  const isTime = kindOf(before.value) === "time";
  // A timestamp of YAML may have a zone; astropy's times have none.
  const isValid = (one: string) => isTimeText(one, tag === TIMESTAMP ? "timestamp" : "time");
  return new Tagged(tag, textAs(text, { ...before, value, isTimeValue: isTime }, isValid));
}

function isTimeTag(tag: string | undefined): boolean {
  return tag !== undefined && /[/:]time-\d/.test(tag);
}

export function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}

/** JSON of a map or list, which keeps what it is. */
function collectionOf(text: string, path: string, before: object): TreeValue {
  const value = jsonOf(text)?.value ?? null;
  if (kindOf(value) !== kindOf(before)) {
    const what = Array.isArray(before) ? "a list" : "a map";
    const inner = `${path}/${String(entriesOf(before as TreeMap)[0]?.[0] ?? "KEY")}`;
    return refuse(text, path, what, `JSON of ${what}, or one of its values by ${inner}=VALUE`);
  }
  return keeping(value as TreeMap | TreeValue[], path, before as TreeMap | TreeValue[]);
}

/** The tag of what stood there stays, and so do the types of its values. */
function keeping(value: TreeMap | TreeValue[], path: string, before: TreeMap | TreeValue[]): TreeValue {
  const areFloats = Array.isArray(before) && before.length > 0 && before.every((_, i) => isReal(before, i));
  for (const [key, inner] of entriesOf(value)) {
    const was = standing(`${path}/${String(key)}`, before, key);
    const isMany = kindOf(inner) === "map" || kindOf(inner) === "sequence";
    const isNew = was.value === undefined || was.value === null;
    if (isMany && !isNew) {
      put(
        value,
        key,
        kindOf(inner) === kindOf(was.value)
          ? keeping(inner as TreeMap, was.path, was.value as TreeMap)
          : refuse(JSON.stringify(inner), was.path, `a ${kindOf(was.value)}`, "one"),
      );
    } else if (!isNew) {
      const typed = conforming(sourceOf(inner), was);
      put(value, key, typed.value);
      setFloat(value, key, typed.float);
    } else if (areFloats && typeof inner === "number") {
      setFloat(value, key);
    }
  }
  const tag = tagOf(before);
  return tag === undefined ? value : withTag(value, tag);
}

function isReal(list: readonly TreeValue[], index: number): boolean {
  const value = list[index];
  return typeof value === "number" && (isFloat(list, index) || !Number.isInteger(value));
}

/** A scalar of JSON as a text that reads as it. */
function sourceOf(value: TreeValue): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** A string or a number of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi;

/** The value of JSON; undefined if the text is not JSON. The package reads it, because JavaScript does not tell 5.0 from 5. */
function jsonOf(text: string): Typed | undefined {
  try {
    JSON.parse(text);
  } catch {
    return /^[-+]?\.?(?:inf|nan)$/i.test(text) && text.includes(".") ? readTyped(text) : undefined;
  }
  const yaml = text.replaceAll(TOKEN, (token) => {
    if (token.startsWith('"')) {
      return JSON.stringify(JSON.parse(token)).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
    const [, digits = "", exponent] = /^([^e]+)(?:e(.+))?$/i.exec(token) ?? [];
    const signed = exponent === undefined || /^[-+]/.test(exponent) ? exponent : `+${exponent}`;
    return signed === undefined ? token : `${digits.includes(".") ? digits : `${digits}.0`}e${signed}`;
  });
  return readTyped(yaml);
}
