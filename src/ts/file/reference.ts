/**
 * JSON references (draft-pbryan-zyp-json-ref-03): a map with a string `$ref` stands for the node that this URI leads to,
 * in the same file or in another. The fragment is a JSON Pointer (RFC 6901), whose first `/` may be missing, as in those
 * that Python's asdf writes. What else the map holds has no meaning.
 */
import { AsdfError, abortedBy } from "../api/error.ts";
import { findKey, keyText, valueAt } from "../api/path.ts";
import type { TreeValue, WorkOptions } from "../api/types.ts";
import type { Store } from "./opened-file.ts";

/** Through how many references a reference may lead. */
const LONGEST = 100;
/** How much of a text of the file goes into a message. */
const SHOWN = 200;

/**
 * A reference to a node of this file or of another: what `{ $ref: "other.asdf#/a/b" }` is in the tree. Nothing is
 * looked up until `resolve()` is called.
 *
 * @example
 * const dark = file.get("calibration/dark");
 * const array = dark instanceof Reference ? await dark.resolve() : dark;
 */
export class Reference {
  /** What it leads to, as it stands in the file: `"#/a/b"`, `"other.asdf"`, `"other.asdf#/a/b"`. */
  readonly uri: string;
  readonly #store: Store;
  /** Undefined until it has been found. */
  #target: TreeValue | undefined;

  private constructor(uri: string, store: Store) {
    this.uri = uri;
    this.#store = store;
  }

  /** @internal A reference that stands in the tree of `store`. */
  static in(store: Store, uri: string): Reference {
    return new Reference(uri, store);
  }

  /**
   * The node that it leads to, never a reference itself: those on the way and at the end are followed. An array of
   * another file reads from that file, which stays open until this one is closed.
   *
   * @throws AsdfError `not-found` where the pointer leads nowhere, `bad-tree` where it is none or references go round
   * in a circle, `external-source` where the other file cannot be had, `limit-exceeded`, `aborted`, `closed`
   */
  resolve(options: Pick<WorkOptions, "signal"> = {}): Promise<TreeValue> {
    return this.#follow([], options.signal);
  }

  /** The reference's URI. */
  toString(): string {
    return this.uri;
  }

  /** @internal The node below `root` that keys lead to, through any references; undefined when there is none. */
  static async reach(
    root: TreeValue,
    keys: readonly TreeValue[],
    signal: AbortSignal | undefined,
  ): Promise<TreeValue | undefined> {
    return (await Reference.#descend(root, keys, [], signal)).value;
  }

  /** Where keys lead from `root`, references being followed, and how many of the keys exist. */
  static async #descend(
    root: TreeValue,
    keys: readonly TreeValue[],
    waiting: readonly Reference[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: TreeValue | undefined; readonly depth: number }> {
    const followed = (value: TreeValue) =>
      value instanceof Reference ? value.#follow(waiting, signal) : value;
    let value = await followed(root);
    for (const [depth, wanted] of keys.entries()) {
      const key = findKey(value, wanted);
      const next = key === undefined ? undefined : valueAt(value, key);
      if (next === undefined) {
        return { value: next, depth };
      }
      value = await followed(next);
    }
    return { value, depth: keys.length };
  }

  /** `waiting`: the references that cannot be resolved before this one is. */
  async #follow(waiting: readonly Reference[], signal: AbortSignal | undefined): Promise<TreeValue> {
    this.#store.check();
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
    const chain = [...waiting, this];
    if (waiting.includes(this)) {
      const circle = chain.slice(waiting.indexOf(this)).map(quoted).join(" → ");
      throw new AsdfError("bad-tree", `the references go round in a circle: ${circle}`);
    }
    if (chain.length > LONGEST) {
      const message = `${quoted(chain[0])} leads through more than ${LONGEST} references`;
      throw new AsdfError("limit-exceeded", message);
    }
    // Only what was found is kept, never the search for it: two searches that met could wait for each other.
    this.#target ??= await this.#find(chain, signal);
    return this.#target;
  }

  async #find(chain: readonly Reference[], signal: AbortSignal | undefined): Promise<TreeValue> {
    const [file = "", ...fragment] = this.uri.split("#");
    const keys = this.#pointer(fragment.join("#"));
    const store = file === "" ? this.#store : await this.#store.other(file, signal);
    const { value, depth } = await Reference.#descend(store.tree().root, keys, chain, signal);
    if (value === undefined) {
      const found = keys.slice(0, depth).map((key) => `/${keyText(key)}`);
      const reached = depth === 0 ? "the root of the tree" : quoted(found.join(""));
      const what = `its pointer exists up to ${reached}, which has no ${quoted(keys[depth])}`;
      throw new AsdfError("not-found", `${quoted(this)} leads nowhere: ${what}`);
    }
    return value;
  }

  #pointer(fragment: string): readonly string[] {
    const malformed = (why: string) =>
      new AsdfError("bad-tree", `${quoted(this)} is no JSON Pointer: ${why}`);
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
}

/** A reference or a part of it in a message. */
function quoted(what: Reference | string | undefined): string {
  const text = String(what);
  return `\`${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}\``;
}
