/** Metadata on one line of YAML, as PyYAML reads it: maps, lists and scalars; of other nodes of a tree their text. */
import { entriesOf, textOf } from "@asdf-wasm/science/tree/values";
import type { TreeValue } from "asdf-wasm";
import { isPlain } from "./remarks.ts";

/** JSON leaves these as they are, and YAML does not take them. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

export function quotedYaml(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function yamlLine(value: TreeValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(yamlLine).join(", ")}]`;
  }
  if (isPlain(value) || value instanceof Map) {
    return `{${entriesOf(value)
      .map(([key, item]) => `${yamlLine(key)}: ${yamlLine(item)}`)
      .join(", ")}}`;
  }
  switch (typeof value) {
    case "number":
      return numberText(value);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return value === null ? "null" : quotedYaml(typeof value === "string" ? value : textOf(value));
  }
}

/** YAML 1.1 wants a point in each number with an exponent. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  }
  return String(value).replace(/^(-?\d+)e/, "$1.0e");
}
