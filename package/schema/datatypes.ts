/** What schemas ask of arrays: the number of axes, and a datatype to which the array's can be cast without loss, as numpy has it. */
import { type Item, isInteger, isMap, isSeq, numberOf, plainOf, stringOf } from "./items.ts";
import { isSchema } from "./schema.ts";

/** A datatype as a schema or the tree describes it. */
type Described = unknown;

/** A number's kind and size in bytes; a text's kind and length; fields. */
type Type =
  | { readonly kind: "b" | "i" | "u" | "f" | "c" | "S" | "U"; readonly size: number }
  | { readonly kind: "V"; readonly fields: readonly { readonly type: Type; readonly shape: string }[] };

/** The number of axes of an array; undefined if nothing says. */
export function axesOf(item: Item): number | undefined {
  if (isSeq(item)) {
    return shapeOf(item).length;
  }
  if (isMap(item)) {
    const [shape, data] = [item.entries.get("shape"), item.entries.get("data")];
    return isSeq(shape)
      ? shape.items.length
      : isMap(shape)
        ? shape.entries.size
        : data === undefined
          ? undefined
          : shapeOf(data).length;
  }
  return undefined;
}

/** The datatype of an array, as it is written, or as numpy infers it from elements in the tree; undefined if it is no array. */
export function datatypeOf(item: Item): Described {
  if (isMap(item)) {
    const [datatype, data] = [item.entries.get("datatype"), item.entries.get("data")];
    return datatype !== undefined ? plainOf(datatype) : data !== undefined ? inferred(data) : undefined;
  }
  return isSeq(item) ? inferred(item) : undefined;
}

/** Why an array of a datatype is not what a schema wants; undefined if it is. */
export function mismatch(found: Described, wanted: Described, isExact: boolean): string | undefined {
  const relevant = Array.isArray(wanted) ? wanted.map(relevantOf) : wanted;
  if (isSame(relevant, found)) {
    return undefined;
  }
  const [is, should] = [nameOf(found), nameOf(relevant)];
  if (isExact) {
    return `the datatype is ${is}, and must be exactly ${should}`;
  }
  const [from, to] = [typeOf(found), typeOf(relevant)];
  if (from === undefined || to === undefined) {
    return `the datatype ${from === undefined ? is : should} is not known`;
  }
  if (to.kind === "V" && from.kind === "V") {
    if (to.fields.length !== from.fields.length) {
      return `the array has ${from.fields.length} columns, and must have ${to.fields.length}`;
    }
    const wrong = to.fields.findIndex((field, index) => {
      const its = from.fields[index];
      return its === undefined || its.shape !== field.shape || !canCast(its.type, field.type);
    });
    return wrong < 0
      ? undefined
      : `column ${wrong} of ${is} cannot be cast to that of ${should} without loss`;
  }
  return canCast(from, to) ? undefined : `the datatype ${is} cannot be cast to ${should} without loss`;
}

function relevantOf(field: unknown): unknown {
  return isSchema(field)
    ? Object.fromEntries(
        Object.entries(field).filter(([key]) => ["name", "datatype", "byteorder", "shape"].includes(key)),
      )
    : field;
}

/** Whether two datatypes are written alike, in whatever order their keys are. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) {
    return one === other;
  }
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

function nameOf(datatype: Described): string {
  return typeof datatype === "string" ? datatype : textOf(datatype);
}

/** A value as JSON, in which numbers are texts that JSON has not. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "bigint" || (typeof one === "number" && !Number.isFinite(one)) ? String(one) : one,
  );
}

const NUMBER = /^(bool(?=8$)|u?int|float|complex)(8|16|32|64|128)$/;
const KINDS = { bool: "b", int: "i", uint: "u", float: "f", complex: "c" } as const;

function typeOf(datatype: Described): Type | undefined {
  if (typeof datatype === "string") {
    const [, name, bits] = NUMBER.exec(datatype) ?? [];
    return name ? { kind: KINDS[name as keyof typeof KINDS], size: Number(bits) / 8 } : undefined;
  }
  if (!Array.isArray(datatype)) {
    return undefined;
  }
  const [kind, size] = datatype;
  if (datatype.length === 2 && (kind === "ascii" || kind === "ucs4") && typeof size === "number") {
    return { kind: kind === "ascii" ? "S" : "U", size };
  }
  const fields: { type: Type; shape: string }[] = [];
  for (const field of datatype) {
    const { datatype: its = field, shape = [] } = isSchema(field) ? field : {};
    const type = typeOf(its);
    if (type === undefined) {
      return undefined;
    }
    fields.push({ type, shape: textOf(shape) });
  }
  return { kind: "V", fields };
}

/** The characters that numpy needs for the values of a type. */
const CHARACTERS: Readonly<Record<string, number>> = {
  ...{ b: 5, f: 32, c: 64 },
  ...{ u1: 3, i1: 4, u2: 5, i2: 6, u4: 10, i4: 11, u8: 20, i8: 21 },
};

/** numpy's `can_cast(from, to, "safe")`. */
function canCast(from: Type, to: Type): boolean {
  if (from.kind === "V" || to.kind === "V") {
    return false;
  }
  if (to.kind === "S" || to.kind === "U") {
    if (from.kind === "S" || from.kind === "U") {
      return from.size <= to.size && !(from.kind === "U" && to.kind === "S");
    }
    return (CHARACTERS[from.kind] ?? CHARACTERS[from.kind + from.size] ?? 0) <= to.size;
  }
  if (from.kind === to.kind) {
    return from.size <= to.size;
  }
  // Half of a complex number is a float; a float takes integers of half its size, or of 64 bits if it has as many.
  const size = to.kind === "c" ? to.size / 2 : to.size;
  switch (`${from.kind}${to.kind}`) {
    case "bi":
    case "bu":
    case "bf":
    case "bc":
      return true;
    case "ui":
      return from.size < size;
    case "if":
    case "uf":
    case "ic":
    case "uc":
      return from.size < size || (from.size === 8 && size === 8);
    case "fc":
      return from.size <= size;
    default:
      return false;
  }
}

/** The shape of elements in the tree. */
function shapeOf(data: Item): number[] {
  const shape: number[] = [];
  for (let item: Item | undefined = data; isSeq(item); item = item.items[0]) {
    shape.push(item.items.length);
  }
  return shape;
}

/** The datatype that numpy infers from elements in the tree. */
function inferred(data: Item): Described {
  const found = new Set<string>();
  let longest = 0;
  const seen = new Set<Item>();
  const visit = (item: Item) => {
    if (isSeq(item)) {
      if (!seen.has(item)) {
        seen.add(item);
        item.items.forEach(visit);
      }
    } else {
      const text = stringOf(item);
      longest = Math.max(longest, text === undefined ? 0 : Array.from(text).length);
      found.add(kindOf(item));
    }
  };
  visit(data);
  if (found.size === 0) {
    return "float64";
  }
  if (found.has("text")) {
    return found.size === 1 ? ["ucs4", Math.max(longest, 1)] : "mixed elements";
  }
  const order = ["other", "float64", "uint64", "int64", "bool8"];
  return order.find((name) => found.has(name));
}

function kindOf(item: Item): string {
  if (typeof item === "boolean") {
    return "bool8";
  }
  if (isInteger(item)) {
    return typeof item === "bigint" && item >= 2n ** 63n ? "uint64" : "int64";
  }
  if (numberOf(item) !== undefined) {
    return "float64";
  }
  return stringOf(item) === undefined ? "other" : "text";
}
