/** Schemas as data, and what the parts of the validator have in common. */
import type { Effort } from "./effort.ts";
import type { Item, Key } from "./items.ts";

/** A schema as data. The keywords that are named here are those that code asks for. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: unknown;
  readonly id?: unknown;
  readonly $schema?: unknown;
  readonly tags?: unknown;
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly allOf?: unknown;
  readonly anyOf?: unknown;
  readonly oneOf?: unknown;
  readonly required?: unknown;
  readonly minItems?: unknown;
  readonly maxItems?: unknown;
  readonly items?: unknown;
  readonly properties?: unknown;
  readonly patternProperties?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly exclusiveMaximum?: unknown;
  readonly exact_datatype?: unknown;
  readonly datamodel_name?: unknown;
  readonly destination?: unknown;
}

/** A failed check. */
export interface Failure {
  /** The path of the node. */
  readonly path: readonly Item[];
  readonly keyword: string;
  /** The document with the schema, by its URI; empty for one that has none. */
  readonly schema: string;
  /** The keywords, properties and indices by which the check was reached, without those of references. */
  readonly schemaPath: readonly Key[];
  readonly expected: unknown;
  readonly message: string;
  /** Why no branch of `anyOf` or `oneOf` applies. */
  readonly causes: readonly Failure[];
}

/** Checks an item by a keyword. */
export type Check = (asked: Asked) => void;

/** What a keyword asks of an item. */
export interface Asked {
  readonly item: Item;
  /** The value of the keyword. */
  readonly value: unknown;
  /** The schema with the keyword. */
  readonly schema: Schema;
  /** Reports that the item fails. `expected`: what is asked of it, by default the value of the keyword. */
  readonly fail: (message: string, more?: Partial<Pick<Failure, "causes" | "expected">>) => void;
  readonly validator: Validator;
}

/** What keywords need of the validator. */
export interface Validator {
  readonly effort: Effort;
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
  constructor(uri: string) {
    super(`the schema ${uri} is missing`);
  }
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value that should be a list; none if it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
