/** Schemas and manifests that a user gives, in the form that packages for Python have: YAML, or the JSON in it. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { SchemaSource } from "../api/options.ts";
import { type Item, itemsIn, plainOf } from "./items.ts";
import type { Extension, Part } from "./registry.ts";
import type { Schema } from "./schema.ts";

/** The versions of the standard whose schemas are known, as asdf 6 has them. */
export const STANDARDS = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0", "1.7.0"];

/** Schemas by their `id`, and manifests, which have `tags`. Of several with one `id`, or for one tag, the first counts. */
export async function partGiven(sources: Iterable<SchemaSource>): Promise<Part> {
  const extensions: Extension[] = [];
  const schemas: Record<string, Schema> = {};
  for (const source of sources) {
    const schema = await schemaGiven(source);
    if (Array.isArray(schema.tags)) {
      extensions.push(extensionOf(schema));
    } else if (typeof schema.id === "string" && schema.id !== "") {
      schemas[schema.id.replace(/#$/, "")] ??= schema;
    } else {
      throw new AsdfError(
        "bad-argument",
        `${nameOf(source)} has no \`id\`, by which other schemas and tags name it`,
      );
    }
  }
  return { extensions, schemas };
}

/** One schema or manifest as data. */
export async function schemaGiven(source: SchemaSource): Promise<Schema> {
  const text =
    typeof source === "string"
      ? source
      : source instanceof Blob
        ? await source.text()
        : new TextDecoder().decode(source);
  // A document of YAML as the tree of a file.
  const yaml = text.replace(/^\ufeff?(?:[ \t]*(?:#.*)?\r?\n)*/, "");
  const start = yaml.startsWith("%") || yaml.startsWith("---") ? "" : "---\n";
  const head = yaml.startsWith("%YAML") ? start : `%YAML 1.1\n${start}`;
  let root: Item;
  try {
    ({ root } = await itemsIn(`#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n${head}${yaml}`));
  } catch (cause) {
    const shift = linesOf(text) - linesOf(yaml) - linesOf(head);
    const why = reasonOf(cause).replace(
      /^line (\d+)(.*?) of the tree/,
      (_, line: string, column: string) => `line ${Number(line) + shift}${column}`,
    );
    throw new AsdfError("bad-argument", `${nameOf(source)} is not YAML (${why})`, { cause });
  }
  let value: unknown;
  try {
    value = plainOf(root);
  } catch (cause) {
    const why = cause instanceof RangeError ? "it contains itself" : reasonOf(cause);
    throw new AsdfError("bad-argument", `${nameOf(source)} cannot be used: ${why}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AsdfError("bad-argument", `${nameOf(source)} is no schema: it is not a map`);
  }
  return value as Schema;
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}

/** Warnings of schemas that are written for another draft than the one they are applied by. */
export function otherDrafts(schemas: Iterable<Schema>): string[] {
  return Array.from(schemas).flatMap(({ id, $schema }) => {
    const draft = /json-schema\.org\/draft[-/]([\w-]+)/.exec(String($schema))?.[1];
    return draft === undefined || draft === "04"
      ? []
      : `the schema ${id ?? "that was given"} is of draft ${draft} of JSON Schema: it is applied as one of draft 4`;
  });
}

function nameOf(source: SchemaSource): string {
  const name = source instanceof Blob && "name" in source ? String(source.name) : undefined;
  return name === undefined ? "the given schema" : `the schema ${name}`;
}

function extensionOf({ tags, asdf_standard_requirement: requirement }: Schema): Extension {
  const entries = (Array.isArray(tags) ? tags : []).flatMap((tag: unknown) => {
    const { tag_uri: uri, schema_uri: its = [] } = (tag ?? {}) as Schema;
    return typeof uri === "string" ? [[uri, [its].flat().map(String)] as const] : [];
  });
  return {
    standards: STANDARDS.filter((version) => isWithin(version, requirement)),
    tags: Object.fromEntries(entries),
  };
}

/** Whether a version is what a manifest requires: one version, comparisons as text (`>=1.1.0,<1.6.0`), or a map of them. */
function isWithin(version: string, requirement: unknown): boolean {
  if (typeof requirement === "object" && requirement !== null) {
    return Object.entries(requirement).every(([name, bound]) => isHeld(version, name, String(bound)));
  }
  const clauses = typeof requirement === "string" ? requirement.split(",") : [];
  return clauses.every((clause) => {
    const [, sign = "", bound] = /^\s*(>=|<=|>|<|==|=)?\s*(\d+(?:\.\d+)*)\s*$/.exec(clause) ?? [];
    if (bound === undefined) {
      const message = `a manifest requires "${requirement}" of the version of the standard: expected a version, or >=, <=, > and <`;
      throw new AsdfError("bad-argument", message);
    }
    return isHeld(version, SIGNS[sign] ?? "eq", bound);
  });
}

const SIGNS: Readonly<Record<string, string>> = { ">=": "gte", "<=": "lte", ">": "gt", "<": "lt" };

function isHeld(version: string, name: string, bound: string): boolean {
  const order = version.localeCompare(bound, "en", { numeric: true });
  switch (name) {
    case "gte":
      return order >= 0;
    case "lte":
      return order <= 0;
    case "gt":
      return order > 0;
    case "lt":
      return order < 0;
    case "eq":
      return order === 0;
    default:
      // As in Python, other names say nothing.
      return true;
  }
}
