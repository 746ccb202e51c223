/** Changes of a tree as the command line has them: `PATH=VALUE`. */

import { kindOf, textOf, valueAt } from "@asdf-wasm/science/tree/values";
import { isFloat, setFloat, type TreeMap, type TreeValue } from "asdf-wasm";
import { misuse, Problem } from "../exit.ts";
import { keysOf } from "../reading/path.ts";
import { conforming, retyped, standing } from "./conform.ts";
import { put } from "./references.ts";

export interface Assignment {
  readonly path: string;
  readonly text: string;
  /** Whether the value may have another type than the present one. */
  readonly isRetyped: boolean;
}

/** The first `=` divides path and value, or `:=`. */
export function assignmentOf(argument: string): Assignment {
  const [, path, sign, text] = /^(.+?)(:?=)(.*)$/s.exec(argument) ?? [];
  if (path === undefined || text === undefined) {
    throw misuse(`\`${argument}\` changes nothing: write PATH=VALUE, such as meta/object="M 33"`);
  }
  return { path, text, isRetyped: sign === ":=" };
}

/** Sets a value; returns the collection that it is in. `create` makes maps that are missing on the way. */
export function assign(root: object, { path, text, isRetyped }: Assignment, create: boolean): TreeValue {
  const { holder, key } = placeOf(root as TreeValue, path, create);
  const before = standing(path, holder, key);
  if (before.value === undefined && !isRetyped) {
    refuseBrackets(holder, String(key), path);
  }
  const { value, float } = isRetyped ? retyped(text, path) : conforming(text, before);
  setFloat(holder, key, float);
  put(holder, key, value);
  return holder;
}

/** A key of which only the name without its brackets exists is taken for a part of that, not for a new key. */
function refuseBrackets(holder: TreeValue, name: string, path: string): void {
  const [, start, inBrackets = ""] = /^(.+?)\[([^[\]]*)\]$/s.exec(name) ?? [];
  if (start === undefined) {
    return;
  }
  const node = valueAt(holder, keyIn(holder, start, path));
  const whole = path.slice(0, path.length - inBrackets.length - 2);
  throw misuse(
    Array.isArray(node)
      ? `\`${whole}\` is a list: write ${whole}/${inBrackets}=VALUE`
      : `there is no \`${whole}\` of which \`[${inBrackets}]\` could be a part; ${path}:=VALUE makes a key of that name`,
  );
}

export function remove(root: object, path: string): void {
  const { holder, key } = placeOf(root as TreeValue, path, false);
  if (valueAt(holder, key) === undefined) {
    throw new Problem(`there is nothing at \`${path}\` that could be deleted`);
  }
  if (Array.isArray(holder)) {
    // Later items move to the front, and what is known of them with them.
    for (let at = Number(key); at < holder.length; at += 1) {
      setFloat(holder, at, isFloat(holder, at + 1));
    }
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
  const keys = keysOf(path);
  let holder = root;
  for (const [depth, name] of keys.slice(0, -1).entries()) {
    let next = valueAt(holder, keyIn(holder, name, path));
    if (next === undefined && create && kindOf(holder) === "map") {
      refuseBrackets(holder, name, path);
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

/** The present value at a path, and the collection that it is in; without a value if there is none. */
export function nodeAt(root: TreeValue, path: string): Place & { readonly value: TreeValue | undefined } {
  const found = { holder: root, key: "" as TreeValue, value: root as TreeValue | undefined };
  for (const name of keysOf(path)) {
    if (found.value === undefined || !/^(map|sequence)$/.test(kindOf(found.value))) {
      return { ...found, value: undefined };
    }
    found.holder = found.value;
    const { holder } = found;
    found.key = Array.isArray(holder) && !/^\d+$/.test(name) ? holder.length : keyIn(holder, name, path);
    found.value = valueAt(holder, found.key);
  }
  return found;
}
