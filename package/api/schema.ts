/** What callers see of schemas: problems that a validation found, and what is known of a value. */
import type { SchemaSource, WorkOptions } from "./options.ts";
import type { Path } from "./tree.ts";

/** Options of `AsdfFile.validate`. */
export interface ValidateOptions extends WorkOptions {
  /** Schemas and manifests beside those of the package; they come first. */
  readonly schemas?: Iterable<SchemaSource> | undefined;
  /** A schema for the whole tree, beside those of the tags. As in Python, only what its keywords reach is checked, by tags too. */
  readonly custom?: SchemaSource | undefined;
}

/** Something in a file that a schema does not allow. */
export interface SchemaProblem {
  /** The path of the node, as for `AsdfFile.get`. */
  readonly path: string;
  /** What is there, and what was expected. */
  readonly message: string;
  /** The keyword of the schema: `type`, `required`, `tag`, … */
  readonly keyword: string;
  /** The schema, by its URI; empty for a custom schema without `id`. */
  readonly schema: string;
  /** Where the keyword is, from the schema that a tag led to: properties, keywords and indices. */
  readonly schemaPath: readonly (string | number)[];
  /** The value of the keyword. */
  readonly expected: unknown;
  /** The line of the file that the node begins at, counted from 1; undefined if it was not found. */
  readonly line: number | undefined;
  /** Why no branch of `anyOf` or `oneOf` applies. */
  readonly causes: readonly SchemaProblem[];
}

/** The result of `AsdfFile.validate`. */
export interface Validated {
  /** Whether nothing is wrong. */
  readonly isValid: boolean;
  readonly problems: readonly SchemaProblem[];
  /** What could not be checked, and what a reader in Python warns of: unknown tags, missing schemas, integers that are too large. */
  readonly warnings: readonly string[];
}

/** Options of `AsdfFile.describe`. */
export type DescribeOptions = Pick<ValidateOptions, "schemas" | "signal">;

/** What schemas say of a value. */
export interface Meaning {
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The unit of the value, or those that it may have. */
  readonly unit: string | readonly string[] | undefined;
  /** The types that it may have: `string`, `number`, … */
  readonly type: string | readonly string[] | undefined;
  /** The values that it may have. */
  readonly enum: readonly unknown[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly default: unknown;
  /** The tag that it must have. */
  readonly tag: string | undefined;
  /** Where an archive keeps it: Roman's `archive_catalog`, as `Table.column`. */
  readonly archive: readonly string[] | undefined;
  /** The keyword of FITS headers that has it, as JWST's schemas say. */
  readonly fitsKeyword: string | undefined;
  /** What stands there if nobody gave a value: `"?"` and `-999999` in data models of Roman. */
  readonly unknown: readonly unknown[];
  /** The schema that says so, by its URI. */
  readonly schema: string;
}

/** What schemas say of the values of a file, as `AsdfFile.meanings` has looked it up. */
export interface Meanings {
  /** The same as `AsdfFile.describe`, of the tree as it is stored. */
  of(path: Path): Meaning | undefined;
}
