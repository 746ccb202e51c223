/** Metadata on one line of YAML, as PyYAML reads it: maps, lists and scalars; of other nodes of a tree their text. */
import { entriesOf, numberInYaml, quotedInYaml, textOf } from "@asdf-wasm/science/tree/values";
import type { TreeValue } from "asdf-wasm";
import { isPlain } from "./remarks.ts";

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
      return numberInYaml(value, false);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return value === null ? "null" : quotedInYaml(typeof value === "string" ? value : textOf(value));
  }
}
