/**
 * JSON references (draft-pbryan-zyp-json-ref-03): a map with a string `$ref` represents the node that this URI identifies, in
 * the same file or in an external one. The fragment is a JSON Pointer (RFC 6901), whose first `/` may be missing, as in
 * those that Python's asdf writes. Other entries of the map have no meaning.
 */
import { AsdfError, abortedBy } from "../api/error.ts";
import { findKey, keyText, valueAt } from "../api/path.ts";
import { Reference, type TreeValue } from "../api/tree.ts";

/** The longest chain of references. */
const LONGEST = 100;
/** How many characters of a text of the file a message quotes. */
const QUOTED = 200;

/** A file with references. */
export interface ReferringFile {
  /** Throws if the file is closed. */
  check(): void;
  tree(): { readonly root: TreeValue };
  /** Opens the external file with this URI. */
  external(uri: string, signal: AbortSignal | undefined): Promise<ReferringFile>;
}

/** A reference in the tree of `file`. */
export function referenceIn(file: ReferringFile, uri: string): Reference {
  let target: TreeValue | undefined;
  const reference = Reference.to(uri, async (pending, signal) => {
    file.check();
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
    const chain = [...pending, reference];
    if (pending.includes(reference)) {
      const circle = chain.slice(pending.indexOf(reference)).map(quoted).join(" → ");
      throw new AsdfError("bad-tree", `the references go round in a circle: ${circle}`);
    }
    if (chain.length > LONGEST) {
      const message = `${quoted(chain[0])} leads through more than ${LONGEST} references`;
      throw new AsdfError("limit-exceeded", message);
    }
    // The target is cached, not the promise of it: two searches that share a promise could wait for each other.
    target ??= await find(reference, file, chain, signal);
    return target;
  });
  return reference;
}

/** The node that keys lead to from `root`, through any references; undefined if there is none. */
export async function resolvePath(
  root: TreeValue,
  keys: readonly TreeValue[],
  signal: AbortSignal | undefined,
): Promise<TreeValue | undefined> {
  return (await descend(root, keys, [], signal)).value;
}

/** Follows keys and references from `root`. `depth`: how many of the keys exist. */
async function descend(
  root: TreeValue,
  keys: readonly TreeValue[],
  pending: readonly Reference[],
  signal: AbortSignal | undefined,
): Promise<{ readonly value: TreeValue | undefined; readonly depth: number }> {
  const resolved = (value: TreeValue) =>
    value instanceof Reference ? value.resolveFor(pending, signal) : value;
  let value = await resolved(root);
  for (const [depth, wanted] of keys.entries()) {
    const key = findKey(value, wanted);
    const next = key === undefined ? undefined : valueAt(value, key);
    if (next === undefined) {
      return { value: next, depth };
    }
    value = await resolved(next);
  }
  return { value, depth: keys.length };
}

async function find(
  reference: Reference,
  from: ReferringFile,
  chain: readonly Reference[],
  signal: AbortSignal | undefined,
): Promise<TreeValue> {
  const [uri = "", ...fragment] = reference.uri.split("#");
  const keys = pointerOf(reference, fragment.join("#"));
  const file = uri === "" ? from : await from.external(uri, signal);
  const { value, depth } = await descend(file.tree().root, keys, chain, signal);
  if (value === undefined) {
    const found = keys.slice(0, depth).map((key) => `/${keyText(key)}`);
    const reached = depth === 0 ? "the root of the tree" : quoted(found.join(""));
    const what = `its pointer exists up to ${reached}, which has no ${quoted(keys[depth])}`;
    throw new AsdfError("not-found", `${quoted(reference)} leads nowhere: ${what}`);
  }
  return value;
}

/** The keys of the JSON Pointer in a fragment. */
function pointerOf(reference: Reference, fragment: string): readonly string[] {
  const malformed = (why: string) =>
    new AsdfError("bad-tree", `${quoted(reference)} is no JSON Pointer: ${why}`);
  let pointer: string;
  try {
    pointer = decodeURIComponent(fragment);
  } catch {
    throw malformed("its percent-encoding is malformed");
  }
  if (/~(?![01])/.test(pointer)) {
    throw malformed("`~` must be followed by 0 or 1");
  }
  const keys = pointer.replace(/^\//, "").split("/");
  return pointer === "" ? [] : keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A reference, or a part of one, as a message quotes it. */
function quoted(what: Reference | string | undefined): string {
  const text = String(what);
  return `\`${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}\``;
}
