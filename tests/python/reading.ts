/** What asdf-wasm reads of a file, in the form that reader.py gives to what Python asdf reads. */
import { type ArrayData, AsdfError, NdArray, open, type StructData, type TreeValue } from "asdf-wasm";
import { sha256 } from "../support/truth.ts";
import { bytesOf } from "../support/values.ts";

/** An array or a field of it. */
export interface Row {
  readonly kind: "struct" | "string" | "number";
  readonly shape: readonly number[];
  /** What is under a mask is not said. */
  readonly content?: string | readonly string[];
  readonly mask?: string;
}

/** What is at a path: a scalar or the form of a container as text, the rows of an array, or why that cannot be read. */
export type Leaf = string | readonly Row[] | { readonly code: string };

export interface Reading {
  readonly error?: string;
  readonly leaves?: Readonly<Record<string, Leaf>>;
}

export async function readFile(bytes: Uint8Array): Promise<Reading> {
  try {
    using file = await open(bytes, { checksums: "error", external: "none" });
    const leaves: Record<string, Leaf> = {};
    await collect(file.tree, [], leaves);
    return { leaves };
  } catch (error) {
    return { error: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AsdfError) {
    return error.code;
  }
  throw error;
}

const DEEPEST = 60;
const MOST = 20_000;

async function collect(
  node: TreeValue,
  keys: readonly string[],
  leaves: Record<string, Leaf>,
): Promise<void> {
  const path = JSON.stringify(keys);
  if (keys.length > DEEPEST || Object.keys(leaves).length > MOST) {
    throw new AsdfError("limit-exceeded", "the tree is too large to be compared");
  }
  if (node instanceof NdArray) {
    leaves[path] = await rowsOrCode(node);
  } else if (Array.isArray(node)) {
    leaves[path] = `list ${node.length}`;
    for (const [index, value] of node.entries()) {
      await collect(value, [...keys, `${index}`], leaves);
    }
  } else if (isMap(node)) {
    leaves[path] = `map ${JSON.stringify(Object.keys(node).sort(byCodePoints))}`;
    for (const [key, value] of Object.entries(node)) {
      await collect(value, [...keys, key], leaves);
    }
  } else {
    const text = scalar(node);
    if (text !== undefined) {
      leaves[path] = text;
    }
  }
}

function isMap(node: TreeValue): node is { [key: string]: TreeValue } {
  return typeof node === "object" && node !== null && Object.getPrototypeOf(node) === null;
}

/** As Python sorts texts. */
function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function scalar(node: TreeValue): string | undefined {
  if (node === null || typeof node === "boolean") {
    return `${node}`;
  }
  if (typeof node === "bigint") {
    return `integer ${node}`;
  }
  if (typeof node === "string") {
    return `text ${node}`;
  }
  if (typeof node !== "number") {
    return undefined;
  }
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(node + 0);
  return Number.isNaN(node) ? "nan" : bytes.toString("hex");
}

async function rowsOrCode(array: NdArray): Promise<readonly Row[] | { readonly code: string }> {
  try {
    const found = rows(await array.read([], { float16: "bits" }));
    // A structure without fields, which numpy does not know, has no columns to tell the shape of.
    return found.length === 1 && found[0]?.kind === "struct" ? { code: "no fields" } : found;
  } catch (error) {
    return { code: codeOf(error) };
  }
}

function rows(part: ArrayData | StructData): Row[] {
  const { shape } = part;
  if (part.fields) {
    return [{ kind: "struct", shape }, ...Object.values(part.fields).flatMap(rows)];
  }
  const texts = isTexts(part);
  const kind = texts ? "string" : "number";
  if (part.mask) {
    return [{ kind, shape, mask: sha256(part.mask) }];
  }
  return [{ kind, shape, content: texts ? part.data : sha256(bytesOf(part)) }];
}

function isTexts(part: ArrayData): part is ArrayData & { readonly data: readonly string[] } {
  return Array.isArray(part.data) && part.data.every((text) => typeof text === "string");
}
