/**
 * Schemas in the form from which a library makes types of TypeScript: JSON Schema without what only ASDF has.
 *
 * A tag and a `$ref` become a reference to a definition with a name; an array becomes an `NdArray`, a scalar with a tag a `Tagged`, as in
 * the tree of an opened file. What a schema only forbids (`not`, limits, patterns) is left out: types are what may stand there.
 */
import { NdArray } from "../api/ndarray.ts";
import { isTreeMap, Reference, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Complex, Tagged, tagOf } from "../api/values.ts";
import { Effort } from "./effort.ts";
import type { Registry, Resolved } from "./registry.ts";
import { isSchema, listOf, MissingSchema, type Schema } from "./schema.ts";
import {
  ANYTHING,
  ARRAY,
  alike,
  arrayOf,
  both,
  described,
  either,
  hasName,
  MAP,
  object,
  oneOf,
  shareIn,
  THERE,
  type TypeSchema,
} from "./type-schema.ts";

/** Of the package, by their names. */
export const CLASSES = ["Complex", "NdArray", "Reference", "Tagged", "TreeMap", "TreeValue"];

/** The name of the whole. */
export const ROOT = "AsdfWasmTypes";

/** Names that mean something else in a module of types. */
const TAKEN: ReadonlySet<string> = new Set([...CLASSES, ROOT, "Map", "Uint8Array"]);

const TAGGED: TypeSchema = { tsType: "Tagged" };

/** Tags and schemas of which an opened file makes values of its own. */
const VALUES: readonly (readonly [RegExp, TypeSchema])[] = [
  [/\/core\/(?:chunked-)?ndarray-[\d.*]+(?:#\/anyOf\/1)?$/, ARRAY],
  [/\/core\/complex-[\d.*]+$/, { tsType: "Complex" }],
  [/\/core\/integer-[\d.*]+$/, { tsType: "number | bigint" }],
];

const SCALARS: Readonly<Record<string, TypeSchema>> = {
  string: { type: "string" },
  number: { type: "number" },
  integer: { type: "number" },
  boolean: { type: "boolean" },
  null: { type: "null" },
};

/** What a schema says of the kind of a node. */
const SAYING = ["$ref", "tag", "type", "enum", "properties", "items", "allOf", "anyOf", "oneOf", "datatype"];

/** The schema of the trees of JWST's models, by their names. */
const MODELS = "http://stsci.edu/schemas/jwst_datamodel/models";
const ROMAN = "asdf://stsci.edu/datamodels/roman/tags/";

/** How much work a type is, as keywords are. */
const EFFORT = 50;

/** How many characters of a type are as much work as a keyword. */
const CHARACTERS = 1;

/** References and combinations that lead from one to the next. */
const MAX_HOPS = 100;

/** Where a part of a schema is. */
interface Place {
  /** The document with it. */
  readonly base: string;
  /** Whether the node has a tag: then a scalar is a `Tagged`. */
  readonly isTagged: boolean;
  /** The schemas that led to it for the same node, by their URIs: they say no more of it. */
  readonly through: readonly string[];
}

/** Where nothing has led to. */
const OUTSIDE: Place = { base: "", isTagged: false, through: [] };

export class Types {
  readonly definitions: Record<string, TypeSchema> = {};
  /** What could not be found. */
  readonly warnings = new Set<string>();
  readonly #registry: Registry;
  readonly #standard: string;
  readonly #effort: Effort;
  /** What stands for a tag or a schema, by its URI. */
  readonly #made = new Map<string, TypeSchema>();
  /** References that something has. */
  readonly #used = new Set<TypeSchema>();
  /** The nodes above the one that is looked at. */
  readonly #above = new Set<TreeValue>();

  /** `nodes`: how many a tree has whose type is sought. */
  constructor(registry: Registry, standard: string, nodes = 0) {
    this.#registry = registry;
    this.#standard = standard;
    this.#effort = new Effort(nodes);
  }

  /** Gives names to what would be written in several places. */
  share(): void {
    shareIn(this.definitions, (name) => this.#reserve(name));
  }

  /** The types of what a URI names: tags, with wildcards perhaps, or a schema. Returns whether there is any. */
  add(uri: string): boolean {
    const tags = this.#registry.tagsLike(uri, this.#standard);
    const document = this.#registry.find(uri);
    for (const tag of tags) {
      this.#addTag(tag);
    }
    if (uri === MODELS) {
      for (const name of Object.keys(document ?? {})) {
        this.#model(name);
      }
    } else if (tags.length === 0 && document !== undefined) {
      this.#declare(uri, this.#ofSchema(uri, OUTSIDE));
    }
    return tags.length > 0 || document !== undefined;
  }

  /** Gives a type a name if it has none. */
  #declare(uri: string, type: TypeSchema): void {
    if (type.$ref === undefined) {
      this.#define(this.#reserve(...namesFor(uri)), type);
    }
  }

  /** A definition of its own: what else is of the same type keeps its name, or has none. */
  #define(name: string, type: TypeSchema): void {
    this.definitions[name] = type.$ref === undefined ? { ...type } : { allOf: [type] };
  }

  /** The type of the whole tree of a file: as schemas say it, and as it is where they say nothing. */
  addTree(name: string, tree: TreeValue): void {
    const own = this.#reserve(name);
    const model = modelIn(tree);
    const its = this.#ofValue(tree);
    const of = model && this.#registry.find(`${MODELS}#/${model}`) ? both([this.#model(model), its]) : its;
    this.#define(own, of);
  }

  /** A tag; of a model of Roman also the tree of a file with it. */
  #addTag(tag: string): void {
    const its = this.#ofTag(tag);
    this.#declare(tag, its);
    const [uri = ""] = this.#registry.schemasOf(tag, this.#standard) ?? [];
    const name = this.#registry.find(uri)?.datamodel_name;
    if (tag.startsWith(ROMAN) && typeof name === "string") {
      const tree = both([this.#ofCore(), object({ roman: its }, ["roman"])]);
      this.#define(this.#reserve(`Roman${name.replace(/Model$/, "")}`), tree);
    }
  }

  #model(name: string): TypeSchema {
    const uri = `${MODELS}#/${name}`;
    const known = this.#made.get(uri);
    if (known) {
      return known;
    }
    const own = this.#reserve(`Jwst${name.replace(/Model$/, "")}`);
    const made = { $ref: `#/definitions/${own}` };
    this.#made.set(uri, made);
    this.#define(own, both([this.#ofSchema(uri, OUTSIDE), this.#ofCore()]));
    return made;
  }

  /** The type of what every tree has. */
  #ofCore(): TypeSchema {
    return this.#ofTag("tag:stsci.edu:asdf/core/asdf-1.1.0");
  }

  #ofTag(pattern: string, through: readonly string[] = []): TypeSchema {
    const value = valueFor(pattern);
    if (value) {
      return value;
    }
    const [tag, ...others] = this.#registry.tagsLike(pattern, this.#standard);
    if (tag === undefined || others.length > 0) {
      return ANYTHING;
    }
    const uris = this.#registry.schemasOf(tag, this.#standard) ?? [];
    return both(uris.map((uri) => this.#ofSchema(uri, { base: "", isTagged: true, through })));
  }

  /** The type of what a reference leads to. Of a scalar whose schema tags have, the node may have a tag or not. */
  #ofSchema(reference: string, { base, isTagged, through }: Place): TypeSchema {
    const found = this.#resolve(reference, base);
    if (found === undefined || through.includes(found.uri)) {
      return ANYTHING;
    }
    const { schema, base: document, uri } = found;
    const of = (isTagged: boolean) =>
      this.#named(uri, isTagged, () =>
        this.#whole(schema, { base: document, isTagged, through: [...through, uri] }),
      );
    const value = valueFor(uri);
    if (value || !this.#isScalar(schema, document)) {
      return value ?? of(false);
    }
    return isTagged ? of(true) : either(this.#registry.isOfTag(uri) ? [of(false), of(true)] : [of(false)]);
  }

  #resolve(reference: string, base: string): Resolved | undefined {
    try {
      return this.#registry.resolve(reference, base);
    } catch (thrown) {
      if (!(thrown instanceof MissingSchema)) {
        throw thrown;
      }
      this.warnings.add(thrown.message);
      return undefined;
    }
  }

  /** Whether a node by a schema may be a scalar. */
  #isScalar(schema: unknown, base: string, hops = 0): boolean {
    this.#effort.spend(EFFORT);
    if (!isSchema(schema) || hops > MAX_HOPS) {
      return false;
    }
    const { type, $ref, allOf, anyOf, oneOf } = schema;
    const target = typeof $ref === "string" ? this.#resolve($ref, base) : undefined;
    return (
      [type].flat().some((one) => Object.hasOwn(SCALARS, String(one))) ||
      schema.enum !== undefined ||
      [allOf, anyOf, oneOf].flatMap(listOf).some((one) => this.#isScalar(one, base, hops + 1)) ||
      this.#isScalar(target?.schema, target?.base ?? "", hops + 1)
    );
  }

  /** A reference to a definition that is made once; of what has no properties, the type itself. */
  #named(uri: string, isTagged: boolean, make: () => TypeSchema): TypeSchema {
    const key = `${uri} ${isTagged}`;
    const known = this.#made.get(key);
    if (known) {
      this.#used.add(known);
      return known;
    }
    const name = this.#reserve(...namesFor(uri));
    const reference = { $ref: `#/definitions/${name}` };
    this.#made.set(key, reference);
    const made = make();
    const text = JSON.stringify(made);
    this.#effort.spend(text.length / CHARACTERS);
    if (this.#used.has(reference) || (made.$ref === undefined && hasName(text))) {
      this.#define(name, made);
      return reference;
    }
    delete this.definitions[name];
    this.#made.set(key, made);
    return made;
  }

  #target(type: TypeSchema): TypeSchema {
    const { $ref } = type;
    return ($ref === undefined ? undefined : this.definitions[$ref.slice("#/definitions/".length)]) ?? type;
  }

  /** Takes the first of these names that no type has, or one with a number. */
  #reserve(...wanted: readonly string[]): string {
    const names = wanted.map(pascal);
    for (let n = 2; ; n += 1) {
      const free = names.find((name) => !(TAKEN.has(name) || Object.hasOwn(this.definitions, name)));
      if (free !== undefined) {
        this.definitions[free] = {};
        return free;
      }
      names.push(`${names[0]}${n}`);
    }
  }

  #of(schema: unknown, place: Place): TypeSchema {
    this.#effort.spend(EFFORT);
    if (!isSchema(schema)) {
      return ANYTHING;
    }
    const { tag, $ref } = schema;
    const parts: TypeSchema[] = [];
    if (typeof tag === "string") {
      const its = this.#ofTag(tag, place.through);
      parts.push(its === ARRAY ? arrayOf(schema) : its);
    }
    if (typeof $ref === "string") {
      parts.push(this.#ofSchema($ref, place));
    }
    const own = { ...place, isTagged: place.isTagged || tag !== undefined };
    parts.push(...listOf(schema.allOf).map((one) => this.#of(one, own)));
    for (const branches of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
      if (branches.length > 0 && branches.every(saysKind)) {
        parts.push(either(branches.map((one) => this.#of(one, own))));
      }
    }
    if (!parts.some(({ tsType }) => tsType?.startsWith("NdArray"))) {
      parts.push(this.#own(schema, own));
    }
    const description = descriptionOf(schema);
    const made = both(parts);
    return description === undefined ? made : described(made, description);
  }

  /** The type of a node by a schema that is no branch of another. */
  #whole(schema: unknown, place: Place): TypeSchema {
    const type = this.#of(schema, place);
    return this.#declared(type, new Set(this.#propertiesOf(type)));
  }

  /** What the keywords of a schema itself say. */
  #own(schema: Schema, place: Place): TypeSchema {
    if (Array.isArray(schema.enum)) {
      const isPlain = schema.enum.every((value) => typeof value !== "object" || value === null);
      return !isPlain ? ANYTHING : place.isTagged ? TAGGED : oneOf(schema.enum);
    }
    const types = [schema.type].flat().filter((type) => typeof type === "string");
    if (types.length > 0) {
      return either(types.map((type) => this.#ofType(type, schema, place)));
    }
    if (isSchema(schema.properties) || Array.isArray(schema.required)) {
      return this.#ofType("object", schema, place);
    }
    if (schema.items !== undefined) {
      return this.#ofType("array", schema, place);
    }
    const isArray = ["datatype", "ndim", "max_ndim"].some((keyword) => Object.hasOwn(schema, keyword));
    return isArray && !saysKind({ ...schema, datatype: undefined }) ? arrayOf(schema) : ANYTHING;
  }

  #ofType(type: string, schema: Schema, { base, isTagged }: Place): TypeSchema {
    const inside = { ...OUTSIDE, base };
    if (type === "array") {
      const { items } = schema;
      const its = Array.isArray(items)
        ? items.map((one) => this.#whole(one, inside))
        : [this.#whole(items, inside)];
      const isTuple =
        Array.isArray(items) && schema.minItems === items.length && schema.maxItems === items.length;
      return { type, items: isTuple ? its : either(its) };
    }
    if (type === "string" && schema.format === "date-time" && !isTagged) {
      return { tsType: "string | Tagged" };
    }
    if (type !== "object") {
      return isTagged && SCALARS[type] ? TAGGED : (SCALARS[type] ?? ANYTHING);
    }
    const { properties, patternProperties, additionalProperties, required } = schema;
    const names = listOf(required).map(String);
    if (isSchema(properties) && Object.keys(properties).length > 0) {
      const entries = Object.entries(properties).map(
        ([name, one]) => [name, this.#whole(one, inside)] as const,
      );
      return object(Object.fromEntries(entries), names);
    }
    const others = [
      ...(isSchema(patternProperties) ? Object.values(patternProperties) : []),
      ...(isSchema(additionalProperties) ? [additionalProperties] : []),
    ].map((one) => this.#whole(one, inside));
    const map = others.length > 0 ? { type, additionalProperties: either(others) } : MAP;
    return names.length > 0 ? object({}, names) : map;
  }

  /** Declares the properties that objects must have and do not declare. */
  #declared(type: TypeSchema, known: ReadonlySet<string>): TypeSchema {
    const { allOf, anyOf, required = [], properties = {} } = type;
    const missing = required.filter((name) => !Object.hasOwn(properties, name));
    const added = missing.map((name) => [name, known.has(name) ? THERE : ANYTHING] as const);
    return {
      ...type,
      ...(allOf && { allOf: allOf.map((part) => this.#declared(part, known)) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.#declared(part, known)) }),
      ...(missing.length > 0 && { properties: { ...properties, ...Object.fromEntries(added) } }),
    };
  }

  /** The names of the properties that a type declares. */
  #propertiesOf(type: TypeSchema, seen = new Set<TypeSchema>()): string[] {
    const target = this.#target(type);
    if (seen.has(target)) {
      return [];
    }
    seen.add(target);
    this.#effort.spend(1);
    const parts = [...(target.allOf ?? []), ...(target.anyOf ?? [])];
    return [
      ...Object.keys(target.properties ?? {}),
      ...parts.flatMap((part) => this.#propertiesOf(part, seen)),
    ];
  }

  /** The type of a value: by the schemas of its tag, and as the value is where these say nothing. */
  #ofValue(value: TreeValue): TypeSchema {
    this.#effort.spend(EFFORT);
    if (this.#above.has(value)) {
      return ANYTHING;
    }
    if (value instanceof Map) {
      return { tsType: "Map<TreeValue, TreeValue>" };
    }
    const tag = tagOf(value);
    const said =
      tag === undefined || this.#registry.schemasOf(tag, this.#standard) === undefined
        ? undefined
        : this.#ofTag(tag);
    if (isTreeMap(value)) {
      this.#above.add(value);
      const known = new Set(said && this.#propertiesOf(said));
      const keys = Object.keys(value).filter((key) => !known.has(key));
      const properties = Object.fromEntries(keys.map((key) => [key, this.#ofValue(value[key] ?? null)]));
      this.#above.delete(value);
      return said === undefined
        ? object(properties, keys)
        : keys.length > 0
          ? both([said, object(properties, keys)])
          : said;
    }
    if (said !== undefined) {
      return said;
    }
    if (Array.isArray(value)) {
      this.#above.add(value);
      const items = either(alike(value.map((item) => this.#ofValue(item))));
      this.#above.delete(value);
      return { type: "array", items };
    }
    return ofScalar(value);
  }
}

/** The model of JWST that a tree names. */
function modelIn(tree: TreeValue): string | undefined {
  const meta = isTreeMap(tree) ? tree["meta"] : undefined;
  return isTreeMap(meta) && meta["telescope"] === "JWST" && typeof meta["model_type"] === "string"
    ? meta["model_type"]
    : undefined;
}

function ofScalar(value: Exclude<TreeValue, TreeMap | Map<TreeValue, TreeValue> | TreeValue[]>): TypeSchema {
  if (value instanceof NdArray) {
    return arrayOf({ datatype: value.dtype, exact_datatype: true });
  }
  const found = [Tagged, Complex, Reference, Uint8Array].find((type) => value instanceof type);
  const name = found?.name ?? (typeof value === "bigint" ? "bigint" : undefined);
  return name === undefined ? { type: value === null ? "null" : typeof value } : { tsType: name };
}

function valueFor(uri: string): TypeSchema | undefined {
  return VALUES.find(([pattern]) => pattern.test(uri))?.[1];
}

/** Whether a schema says of which kind a node is. */
function saysKind(schema: unknown): boolean {
  return isSchema(schema) && SAYING.some((keyword) => schema[keyword] !== undefined);
}

function descriptionOf({ title, description, unit }: Schema): string | undefined {
  const lines = [title, description, unit === undefined ? undefined : `Unit: ${[unit].flat().join(", ")}`];
  const texts = lines.flatMap((line) =>
    typeof line === "string" && line.trim() !== "" ? [line.trim()] : [],
  );
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}

/** Names for the type of a schema or a tag, the best first: `WfiImage` of `…/wfi_image-1.0.0`. */
function namesFor(uri: string): string[] {
  const [document = "", pointer = ""] = uri.split("#");
  const path = [...document.split(/[/:]/), ...pointer.split("/")].filter(
    (part) => part !== "" && part !== "definitions",
  );
  const version = /-(\d[\d.]*)$/.exec(document)?.[1] ?? "";
  const words = path.map((part) => part.replace(/(?:-\d[\d.]*|\.schema|\.ya?ml)$/, ""));
  const last = words.at(-1) ?? "";
  return [last, `${words.at(-2)}_${last}`, `${last}_${version}`, `${words.at(-2)}_${last}_${version}`];
}

/** A name as the library has it. */
function pascal(name: string): string {
  const joined = name.replaceAll(/(?:^|[^a-zA-Z0-9]+|(?<=\d))([a-zA-Z0-9]?)/g, (_, first: string) =>
    first.toUpperCase(),
  );
  return /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`;
}
