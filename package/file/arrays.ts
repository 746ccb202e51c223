/** Finds an array by its path, or says what is there instead. */

import { didYouMean } from "../api/arguments/checks.ts";
import type { DatatypeName } from "../api/arrays.ts";
import { arrayOf } from "../api/described.ts";
import { checkDatatype, nameOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import { entriesOf, keyText, nodeAt, pathOf, walk } from "../api/path.ts";
import { isTreeMap, Reference, type TreeValue } from "../api/tree.ts";

/** How many names a message lists. */
const LISTED = 8;

/** The array that keys lead to from `root`, of this datatype if one is given. */
export function arrayAt(
  root: TreeValue,
  keys: readonly TreeValue[],
  dtype: DatatypeName | undefined,
): NdArray {
  checkDatatype("dtype", dtype, ["ascii", "ucs4", "struct"]);
  const path = keys.map(keyText).join("/");
  const { value, depth } = nodeAt(root, keys);
  if (value === undefined) {
    throw new AsdfError("not-found", whatIsMissing(root, keys, depth), { path });
  }
  const array = arrayOf(value);
  if (!array) {
    throw new AsdfError(
      "bad-array",
      `\`${path}\` is ${nameOfNode(value)} and no array${arraysIn(value, path)}`,
      {
        path,
      },
    );
  }
  if (array.error) {
    throw array.error;
  }
  if (dtype !== undefined && nameOf(array.dtype) !== dtype) {
    const message = `the elements of \`${path}\` are ${nameOf(array.dtype)}, not ${dtype}`;
    throw new AsdfError("bad-array", message, { path });
  }
  return array;
}

/** Says what the tree has where keys lead to nothing. */
export function whatIsMissing(root: TreeValue, keys: readonly TreeValue[], depth: number): string {
  const above = keys.slice(0, depth);
  const { value = null } = nodeAt(root, above);
  const where = depth === 0 ? "the root of the tree" : `\`${above.map(keyText).join("/")}\``;
  const keysThere = Array.from(entriesOf(value), ([key]) => keyText(key));
  const names = keysThere.map((key) => `\`${key}\``);
  const wanted = keyText(keys[depth] ?? "");
  const has =
    value instanceof Reference
      ? "it is a reference, which `resolve()` follows"
      : names.length > 0
        ? `it has ${listed(names)}${didYouMean(wanted, keysThere)}`
        : `it is ${nameOfNode(value)}`;
  return `${where} has no \`${wanted}\`: ${has}`;
}

function arraysIn(value: TreeValue, path: string): string {
  if (value instanceof Reference) {
    return ": `resolve()` follows it";
  }
  const found: string[] = [];
  for (const visit of walk(value)) {
    if (arrayOf(visit.value)) {
      found.push(`\`${path === "" ? "" : `${path}/`}${pathOf(visit)}\``);
    }
    if (found.length > LISTED) {
      break;
    }
  }
  return found.length > 0 ? `; it contains ${listed(found)}` : "";
}

function listed(names: readonly string[]): string {
  return names.length > LISTED ? `${names.slice(0, LISTED).join(", ")}, …` : names.join(", ");
}

function nameOfNode(value: TreeValue): string {
  if (value instanceof NdArray) {
    const { dtype } = value;
    const fields = typeof dtype === "object" && dtype.kind === "struct" ? dtype.fields : [];
    const names = fields.map(({ name }, index) => `\`${name ?? index}\``);
    return names.length > 0 ? `an array of records with the columns ${listed(names)}` : "an array";
  }
  if (Array.isArray(value)) {
    return "a sequence";
  }
  if (value instanceof Reference) {
    return "a reference";
  }
  if (typeof value !== "object") {
    return `a ${typeof value}`;
  }
  if (value === null) {
    return "null";
  }
  return isTreeMap(value) || value instanceof Map ? "a map" : "a scalar";
}
