/** What each keyword of a schema asks of a node: those of draft 4, and those that ASDF adds. Others are hints, and never fail. */
import { axesOf, datatypeOf, mismatch, textOf } from "./datatypes.ts";
import type { Effort } from "./effort.ts";
import {
  type Item,
  isInteger,
  isMap,
  isNode,
  isSeq,
  type MapNode,
  type Node,
  numberOf,
  stringOf,
} from "./items.ts";
import { isLike, searcher } from "./pattern.ts";
import { type Asked, type Check, type Failure, isSchema, listOf, type Schema } from "./schema.ts";

export const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref({ item, value, validator }) {
    validator.follow(item, String(value));
  },

  type({ item, value, schema, fail }) {
    const names = Array.isArray(value) ? value : [value];
    const isTime =
      isNode(item) && item.kind === "time" && schema.format === "date-time" && names.includes("string");
    if (!isTime && !names.some((name) => isOfType(item, name))) {
      fail(`${named(item)} is not of the type ${names.join(" or ")}`);
    }
  },

  enum({ item, value, fail }) {
    if (Array.isArray(value) && !value.some((one) => isEqualTo(item, one, true))) {
      fail(`${named(item)} is none of ${listed(value)}`);
    }
  },

  pattern({ item, value, fail, validator }) {
    const text = stringOf(item);
    if (text !== undefined && !searcher(String(value))(text, validator.effort)) {
      fail(`${named(item)} does not match the regular expression ${value}`);
    }
  },

  minLength: atLeast(lengthOf, (item, least) => `${named(item)} is shorter than ${least}`),
  maxLength: atMost(lengthOf, (item, most) => `${named(item)} is longer than ${most}`),

  minimum({ item, value, schema, fail }) {
    const number = numberOf(item);
    const isOpen = Boolean(schema.exclusiveMinimum);
    if (number !== undefined && (isOpen ? number <= Number(value) : number < Number(value))) {
      fail(`${named(item)} is not ${isOpen ? "greater than" : "at least"} ${value}`);
    }
  },

  maximum({ item, value, schema, fail }) {
    const number = numberOf(item);
    const isOpen = Boolean(schema.exclusiveMaximum);
    if (number !== undefined && (isOpen ? number >= Number(value) : number > Number(value))) {
      fail(`${named(item)} is not ${isOpen ? "less than" : "at most"} ${value}`);
    }
  },

  multipleOf({ item, value, fail }) {
    const number = numberOf(item);
    if (number !== undefined && !isMultiple(number, Number(value))) {
      fail(`${named(item)} is not a multiple of ${value}`);
    }
  },

  properties({ item, value, validator }) {
    if (isMap(item)) {
      for (const [key, schema] of entriesOf(value)) {
        const property = item.entries.get(key);
        if (property !== undefined) {
          validator.inside(property, key, schema, key);
        }
      }
    }
  },

  patternProperties({ item, value, validator }) {
    if (isMap(item)) {
      for (const [pattern, schema] of entriesOf(value)) {
        const search = searcher(pattern);
        for (const [key, property] of item.entries) {
          if (search(stringOf(key) ?? "", validator.effort)) {
            validator.inside(property, key, schema, pattern);
          }
        }
      }
    }
  },

  additionalProperties({ item, value, schema, fail, validator }) {
    if (isMap(item)) {
      const others = otherProperties(item, schema, validator.effort);
      if (isSchema(value)) {
        for (const key of others) {
          validator.inside(item.entries.get(key) ?? null, key, value);
        }
      } else if (!value && others.length > 0) {
        fail(`nothing else may be here: ${others.map(named).join(", ")}`);
      }
    }
  },

  required({ item, value, fail }) {
    if (isMap(item) && Array.isArray(value)) {
      for (const key of value) {
        if (!item.entries.has(key)) {
          fail(`${textOf(key)} is required, and is not there`, { expected: key });
        }
      }
    }
  },

  dependencies({ item, value, fail, validator }) {
    if (isMap(item)) {
      for (const [key, dependency] of entriesOf(value).filter(([name]) => item.entries.has(name))) {
        if (Array.isArray(dependency)) {
          for (const other of dependency.filter((name) => !item.entries.has(name))) {
            fail(`with ${textOf(key)}, ${textOf(other)} is required`);
          }
        } else {
          validator.same(item, dependency, key);
        }
      }
    }
  },

  minProperties: atLeast(sizeOf, (_, least, size) => `there are ${size} properties, fewer than ${least}`),
  maxProperties: atMost(sizeOf, (_, most, size) => `there are ${size} properties, more than ${most}`),

  items({ item, value, validator }) {
    if (isSeq(item)) {
      if (Array.isArray(value)) {
        for (const [index, schema] of value.slice(0, item.items.length).entries()) {
          validator.inside(item.items[index] ?? null, index, schema, index);
        }
      } else {
        for (const [index, one] of item.items.entries()) {
          validator.inside(one, index, value);
        }
      }
    }
  },

  additionalItems({ item, value, schema, fail, validator }) {
    if (isSeq(item) && Array.isArray(schema.items)) {
      const known = schema.items.length;
      if (isSchema(value)) {
        for (const [offset, one] of item.items.slice(known).entries()) {
          validator.inside(one, known + offset, value);
        }
      } else if (!value && item.items.length > known) {
        fail(`there are ${item.items.length} items, more than ${known}`);
      }
    }
  },

  minItems: atLeast(countOf, (_, least, count) => `there are ${count} items, fewer than ${least}`),
  maxItems: atMost(countOf, (_, most, count) => `there are ${count} items, more than ${most}`),

  uniqueItems({ item, value, fail }) {
    if (value && isSeq(item)) {
      const identities = new Identities();
      if (new Set(item.items.map((one) => identities.of(one))).size < item.items.length) {
        fail("some items are equal");
      }
    }
  },

  allOf({ item, value, validator }) {
    for (const [index, schema] of listOf(value).entries()) {
      validator.same(item, schema, index);
    }
  },

  anyOf(asked) {
    firstApplying(asked);
  },

  oneOf(asked) {
    const { item, value, fail, validator } = asked;
    const first = firstApplying(asked);
    if (first !== undefined) {
      const more = listOf(value)
        .slice(first + 1)
        .filter((schema) => validator.applies(item, schema));
      if (more.length > 0) {
        fail(`${named(item)} is valid under ${more.length + 1} of the schemas, and must be under one`);
      }
    }
  },

  not({ item, value, fail, validator }) {
    if (validator.applies(item, value)) {
      fail(`${named(item)} is what it must not be`);
    }
  },

  tag({ item, value, fail }) {
    const tag = tagOf(item);
    const message = `the tag is ${tag ?? "none that a schema can name"}, and must be ${value}`;
    if (tag === undefined) {
      // Python reports that there is no tag, and then that it is another one.
      fail(message);
    }
    if (tag === undefined || !isLike(String(value), tag)) {
      fail(message);
    }
  },

  ndim({ item, value, fail }) {
    if (isArray(item)) {
      const axes = axesOf(item);
      if (axes !== value) {
        fail(`the array has ${axes ?? "no"} axes, and must have ${value}`);
      }
    }
  },

  max_ndim({ item, value, fail }) {
    if (isArray(item)) {
      const axes = axesOf(item);
      if (axes === undefined || axes > Number(value)) {
        fail(`the array has ${axes ?? "no"} axes, and may have ${value}`);
      }
    }
  },

  datatype({ item, value, schema, fail }) {
    if (isArray(item)) {
      const found = datatypeOf(item);
      const why =
        found === undefined
          ? "nothing here says what the datatype is"
          : mismatch(found, value, Boolean(schema.exact_datatype));
      if (why !== undefined) {
        fail(why);
      }
    }
  },
};

/** A check that there are at least as many of something as the schema says; of items that have none, it asks nothing. */
function atLeast(amountOf: Amount, say: Say): Check {
  return ({ item, value, fail }) => {
    const amount = amountOf(item);
    if (amount !== undefined && amount < Number(value)) {
      fail(say(item, value, amount));
    }
  };
}

function atMost(amountOf: Amount, say: Say): Check {
  return ({ item, value, fail }) => {
    const amount = amountOf(item);
    if (amount !== undefined && amount > Number(value)) {
      fail(say(item, value, amount));
    }
  };
}

type Amount = (item: Item) => number | undefined;
type Say = (item: Item, bound: unknown, amount: number) => string;

function lengthOf(item: Item): number | undefined {
  const text = stringOf(item);
  return text === undefined ? undefined : Array.from(text).length;
}

function sizeOf(item: Item): number | undefined {
  return isMap(item) ? item.entries.size : undefined;
}

function countOf(item: Item): number | undefined {
  return isSeq(item) ? item.items.length : undefined;
}

/** An item in a message. */
function named(item: Item): string {
  if (isMap(item)) {
    return "the map";
  }
  if (isSeq(item)) {
    return "the sequence";
  }
  const text = stringOf(item);
  const shown = text === undefined ? (isNode(item) ? item.text : String(item)) : JSON.stringify(text);
  return shown.length > 100 ? `${shown.slice(0, 99)}…` : shown;
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(textOf);
  return shown.join(", ") + (values.length > shown.length ? ", …" : "");
}

function isOfType(item: Item, name: unknown): boolean {
  switch (name) {
    case "null":
      return item === null;
    case "boolean":
      return typeof item === "boolean";
    case "integer":
      return isInteger(item);
    case "number":
      return numberOf(item) !== undefined;
    case "string":
      return stringOf(item) !== undefined;
    case "array":
      return isSeq(item);
    case "object":
      return isMap(item);
    default:
      return false;
  }
}

/** Whether an item equals a value of a schema. Inside collections, Python finds true equal to 1. */
function isEqualTo(item: Item, value: unknown, isOutermost: boolean): boolean {
  if (isNode(item) && item.tag !== undefined && !isOutermost) {
    return false;
  }
  const number = numberOf(item) ?? (typeof item === "boolean" && !isOutermost ? Number(item) : undefined);
  if (number !== undefined) {
    const other = typeof value === "boolean" && !isOutermost ? Number(value) : value;
    // biome-ignore lint/suspicious/noDoubleEquals: a large integer may equal a float
    return (typeof other === "number" || typeof other === "bigint") && number == other;
  }
  if (isSeq(item)) {
    return (
      Array.isArray(value) &&
      value.length === item.items.length &&
      item.items.every((one, index) => isEqualTo(one, value[index], false))
    );
  }
  if (isMap(item)) {
    return (
      isSchema(value) &&
      Object.keys(value).length === item.entries.size &&
      [...item.entries].every(
        ([key, one]) => typeof key === "string" && key in value && isEqualTo(one, value[key], false),
      )
    );
  }
  return (stringOf(item) ?? item) === value;
}

/** Numbers and texts that equal items have in common. */
class Identities {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<Node, string | number>();

  of(item: Item): string | number {
    const known = isNode(item) ? this.#known.get(item) : undefined;
    if (known !== undefined) {
      return known;
    }
    const text = this.#text(item);
    if (!isSeq(item) && !isMap(item)) {
      return text;
    }
    // A number stands for what is inside: an alias of aliases has more than fits into a text.
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(item, number);
    return number;
  }

  #text(item: Item): string {
    if (isSeq(item)) {
      return `[${item.items.map((one) => this.of(one)).join()}]`;
    }
    if (isMap(item)) {
      const entries = [...item.entries].map(([key, value]) => `${this.of(key)}:${this.of(value)}`);
      return `{${entries.sort().join()}}`;
    }
    const number = numberOf(item);
    if (number !== undefined) {
      return typeof number === "number" && !Number.isSafeInteger(number)
        ? `=${number}`
        : `=${BigInt(number)}`;
    }
    return JSON.stringify(isNode(item) ? [item.kind, item.tag, item.text] : item);
  }
}

function isMultiple(number: number | bigint, divisor: number): boolean {
  if (typeof number === "bigint" && Number.isInteger(divisor)) {
    return number % BigInt(divisor) === 0n;
  }
  return Number.isInteger(divisor)
    ? Number(number) % divisor === 0
    : Number.isInteger(Number(number) / divisor);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isSchema(value) ? Object.entries(value) : [];
}

function otherProperties(item: MapNode, schema: Schema, effort: Effort): Item[] {
  const known = isSchema(schema.properties) ? schema.properties : {};
  const patterns = entriesOf(schema.patternProperties).map(([pattern]) => searcher(pattern));
  return [...item.entries.keys()].filter(
    (key) =>
      !(typeof key === "string" && Object.hasOwn(known, key)) &&
      !patterns.some((search) => search(stringOf(key) ?? "", effort)),
  );
}

/** The first of several schemas that applies; reports it if none does. */
function firstApplying({ item, value, fail, validator }: Asked): number | undefined {
  const causes: Failure[] = [];
  for (const [index, schema] of listOf(value).entries()) {
    const failures = validator.attempt(item, schema, index);
    if (failures.length === 0) {
      return index;
    }
    causes.push(...failures);
  }
  fail(`${named(item)} is valid under none of the schemas`, { causes });
  return undefined;
}

/** The tag of an item; for one without, that of YAML for its type. */
function tagOf(item: Item): string | undefined {
  if (isNode(item) && item.tag !== undefined) {
    return item.tag;
  }
  const type = yamlType(item);
  return type && `tag:yaml.org,2002:${type}`;
}

function yamlType(item: Item): string | undefined {
  if (isMap(item)) {
    return item.isOrdered ? "omap" : "map";
  }
  if (isSeq(item)) {
    return "seq";
  }
  if (typeof item === "boolean") {
    return "bool";
  }
  if (numberOf(item) !== undefined) {
    return isInteger(item) ? "int" : "float";
  }
  return typeof item === "string" || (isNode(item) && item.kind === "bytes") ? "str" : undefined;
}

function isArray(item: Item): boolean {
  return isNode(item) && item.tag !== undefined && isLike("tag:stsci.edu:asdf/core/ndarray-*", item.tag);
}
