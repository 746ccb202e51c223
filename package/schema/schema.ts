/** Schemas as data, and what the parts of the validator have in common. */
import type { Item, Key } from "./items.ts";

/** A schema as data. The keywords that are named here are those that code asks for. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: unknown;
  readonly id?: unknown;
  readonly tags?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly properties?: unknown;
  readonly patternProperties?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly exclusiveMaximum?: unknown;
  readonly exact_datatype?: unknown;
}

/** A failed check. */
export interface Failure {
  /** The whole path of the node. */
  readonly path: readonly Item[];
  /** The end of that path, from where keywords descended: what Python calls the path. */
  readonly descended: readonly Item[];
  readonly keyword: string;
  /** The document with the schema, by its URI; empty for one that has none. */
  readonly schema: string;
  /** The keywords, properties and indices by which the check was reached, without those of references. */
  readonly schemaPath: readonly Key[];
  readonly item: Item;
  readonly expected: unknown;
  readonly message: string;
  /** Why no branch of `anyOf` or `oneOf` applies. */
  readonly causes: readonly Failure[];
}

/** Checks an item by the value of a keyword. `schema`: the schema with the keyword. */
export type Check = (validator: Validator, item: Item, value: unknown, schema: Schema) => void;

/** What keywords need of the validator. */
export interface Validator {
  /** Reports that the current check failed at this node. */
  fail(keyword: string, item: Item, expected: unknown, message: string, causes?: readonly Failure[]): void;
  /** Applies a part of the current schema to the same node; `at`: where in its keyword the part is. */
  same(item: Item, schema: unknown, at?: Key): void;
  /** Applies a part of the current schema to a node inside. */
  inside(item: Item, key: Item, schema: unknown, at?: Key): void;
  /** Why a part of the current schema does not apply to the same node. */
  attempt(item: Item, schema: unknown, at?: Key): Failure[];
  /** Whether a part of the current schema applies to the same node. What comes after a failure is not checked. */
  applies(item: Item, schema: unknown): boolean;
  /** Applies the schema that a reference of the current one leads to. */
  follow(item: Item, reference: string): void;
}

/** A reference to a schema that is not there. */
export class MissingSchema extends Error {
  readonly uri: string;

  constructor(uri: string) {
    super(`the schema ${uri} is missing`);
    this.uri = uri;
  }
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
