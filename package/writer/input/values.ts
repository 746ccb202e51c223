/** Classifies the values of a tree to be written, and rejects those that ASDF cannot represent. */
import { AsdfError, detailOf } from "../../api/error.ts";
import { isMark } from "../../api/marks/marks.ts";
import { originalOf } from "../../api/marks/originals.ts";
import { NdArray } from "../../api/ndarray.ts";
import { pathOf, type Visit } from "../../api/path.ts";
import { Reference } from "../../api/tree.ts";
import { Complex, Tagged, tagOf } from "../../api/values.ts";
import { NewArray } from "./array.ts";

/** What `structuredClone()` leaves of an `NdArray`. */
const CLONED = ["shape", "dtype", "byteorder", "strides", "offset", "source", "masked"];

const BINARY = "tag:yaml.org,2002:binary";

export type Kind =
  | "null"
  | "boolean"
  | "number"
  | "bigint"
  | "string"
  | "date"
  | "bytes"
  | "tagged"
  | "complex"
  | "reference"
  | "array"
  | "map"
  | "sequence";

/** Whether a value is binary data of the tree: a `!!binary` that was read. */
export function isBinary(value: object): value is Uint8Array {
  return value instanceof Uint8Array && tagOf(value) === BINARY;
}

/** The longest integer, in bits: readers refuse more words of a `core/integer`. */
const LONGEST_INTEGER = 32 << 14;

/** The properties of what `read()` and `preview()` give. */
const READ = new Set(["data", "shape", "stride", "mask", "step"]);
const READ_RECORDS = new Set(["fields", "shape", "step"]);

/** Records are nested at most so deep: an object may contain itself. */
const DEEPEST = 32;

/** Whether a value is a result of `read()`, or a copy of one. */
function isRead(value: unknown, depth = 0): boolean {
  const isThere = typeof value === "object" && value !== null && depth < DEEPEST;
  if (!isThere || !("shape" in value) || !Array.isArray(value.shape)) {
    return false;
  }
  const has = (names: ReadonlySet<string>) => Object.keys(value).every((key) => names.has(key));
  if ("data" in value && "stride" in value && has(READ)) {
    const isLayout = Array.isArray(value.stride) && value.stride.length === value.shape.length;
    return isLayout && (ArrayBuffer.isView(value.data) || Array.isArray(value.data));
  }
  const { fields } = value as { fields?: unknown };
  const isMap = typeof fields === "object" && fields !== null && !Array.isArray(fields);
  return isMap && has(READ_RECORDS) && Object.values(fields).every((field) => isRead(field, depth + 1));
}

export function isArray(value: unknown): boolean {
  return (
    value instanceof NewArray ||
    value instanceof NdArray ||
    (ArrayBuffer.isView(value) && !isBinary(value)) ||
    isRead(value)
  );
}

/** The kind of a value. Values that cannot be written are rejected, with the path at `visit`. */
export function kindOf(value: unknown, key: unknown, visit: Visit | undefined): Kind {
  const reject = (what: string): never => {
    throw new AsdfError("bad-tree", what, { path: pathOf(visit) });
  };
  if (typeof key === "string" && !key.isWellFormed()) {
    reject("the key holds half of a surrogate pair, which is no text");
  }
  switch (typeof value) {
    case "boolean":
    case "number":
      return typeof value as Kind;
    case "bigint": {
      if (BigInt.asIntN(LONGEST_INTEGER, value) !== value) {
        const message = `this integer has more than ${LONGEST_INTEGER} bits, which readers refuse`;
        throw new AsdfError("limit-exceeded", message, { path: pathOf(visit) });
      }
      return "bigint";
    }
    case "string":
      return value.isWellFormed()
        ? "string"
        : reject("the text holds half of a surrogate pair, which is no text");
    case "undefined":
      return reject("this is undefined; a missing value is null");
    case "function":
    case "symbol":
      return reject(`a ${typeof value} cannot be written`);
    default:
      return typeof value === "object" && value !== null ? objectKind(value, reject) : "null";
  }
}

function objectKind(value: object, reject: (what: string) => never): Kind {
  if (Array.isArray(value)) {
    return "sequence";
  }
  if (value instanceof Map) {
    const known = new Set<unknown>();
    for (const key of value.keys()) {
      if (!isKey(key)) {
        reject(`a key is ${nameOf(key)}; keys are text, truth values and integers of 64 bits`);
      }
      const same = typeof key === "number" ? BigInt(key) : key;
      if (known.has(same)) {
        reject(`the key ${same} occurs twice, as a number and as a bigint`);
      }
      known.add(same);
    }
    return "map";
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? reject("this date is invalid") : "date";
  }
  if (value instanceof Tagged) {
    return value.tag !== "" && value.value.isWellFormed()
      ? "tagged"
      : reject("a tagged scalar needs a tag and text");
  }
  if (value instanceof Complex) {
    return "complex";
  }
  if (value instanceof Reference) {
    return "reference";
  }
  if (isArray(value)) {
    return "array";
  }
  if (isBinary(value)) {
    return "bytes";
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || isForeignPrototype(prototype)) {
    const isOwnKey = (key: symbol) => !isMark(key) && Object.prototype.propertyIsEnumerable.call(value, key);
    if (Object.getOwnPropertySymbols(value).some(isOwnKey)) {
      reject("a key is a symbol; keys are text, truth values and integers");
    }
    return CLONED.every((key) => Object.hasOwn(value, key))
      ? reject("this copy of an array of an opened file cannot be read: put the `NdArray` itself here")
      : "map";
  }
  return reject(
    `${nameOf(value)} cannot be written: it is neither a plain object nor anything else that has a form in ASDF`,
  );
}

/** Whether it is the prototype of plain objects in another window. */
function isForeignPrototype(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}

function isKey(key: unknown): boolean {
  return (
    typeof key === "string" ||
    typeof key === "boolean" ||
    (typeof key === "bigint" && BigInt.asIntN(64, key) === key) ||
    Number.isSafeInteger(key)
  );
}

function nameOf(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const name = value.constructor?.name;
    return name ? `an instance of ${name}` : "an object";
  }
  return typeof value === "bigint" ? "a larger integer" : String(value);
}

/** Adds the path of the node at `visit` to an error, unless it has one already. */
export function withPath(visit: Visit | undefined, thrown: unknown): unknown {
  if (!visit || !(thrown instanceof AsdfError) || thrown.path !== undefined) {
    return thrown;
  }
  const { code, message, cause } = thrown;
  return new AsdfError(code, message, { ...detailOf(thrown), cause, path: pathOf(visit) });
}

/**
 * The entries of a map or sequence, arrays and references without their proxies. As in JSON, properties with the value
 * undefined are left out.
 */
export function* childrenOf(value: object): Generator<[unknown, unknown]> {
  for (const [key, child] of entriesOf(value)) {
    yield [key, originalOf(child)];
  }
}

function* entriesOf(value: object): Generator<[unknown, unknown]> {
  if (Array.isArray(value)) {
    // An index loop, because holes of the array have to be visited as well.
    for (let index = 0; index < value.length; index += 1) {
      yield [index, value[index]];
    }
  } else if (value instanceof Map) {
    yield* value;
  } else {
    for (const entry of Object.entries(value)) {
      if (entry[1] !== undefined) {
        yield entry;
      }
    }
  }
}
