/** Types as JSON Schema, and what becomes of several: both at once, or either. */
import type { Schema } from "./schema.ts";

/** JSON Schema, with types of TypeScript (`tsType`). */
export interface TypeSchema {
  readonly $ref?: string;
  readonly tsType?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: TypeSchema | readonly TypeSchema[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TypeSchema;
  readonly allOf?: readonly TypeSchema[];
  readonly anyOf?: readonly TypeSchema[];
}

export const ANYTHING: TypeSchema = { tsType: "TreeValue" };
export const MAP: TypeSchema = { tsType: "TreeMap" };
/** What is there, and of a type that another part says. */
export const THERE: TypeSchema = { tsType: "{} | null" };
export const ARRAY: TypeSchema = { tsType: "NdArray" };

/** Objects among types as one, whose properties are required if all have them. */
export function alike(types: readonly TypeSchema[]): TypeSchema[] {
  const isObject = (type: TypeSchema) => type.properties !== undefined && type.allOf === undefined;
  const objects = types.filter(isObject);
  if (objects.length < 2) {
    return [...types];
  }
  const found = new Map<string, TypeSchema[]>();
  for (const { properties = {} } of objects) {
    for (const [name, type] of Object.entries(properties)) {
      const its = found.get(name) ?? [];
      its.push(type);
      found.set(name, its);
    }
  }
  const required = [...found].filter(([, its]) => its.length === objects.length).map(([name]) => name);
  const properties = [...found].map(([name, its]) => [name, either(alike(its))] as const);
  const others = types.filter((type) => !isObject(type));
  return [...others, object(Object.fromEntries(properties), required)];
}

/** The datatypes of arrays that have a name. */
const DATATYPE = /^(?:u?int(?:8|16|32|64)|float(?:16|32|64)|complex(?:64|128)|bool8)$/;

/** An array; its datatype is known if the schema allows no other. */
export function arrayOf({ datatype, exact_datatype: isExact }: Schema): TypeSchema {
  const isKnown = isExact === true && typeof datatype === "string" && DATATYPE.test(datatype);
  return isKnown ? { tsType: `NdArray<"${datatype}">` } : ARRAY;
}

export function object(
  properties: Readonly<Record<string, TypeSchema>>,
  required: readonly string[],
): TypeSchema {
  return { type: "object", properties, required };
}

/** One of some values. Numbers that JSON has not are of their kind. */
export function oneOf(values: readonly unknown[]): TypeSchema {
  const isOdd = (value: unknown) =>
    typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  const [odd, others] = [values.filter(isOdd), values.filter((value) => !isOdd(value))];
  return odd.length === 0
    ? { enum: values }
    : either([
        ...(others.length > 0 ? [{ enum: others }] : []),
        ...odd.map((one) => ({ tsType: typeof one })),
      ]);
}

/** Whether a type, as text, has a name of its own: it has properties, chooses among values, or is made of such types. */
export function hasName(text: string): boolean {
  return /"(?:properties|\$ref)":|"enum":\[[^\]]*,/.test(text);
}

/** What is of several types at once, without those that say nothing, or nothing that holds beside the properties of others. */
export function both(types: readonly TypeSchema[]): TypeSchema {
  const distinct = distinctOf(
    types.flatMap((type) => type.allOf ?? [type]).filter((type) => !isAnything(type)),
  );
  const said = distinct.filter((type) => !isMap(type) || distinct.every(isMap));
  return said.length > 1 ? { allOf: said } : (said[0] ?? ANYTHING);
}

/** What is of one of several types. */
export function either(types: readonly TypeSchema[]): TypeSchema {
  const distinct = distinctOf(types.flatMap((type) => (type.anyOf && !type.allOf ? type.anyOf : [type])));
  return distinct.length === 0 || distinct.some(isAnything)
    ? ANYTHING
    : distinct.length > 1
      ? { anyOf: distinct }
      : (distinct[0] ?? ANYTHING);
}

function isAnything({ tsType }: TypeSchema): boolean {
  return tsType === ANYTHING.tsType;
}

/** Whether a type is of maps whose keys are not named. */
function isMap({ tsType, additionalProperties }: TypeSchema): boolean {
  return tsType === MAP.tsType || additionalProperties !== undefined;
}

function distinctOf(types: readonly TypeSchema[]): TypeSchema[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

export function described(type: TypeSchema, description: string): TypeSchema {
  return type.$ref === undefined ? { ...type, description } : { allOf: [type], description };
}

/** How long a type is, as text, that gets a name if it stands in several places. */
const LONG = 300;

/**
 * Gives names to long types that stand in several places of definitions, so that each is written once. A name says the definition and the
 * property of the first place; `reserve` makes it a name of its own. What is inside such a type is counted there alone.
 */
export function shareIn(definitions: Record<string, TypeSchema>, reserve: (name: string) => string): void {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let owner = "";
  const share = (type: TypeSchema, key: string): TypeSchema => {
    const { description, ...own } = type;
    const text = longText(type);
    if ((counts.get(text) ?? 0) < 2) {
      return mapped(type, key, share);
    }
    let name = names.get(text);
    if (name === undefined) {
      name = reserve(`${owner}_${key}`);
      names.set(text, name);
      definitions[name] = mapped(own, key, share);
    }
    const reference = { $ref: `#/definitions/${name}` };
    return description === undefined ? reference : described(reference, description);
  };
  const count = (type: TypeSchema, key: string): TypeSchema => {
    const text = longText(type);
    const seen = counts.get(text) ?? 0;
    if (text !== "") {
      counts.set(text, seen + 1);
    }
    return seen > 0 ? type : mapped(type, key, count);
  };
  for (const walk of [count, share]) {
    for (const [name, type] of Object.entries(definitions)) {
      owner = name;
      definitions[name] = mapped(type, "", walk);
    }
  }
}

/** The text of a type that is long where it is written out; otherwise none. */
function longText({ description: _, ...type }: TypeSchema): string {
  const text = (type.properties ?? type.enum ?? type.anyOf ?? type.allOf) ? JSON.stringify(type) : "";
  return text.length > LONG ? text : "";
}

/** The same type, with what `change` makes of those in it. */
function mapped(
  type: TypeSchema,
  key: string,
  change: (type: TypeSchema, key: string) => TypeSchema,
): TypeSchema {
  const { items, properties, additionalProperties, allOf, anyOf } = type;
  const each = (types: readonly TypeSchema[]) => types.map((one) => change(one, key));
  const entries = Object.entries(properties ?? {}).map(([name, one]) => [name, change(one, name)] as const);
  return {
    ...type,
    ...(items && { items: "length" in items ? each(items) : change(items, key) }),
    ...(properties && { properties: Object.fromEntries(entries) }),
    ...(additionalProperties && { additionalProperties: change(additionalProperties, key) }),
    ...(allOf && { allOf: each(allOf) }),
    ...(anyOf && { anyOf: each(anyOf) }),
  };
}
