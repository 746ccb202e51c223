/** Typed text as YAML 1.1 values, read by the package itself, and values as text to edit. */
import { Complex, isFloat, openSync, Tagged, type TreeValue } from "asdf-wasm";
import { kindOf, numberInYaml, quotedInYaml, textOf } from "./values.ts";

export const TIMESTAMP = "tag:yaml.org,2002:timestamp";
const HEAD =
  "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n";

/** A value, and whether it is a float without a fraction. */
export interface Typed {
  readonly value: TreeValue;
  readonly float: boolean;
}

/** Reads a typed text. Keeps the tag of the value it replaces, unless YAML implies that tag. */
export function readTyped(text: string, before: TreeValue = null): Typed {
  if (before instanceof Tagged && before.tag !== TIMESTAMP) {
    return { value: new Tagged(before.tag, text), float: false };
  }
  const typed = before instanceof Complex ? `!core/complex-1.0.0 ${text}` : text;
  const file = openSync(new TextEncoder().encode(`${HEAD}value: ${typed.replace(/[\r\n]+/g, " ")}\n...\n`));
  const { tree } = file;
  const value = file.get("value");
  const [array] = file.arrays();
  file.close();
  if (value === undefined || typeof tree !== "object" || tree === null || Object.keys(tree).length !== 1) {
    throw new Error("this is not a single value");
  }
  if (array || kindOf(value) === "reference") {
    throw new Error("arrays and references cannot be typed here: edit the YAML");
  }
  return { value, float: isFloat(tree, "value") };
}

/** The text that reads as the value; undefined unless it is a scalar. */
export function typedText(value: TreeValue, float: boolean): string | undefined {
  switch (kindOf(value)) {
    case "string":
      return plainOrQuoted(String(value));
    case "number":
      return value instanceof Complex ? value.toString() : numberInYaml(value, float);
    case "boolean":
    case "null":
    case "time":
    case "tagged":
      return textOf(value);
    default:
      return undefined;
  }
}

/** The kind of a value, in a word. */
export function typedName({ value, float }: Typed): string {
  const kind = kindOf(value);
  if (kind === "number") {
    const isFraction = typeof value === "number" && !Number.isInteger(value);
    return value instanceof Complex ? "complex" : float || isFraction ? "float" : "integer";
  }
  return { string: "text", time: "time", sequence: "list", tagged: "tagged" }[kind as string] ?? kind;
}

/** Quoted where plain text would read as something else. */
function plainOrQuoted(text: string): string {
  try {
    return readTyped(text).value === text ? text : quotedInYaml(text);
  } catch {
    return quotedInYaml(text);
  }
}
