/** What each keyword of a schema asks of a node: those of draft 4, and those that ASDF adds. Others are hints, and never fail. */
import { axesOf, datatypeOf, mismatch } from "./datatypes.ts";
import { type Item, isInteger, isMap, isNode, isSeq, type MapNode, numberOf, stringOf } from "./items.ts";
import { searcher } from "./pattern.ts";
import { type Check, type Failure, isSchema, type Schema, type Validator } from "./schema.ts";

export const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref(validator, item, value) {
    validator.follow(item, String(value));
  },

  type(validator, item, value, schema) {
    const names = Array.isArray(value) ? value : [value];
    const isTime =
      isNode(item) && item.kind === "time" && schema.format === "date-time" && names.includes("string");
    if (!isTime && !names.some((name) => isOfType(item, name))) {
      validator.fail("type", item, value, `${named(item)} is not of the type ${names.join(" or ")}`);
    }
  },

  enum(validator, item, value) {
    if (Array.isArray(value) && !value.some((one) => isEqualTo(item, one, true))) {
      validator.fail("enum", item, value, `${named(item)} is none of ${listed(value)}`);
    }
  },

  pattern(validator, item, value) {
    const text = stringOf(item);
    if (text !== undefined && !searcher(String(value))(text)) {
      validator.fail("pattern", item, value, `${named(item)} does not match the regular expression ${value}`);
    }
  },

  minLength(validator, item, value) {
    const text = stringOf(item);
    if (text !== undefined && Array.from(text).length < Number(value)) {
      validator.fail("minLength", item, value, `${named(item)} is shorter than ${value}`);
    }
  },

  maxLength(validator, item, value) {
    const text = stringOf(item);
    if (text !== undefined && Array.from(text).length > Number(value)) {
      validator.fail("maxLength", item, value, `${named(item)} is longer than ${value}`);
    }
  },

  minimum(validator, item, value, schema) {
    const number = numberOf(item);
    const isOpen = Boolean(schema.exclusiveMinimum);
    if (number !== undefined && (isOpen ? number <= Number(value) : number < Number(value))) {
      validator.fail(
        "minimum",
        item,
        value,
        `${named(item)} is not ${isOpen ? "greater than" : "at least"} ${value}`,
      );
    }
  },

  maximum(validator, item, value, schema) {
    const number = numberOf(item);
    const isOpen = Boolean(schema.exclusiveMaximum);
    if (number !== undefined && (isOpen ? number >= Number(value) : number > Number(value))) {
      validator.fail(
        "maximum",
        item,
        value,
        `${named(item)} is not ${isOpen ? "less than" : "at most"} ${value}`,
      );
    }
  },

  multipleOf(validator, item, value) {
    const number = numberOf(item);
    if (number !== undefined && !isMultiple(number, Number(value))) {
      validator.fail("multipleOf", item, value, `${named(item)} is not a multiple of ${value}`);
    }
  },

  properties(validator, item, value) {
    if (isMap(item)) {
      for (const [key, schema] of entriesOf(value)) {
        const property = item.entries.get(key);
        if (property !== undefined) {
          validator.inside(property, key, schema, key);
        }
      }
    }
  },

  patternProperties(validator, item, value) {
    if (isMap(item)) {
      for (const [pattern, schema] of entriesOf(value)) {
        const search = searcher(pattern);
        for (const [key, property] of item.entries) {
          if (search(stringOf(key) ?? "")) {
            validator.inside(property, key, schema, pattern);
          }
        }
      }
    }
  },

  additionalProperties(validator, item, value, schema) {
    if (isMap(item)) {
      const others = otherProperties(item, schema);
      if (isSchema(value)) {
        for (const key of others) {
          validator.inside(item.entries.get(key) ?? null, key, value);
        }
      } else if (!value && others.length > 0) {
        const names = others.map(named).join(", ");
        validator.fail("additionalProperties", item, value, `nothing else may be here: ${names}`);
      }
    }
  },

  required(validator, item, value) {
    if (isMap(item) && Array.isArray(value)) {
      for (const key of value) {
        if (!item.entries.has(key)) {
          validator.fail("required", item, key, `${JSON.stringify(key)} is required, and is not there`);
        }
      }
    }
  },

  dependencies(validator, item, value) {
    if (isMap(item)) {
      for (const [key, dependency] of entriesOf(value).filter(([name]) => item.entries.has(name))) {
        if (Array.isArray(dependency)) {
          for (const other of dependency.filter((name) => !item.entries.has(name))) {
            validator.fail(
              "dependencies",
              item,
              value,
              `with ${JSON.stringify(key)}, ${JSON.stringify(other)} is required`,
            );
          }
        } else {
          validator.same(item, dependency, key);
        }
      }
    }
  },

  minProperties(validator, item, value) {
    if (isMap(item) && item.entries.size < Number(value)) {
      validator.fail(
        "minProperties",
        item,
        value,
        `there are ${item.entries.size} properties, fewer than ${value}`,
      );
    }
  },

  maxProperties(validator, item, value) {
    if (isMap(item) && item.entries.size > Number(value)) {
      validator.fail(
        "maxProperties",
        item,
        value,
        `there are ${item.entries.size} properties, more than ${value}`,
      );
    }
  },

  items(validator, item, value) {
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

  additionalItems(validator, item, value, schema) {
    if (isSeq(item) && Array.isArray(schema.items)) {
      const known = schema.items.length;
      if (isSchema(value)) {
        for (const [offset, one] of item.items.slice(known).entries()) {
          validator.inside(one, known + offset, value);
        }
      } else if (!value && item.items.length > known) {
        validator.fail(
          "additionalItems",
          item,
          value,
          `there are ${item.items.length} items, more than ${known}`,
        );
      }
    }
  },

  minItems(validator, item, value) {
    if (isSeq(item) && item.items.length < Number(value)) {
      validator.fail("minItems", item, value, `there are ${item.items.length} items, fewer than ${value}`);
    }
  },

  maxItems(validator, item, value) {
    if (isSeq(item) && item.items.length > Number(value)) {
      validator.fail("maxItems", item, value, `there are ${item.items.length} items, more than ${value}`);
    }
  },

  uniqueItems(validator, item, value) {
    if (value && isSeq(item)) {
      const keys = item.items.map(identity);
      if (new Set(keys).size < keys.length) {
        validator.fail("uniqueItems", item, value, "some items are equal");
      }
    }
  },

  allOf(validator, item, value) {
    for (const [index, schema] of (Array.isArray(value) ? value : []).entries()) {
      validator.same(item, schema, index);
    }
  },

  anyOf(validator, item, value) {
    firstApplying(validator, item, value, "anyOf");
  },

  oneOf(validator, item, value) {
    const first = firstApplying(validator, item, value, "oneOf");
    if (first !== undefined && Array.isArray(value)) {
      const more = value.slice(first + 1).filter((schema) => validator.applies(item, schema));
      if (more.length > 0) {
        const message = `${named(item)} is valid under ${more.length + 1} of the schemas, and must be under one`;
        validator.fail("oneOf", item, value, message);
      }
    }
  },

  not(validator, item, value) {
    if (validator.applies(item, value)) {
      validator.fail("not", item, value, `${named(item)} is what it must not be`);
    }
  },

  tag(validator, item, value) {
    const tag = tagOf(item);
    const is = tag ?? "none that a schema can name";
    if (tag === undefined) {
      // Python reports that there is no tag, and then that it is another one.
      validator.fail("tag", item, value, `the tag is ${is}, and must be ${value}`);
    }
    if (tag === undefined || !isLike(String(value), tag)) {
      validator.fail("tag", item, value, `the tag is ${is}, and must be ${value}`);
    }
  },

  ndim(validator, item, value) {
    if (isArray(item)) {
      const axes = axesOf(item);
      if (axes !== value) {
        validator.fail("ndim", item, value, `the array has ${axes ?? "no"} axes, and must have ${value}`);
      }
    }
  },

  max_ndim(validator, item, value) {
    if (isArray(item)) {
      const axes = axesOf(item);
      if (axes === undefined || axes > Number(value)) {
        validator.fail("max_ndim", item, value, `the array has ${axes ?? "no"} axes, and may have ${value}`);
      }
    }
  },

  datatype(validator, item, value, schema) {
    if (isArray(item)) {
      const found = datatypeOf(item);
      const why =
        found === undefined
          ? "nothing here says what the datatype is"
          : mismatch(found, value, Boolean(schema.exact_datatype));
      if (why !== undefined) {
        validator.fail("datatype", item, value, why);
      }
    }
  },
};

/** An item in a message. */
export function named(item: Item): string {
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
  const shown = values.slice(0, 20).map((one) => JSON.stringify(one));
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

/** A text that equal items have in common. */
function identity(item: Item): string {
  if (isSeq(item)) {
    return `[${item.items.map(identity).join()}]`;
  }
  if (isMap(item)) {
    return `{${[...item.entries]
      .map(([key, value]) => `${identity(key)}:${identity(value)}`)
      .sort()
      .join()}}`;
  }
  const number = numberOf(item);
  if (number !== undefined) {
    return typeof number === "number" && !Number.isSafeInteger(number)
      ? String(number)
      : String(BigInt(number));
  }
  return JSON.stringify(isNode(item) ? [item.kind, item.tag, item.text] : item);
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

function otherProperties(item: MapNode, schema: Schema): Item[] {
  const known = isSchema(schema.properties) ? schema.properties : {};
  const patterns = entriesOf(schema.patternProperties).map(([pattern]) => searcher(pattern));
  return [...item.entries.keys()].filter(
    (key) =>
      !(typeof key === "string" && Object.hasOwn(known, key)) &&
      !patterns.some((search) => search(stringOf(key) ?? "")),
  );
}

/** The first of several schemas that applies; reports it if none does. */
function firstApplying(
  validator: Validator,
  item: Item,
  value: unknown,
  keyword: string,
): number | undefined {
  const causes: Failure[] = [];
  for (const [index, schema] of (Array.isArray(value) ? value : []).entries()) {
    const failures = validator.attempt(item, schema, index);
    if (failures.length === 0) {
      return index;
    }
    causes.push(...failures);
  }
  validator.fail(keyword, item, value, `${named(item)} is valid under none of the schemas`, causes);
  return undefined;
}

/** The tag of an item; for one without, that of YAML for its type. */
function tagOf(item: Item): string | undefined {
  if (isNode(item) && item.tag !== undefined) {
    return item.tag;
  }
  const name = isMap(item)
    ? item.isOrdered
      ? "omap"
      : "map"
    : isSeq(item)
      ? "seq"
      : typeof item === "boolean"
        ? "bool"
        : isInteger(item)
          ? "int"
          : numberOf(item) !== undefined
            ? "float"
            : typeof item === "string" || (isNode(item) && item.kind === "bytes")
              ? "str"
              : undefined;
  return name && `tag:yaml.org,2002:${name}`;
}

/** Whether a tag is what a pattern says: `*` stands for anything without `/`, `**` for anything. */
function isLike(pattern: string, tag: string): boolean {
  if (!pattern.includes("*")) {
    return pattern === tag;
  }
  const source = pattern
    .split("**")
    .map((part) =>
      part
        .split("*")
        .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^/]*"),
    )
    .join(".*");
  return new RegExp(`^${source}$`, "u").test(tag);
}

function isArray(item: Item): boolean {
  return isNode(item) && item.tag !== undefined && isLike("tag:stsci.edu:asdf/core/ndarray-*", item.tag);
}
