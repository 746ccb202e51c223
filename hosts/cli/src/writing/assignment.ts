/** Changes of a tree as the command line has them: `PATH=VALUE`. */
import { isFloat, setFloat, Tagged, type TreeMap, type TreeValue } from "asdf-wasm";
import { entriesOf, kindOf, textOf } from "../../../../www/src/viewer/worker/tree/values.ts";
import { misuse, Problem } from "../exit.ts";
import { put } from "./references.ts";

export interface Assignment {
  readonly path: string;
  readonly text: string;
}

/** The first `=` divides path and value. */
export function assignmentOf(argument: string): Assignment {
  const at = argument.indexOf("=");
  if (at < 1) {
    throw misuse(`\`${argument}\` changes nothing: write PATH=VALUE, such as meta/object="M 33"`);
  }
  return { path: argument.slice(0, at), text: argument.slice(at + 1) };
}

/**
 * Sets a value. It is JSON, or else text. A number replaces a float as a float, text replaces a time or another tagged scalar as
 * such. `create` makes maps that are missing on the way.
 */
export function assign(root: object, { path, text }: Assignment, create: boolean): void {
  const { holder, key } = placeOf(root as TreeValue, path, create);
  const before = valueAt(holder, key);
  const value = parsed(text);
  if (before instanceof Tagged && (typeof value === "string" || typeof value === "number")) {
    put(holder, key, new Tagged(before.tag, typeof value === "string" ? value : text));
    return;
  }
  const wasFloat = typeof holder === "object" && holder !== null && isFloat(holder, key);
  if (typeof value === "number") {
    setFloat(holder, key, wasFloat || /[.e]/i.test(text));
  }
  put(holder, key, value);
}

export function remove(root: object, path: string): void {
  const { holder, key } = placeOf(root as TreeValue, path, false);
  if (valueAt(holder, key) === undefined) {
    throw new Problem(`there is nothing at \`${path}\` that could be deleted`);
  }
  if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
  } else if (holder instanceof Map) {
    holder.delete(key);
  } else {
    Reflect.deleteProperty(holder as TreeMap, String(key));
  }
}

interface Place {
  readonly holder: TreeValue;
  readonly key: TreeValue;
}

/** The collection that a path's last key is in; `-` is the place behind the last item of a list. */
function placeOf(root: TreeValue, path: string, create: boolean): Place {
  const keys = path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  let holder = root;
  for (const [depth, name] of keys.slice(0, -1).entries()) {
    let next = valueAt(holder, keyIn(holder, name, path));
    if (next === undefined && create && kindOf(holder) === "map") {
      next = Object.create(null) as TreeMap;
      put(holder, name, next);
    }
    if (next === undefined) {
      const missing = keys.slice(0, depth + 1).join("/");
      throw new Problem(
        `there is no \`${missing}\`: check the path, or let --create make the maps on the way`,
      );
    }
    holder = next;
  }
  if (kindOf(holder) !== "map" && kindOf(holder) !== "sequence") {
    const above = keys.slice(0, -1).join("/");
    throw new Problem(`\`${above}\` is a value, which has nothing in it that \`${path}\` could be`);
  }
  return { holder, key: keyIn(holder, keys.at(-1) ?? "", path) };
}

function keyIn(holder: TreeValue, name: string, path: string): TreeValue {
  if (Array.isArray(holder)) {
    const index = name === "-" ? holder.length : /^\d+$/.test(name) ? Number(name) : Number.NaN;
    if (!(index <= holder.length)) {
      throw new Problem(`\`${name}\` in \`${path}\` is no place in a list of ${holder.length} items`);
    }
    return index;
  }
  return holder instanceof Map ? ([...holder.keys()].find((key) => textOf(key) === name) ?? name) : name;
}

function valueAt(holder: TreeValue, key: TreeValue): TreeValue | undefined {
  return entriesOf(holder).find(([name]) => name === key)?.[1];
}

/** The value of a text: JSON, or the text itself. Integers that a number does not hold are kept exact. */
function parsed(text: string): TreeValue {
  if (/^[-+]?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) {
    return BigInt(text);
  }
  const special = { ".nan": Number.NaN, ".inf": Infinity, "-.inf": -Infinity }[text.toLowerCase()];
  if (special !== undefined) {
    return special;
  }
  try {
    return treeOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A value of JSON as one of a tree, whose maps have no prototype. */
function treeOf(value: unknown): TreeValue {
  if (Array.isArray(value)) {
    return value.map(treeOf);
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => [key, treeOf(inner)] as const);
    return Object.assign(Object.create(null) as TreeMap, Object.fromEntries(entries));
  }
  return value as TreeValue;
}
