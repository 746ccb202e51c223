/** The place of a node for use elsewhere: as the package's path, and as expressions of Python and JavaScript. */
import type { Expressions } from "../../protocol/facts.ts";

/** One key on the path to a node, and the kind of its collection. */
export interface Step {
  readonly key: unknown;
  readonly of: "map" | "sequence";
}

/** A key as written in a path. */
export function pathKey(label: string): string {
  return label.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The expressions for the node that `steps` lead to from the root; `path` is the same as a path, `referred` whether it
 * follows references.
 */
export function expressionsFor(steps: readonly Step[], path: string, referred: boolean): Expressions {
  return { python: python(steps, referred), javascript: javascript(steps, path, referred) };
}

function python(steps: readonly Step[], referred: boolean): string | undefined {
  const keys = steps.map(({ key }) => pythonKey(key));
  if (keys.includes(undefined)) {
    return undefined;
  }
  const node = keys.length === 0 ? "af.tree" : `af${keys.map((key) => `[${key}]`).join("")}`;
  return referred ? `af.resolve_references()\n${node}` : node;
}

function pythonKey(key: unknown): string | undefined {
  switch (typeof key) {
    case "string":
      return pythonString(key);
    case "bigint":
      return String(key);
    case "number":
      return Number.isFinite(key) ? String(key) : undefined;
    case "boolean":
      return key ? "True" : "False";
    default:
      return key === null ? "None" : undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** In double quotes, with invisible characters escaped. */
function pythonString(text: string): string {
  const spelled = (character: string): string => {
    const code = character.codePointAt(0) ?? 0;
    const [letter, width] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return ESCAPES[character] ?? `\\${letter}${code.toString(16).padStart(width, "0")}`;
  };
  return `"${text.replace(/["\\]|[\p{C}\p{Zl}\p{Zp}]/gu, spelled)}"`;
}

function javascript(steps: readonly Step[], path: string, referred: boolean): string | undefined {
  if (steps.length === 0) {
    return "file.tree";
  }
  if (steps.some(({ key }) => Array.isArray(key) || key instanceof Map)) {
    return undefined;
  }
  const method = referred ? "await file.resolve" : "file.get";
  const keys = steps.map(({ key }) => literal(key));
  const isPath = path !== "" && steps.every(({ key, of }) => of === "sequence" || typeof key === "string");
  // Keys that are tagged scalars are matched by their text.
  return isPath || keys.includes(undefined)
    ? `${method}(${JSON.stringify(path)})`
    : `${method}([${keys.join(", ")}])`;
}

function literal(key: unknown): string | undefined {
  switch (typeof key) {
    case "string":
      return JSON.stringify(key);
    case "bigint":
      return `${key}n`;
    case "object":
      return key === null ? "null" : undefined;
    default:
      return String(key);
  }
}
