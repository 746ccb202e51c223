/**
 * What schemas say of one node: as `schema_info` of Python's asdf for nodes with tags; for data of JWST, whose tree has no tags, by the
 * schema of the model.
 */
import type { Meaning } from "../api/schema.ts";
import type { TreeValue } from "../api/tree.ts";
import { Effort } from "./effort.ts";
import { type Item, isMap, isNode, isSeq, plainOf, stringOf } from "./items.ts";
import { searcher } from "./pattern.ts";
import type { Registry } from "./registry.ts";
import { isSchema, listOf, MissingSchema, type Schema } from "./schema.ts";

/** A schema, and the document that it is in. */
interface Located {
  readonly schema: Schema;
  readonly base: string;
}

/** Tags of types that are not the model of a file: what is said where they are used comes first. */
const OF_TYPES = /^tag:(?:stsci\.edu:asdf|stsci\.edu:gwcs|astropy\.org:astropy)\//;

/** What the URIs of Roman's schemas begin with. */
const OF_ROMAN = "asdf://stsci.edu/datamodels/roman/";
/** What `roman_datamodels` puts in the place of a value that nobody gave, by its type. */
const UNKNOWN: Readonly<Record<string, unknown>> = { string: "?", integer: -999_999, number: -999_999 };

/** What is known of all nodes with the same schemas. */
interface Place {
  readonly schemas: readonly Located[];
  readonly inside: Map<string, Place>;
  /** Whether an item's index decides which schema it has. */
  readonly isPositional: boolean;
  meaning?: Meaning | undefined;
}

/** The effort of a schema that is looked into: it is kept in memory. */
const STEP = 20;

const NOTHING: Place = { schemas: [], inside: new Map(), isPositional: false };

/** The URI of the schema of a model of JWST, which the tree names. */
export function modelOf(root: Item): string | undefined {
  const meta = isMap(root) ? root.entries.get("meta") : undefined;
  const [telescope, model] = isMap(meta)
    ? [meta.entries.get("telescope"), meta.entries.get("model_type")]
    : [];
  const name = stringOf(model);
  return stringOf(telescope) === "JWST" && name
    ? `http://stsci.edu/schemas/jwst_datamodel/models#/${name}`
    : undefined;
}

export class Describer {
  readonly #registry: Registry;
  readonly #standard: string;
  readonly #root: Item;
  readonly #place: Place;
  #effort = new Effort(0);

  /** `model`: the URI of the schema of the whole tree. */
  constructor(registry: Registry, standard: string, root: Item, model: string | undefined) {
    this.#registry = registry;
    this.#standard = standard;
    this.#root = root;
    this.#place = this.#placeOf(tagOf(root), model === undefined ? [] : this.#named(model));
  }

  describe(keys: readonly TreeValue[]): Meaning | undefined {
    this.#effort = new Effort(0);
    let item = this.#root;
    let place = this.#place;
    for (const key of keys) {
      const [name, inside] = childOf(item, key);
      if (inside === undefined) {
        return undefined;
      }
      item = inside;
      place = this.#child(place, name, tagOf(item));
    }
    if (!("meaning" in place)) {
      place.meaning = this.#meaning(place.schemas);
    }
    return place.meaning;
  }

  #child(place: Place, name: string | number, tag: string | undefined): Place {
    if (place.schemas.length === 0 && tag === undefined) {
      return NOTHING;
    }
    const key = `${typeof name === "string" ? `/${name}` : place.isPositional ? name : ""} ${tag ?? ""}`;
    const known = place.inside.get(key);
    if (known) {
      return known;
    }
    const around = place.schemas.flatMap((one) => this.#property(one, name));
    const made = this.#placeOf(tag, around);
    place.inside.set(key, made);
    return made;
  }

  /** The place of nodes with a tag, for which the node around them has schemas: those, and those of the tag. */
  #placeOf(tag: string | undefined, around: readonly Located[]): Place {
    const uris = tag === undefined ? [] : (this.#registry.schemasOf(tag, this.#standard) ?? []);
    const its = uris.flatMap((uri) => this.#named(uri));
    const schemas = tag !== undefined && OF_TYPES.test(tag) ? [...around, ...its] : [...its, ...around];
    const isPositional = schemas.some((one) =>
      this.#values(one, "items").some(({ value }) => Array.isArray(value)),
    );
    return { schemas, inside: new Map(), isPositional };
  }

  #meaning(schemas: readonly Located[]): Meaning | undefined {
    const [first] = schemas;
    if (first === undefined) {
      return undefined;
    }
    const get = (keyword: string) => {
      const [found] = schemas.flatMap((one) => this.#values(one, keyword));
      return found?.value;
    };
    const [said = first] = schemas.flatMap((one) => this.#values(one, "title"));
    const archive = get("archive_catalog");
    const destination = isSchema(archive) ? archive.destination : undefined;
    const types = [get("type")].flat().map(String);
    const isRoman = schemas.some(({ base }) => base.startsWith(OF_ROMAN));
    const meaning = {
      title: asText(get("title"))?.trim(),
      description: asText(get("description"))?.trim(),
      unit: asTexts(get("unit")),
      type: asTexts(get("type")),
      enum: asList(get("enum")),
      minimum: asNumber(get("minimum")),
      maximum: asNumber(get("maximum")),
      default: get("default"),
      tag: asText(get("tag")),
      archive: asList(destination)?.map(String),
      fitsKeyword: asText(get("fits_keyword")),
    };
    const isSaid = Object.values(meaning).some((value) => value !== undefined);
    const unknown = isRoman ? types.flatMap((type) => UNKNOWN[type] ?? []) : [];
    return isSaid ? { ...meaning, unknown, schema: said.base } : undefined;
  }

  #named(uri: string): Located[] {
    return this.#resolved({ schema: { $ref: uri }, base: "" });
  }

  /** The schema itself, or the one that it refers to; none if that is missing. */
  #resolved({ schema, base }: Located): Located[] {
    this.#effort.spend(STEP);
    let [target, its]: [unknown, string] = [schema, base];
    try {
      for (let hops = 0; isSchema(target) && typeof target.$ref === "string" && hops < 100; hops += 1) {
        ({ schema: target, base: its } = this.#registry.resolve(target.$ref, its));
      }
    } catch (thrown) {
      if (!(thrown instanceof MissingSchema)) {
        throw thrown;
      }
      return [];
    }
    return isSchema(target) ? [{ schema: target, base: its }] : [];
  }

  /** The branches of a schema that are combined. */
  #branches({ schema, base }: Located): Located[] {
    return ["allOf", "oneOf", "anyOf"].flatMap((combiner) =>
      listOf(schema[combiner]).flatMap((one) => (isSchema(one) ? this.#resolved({ schema: one, base }) : [])),
    );
  }

  /** What a schema says of a property, or of an item. */
  #property(located: Located, key: string | number): Located[] {
    const { schema, base } = located;
    const { properties, patternProperties, items } = schema;
    const found: unknown[] = [];
    if (typeof key === "number") {
      found.push(Array.isArray(items) ? items[key] : items);
    } else {
      if (isSchema(properties) && Object.hasOwn(properties, key)) {
        found.push(properties[key]);
      }
      if (isSchema(patternProperties)) {
        found.push(
          ...Object.entries(patternProperties).flatMap(([pattern, one]) =>
            searcher(pattern)(key) ? [one] : [],
          ),
        );
      }
    }
    return [
      ...found.flatMap((one) => (isSchema(one) ? this.#resolved({ schema: one, base }) : [])),
      ...this.#branches(located).flatMap((branch) => this.#property(branch, key)),
    ];
  }

  /** The values of a keyword, of the schema itself first. */
  #values(located: Located, keyword: string): { readonly value: unknown; readonly base: string }[] {
    const { schema, base } = located;
    return [
      ...(Object.hasOwn(schema, keyword) ? [{ value: schema[keyword], base }] : []),
      ...this.#branches(located).flatMap((branch) => this.#values(branch, keyword)),
    ];
  }
}

function childOf(item: Item, key: TreeValue): [name: string | number, inside: Item | undefined] {
  if (isSeq(item)) {
    const index = Number(key);
    return [index, item.items[index]];
  }
  const name = String(key);
  if (!isMap(item)) {
    return [name, undefined];
  }
  const { entries } = item;
  const own = entries.has(name) ? name : [...entries.keys()].find((one) => String(plainOf(one)) === name);
  return [name, own === undefined ? undefined : entries.get(own)];
}

function tagOf(item: Item): string | undefined {
  return isNode(item) ? item.tag : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function asTexts(value: unknown): string | readonly string[] | undefined {
  return asText(value) ?? asList(value)?.map(String);
}
