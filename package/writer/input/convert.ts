/** Puts nodes into the place of the objects of a tree to be written: those that converters make of them. */
import type { Converter, SelectContext } from "../../api/converter.ts";
import { AsdfError, reasonOf } from "../../api/error.ts";
import { copyMarks, setTag } from "../../api/marks/marks.ts";
import { originalOf } from "../../api/marks/originals.ts";
import { originOf } from "../../api/objects.ts";
import { pathOf, type Visit } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import { Complex, Tagged } from "../../api/values.ts";
import { keepFloats } from "./marks.ts";
import { childrenOf, isArray, kindOf } from "./values.ts";

/** What an object was made of, if a converter made it. */
type Origin = ReturnType<typeof originOf>;

/** A copy of a tree without objects of the converters' classes. What occurs several times still does, also in circles. */
export function plainTree(tree: unknown, converters: readonly Converter[], standard: string): unknown {
  const types = new Map<unknown, Converter>();
  for (const converter of [...converters].reverse()) {
    for (const { prototype } of converter.types ?? []) {
      types.set(prototype, converter);
    }
  }
  return new Plain(types, standard).of(tree);
}

class Plain {
  readonly #types: ReadonlyMap<unknown, Converter>;
  readonly #standard: string;
  readonly #made = new Map<object, unknown>();
  /** The collections that are still to be filled, in the order in which they were found. */
  readonly #empty: { readonly from: object; readonly copy: object; readonly visit: Visit | undefined }[] = [];

  constructor(types: ReadonlyMap<unknown, Converter>, standard: string) {
    [this.#types, this.#standard] = [types, standard];
  }

  of(tree: unknown): unknown {
    const root = this.#node(tree, undefined);
    // The list grows during the loop: collections are filled after those that contain them, without recursion.
    for (const { from, copy, visit: above } of this.#empty) {
      for (const [key, value] of childrenOf(from)) {
        const its = this.#node(value, { key, value, above } as Visit);
        if (copy instanceof Map) {
          copy.set(key, its);
        } else {
          Reflect.set(copy, key as string, its);
        }
      }
    }
    return root;
  }

  #node(value: unknown, visit: Visit | undefined): unknown {
    const given: unknown = originalOf(value);
    if (typeof given !== "object" || given === null) {
      return given;
    }
    if (!this.#made.has(given)) {
      this.#made.set(given, this.#insteadOf(given, visit));
    }
    return this.#made.get(given);
  }

  /** What is written in the place of an object. */
  #insteadOf(value: object, visit: Visit | undefined): unknown {
    const converter = this.#types.get(Object.getPrototypeOf(value));
    const origin = originOf(value);
    if (converter?.write && !origin?.isUnfinished) {
      return this.#converted(value, converter, origin, visit);
    }
    return converter || origin
      ? this.#node(unchanged(value, origin, visit), visit)
      : this.#copy(value, visit);
  }

  /** An empty copy of a collection, which is filled later; any other value itself. */
  #copy(value: object, visit: Visit | undefined): object {
    const kind = kindOf(value, visit?.key, visit);
    if (kind !== "map" && kind !== "sequence") {
      return value;
    }
    const copy = kind === "sequence" ? [] : value instanceof Map ? new Map() : Object.create(null);
    this.#empty.push({ from: value, copy: copyMarks(value, copy), visit });
    return copy;
  }

  #converted(value: object, converter: Converter, origin: Origin, visit: Visit | undefined): unknown {
    const context = {
      path: pathOf(visit),
      node: origin?.node,
      tag: origin?.tag,
      standard: this.#standard,
    };
    const failed = (what: string, cause?: unknown) =>
      new AsdfError("bad-tree", `the converter for ${converter.tags.join(", ")} ${what}`, {
        path: context.path,
        cause,
      });
    const attempt = <T>(work: () => T): T => {
      try {
        return work();
      } catch (cause) {
        throw failed(`failed: ${reasonOf(cause)}`, cause);
      }
    };
    const tag = attempt(() => tagFor(value, converter, context));
    if (tag === undefined) {
      throw failed("has several tags, and needs `selectTag` to choose one");
    }
    const made: unknown = attempt(() => converter.write?.(value, { ...context, tag: tag ?? "" }));
    if (typeof made === "string") {
      return tag === null ? made : new Tagged(tag, made);
    }
    if (typeof made !== "object" || made === null || (made === value && tag !== null)) {
      throw failed("made neither a map, a sequence, a text nor an array");
    }
    if (tag === null) {
      return made === value ? this.#copy(value, visit) : this.#node(made, visit);
    }
    if (isArray(made) || made instanceof Complex) {
      if (!/\/core\/((chunked-)?ndarray|complex)-/.test(tag)) {
        const what = made instanceof Complex ? "a complex number" : "an array";
        throw failed(`made ${what}, which has a tag of its own and not ${tag}`);
      }
      return made;
    }
    if (made instanceof Tagged && made.tag === tag) {
      return made;
    }
    const copy = this.#copy(made, visit);
    if (copy === made) {
      throw failed(`made a value that cannot have the tag ${tag}`);
    }
    setTag(copy, tag);
    if (origin) {
      // Also where the object has another place now.
      keepFloats(copy, origin.node as object);
    }
    return copy;
  }
}

/** The tag of the node; undefined if the converter does not say. */
function tagFor(value: object, converter: Converter, context: SelectContext): string | null | undefined {
  if (converter.selectTag) {
    return converter.selectTag(value, converter.tags, context);
  }
  const [only = "*", ...others] = converter.tags;
  return context.tag ?? (others.length > 0 || only.includes("*") ? undefined : only);
}

/** The node that an object was read from, as which it is written if nothing can write it. */
function unchanged(value: object, origin: Origin, visit: Visit | undefined): TreeValue {
  if (origin && Object.isFrozen(value)) {
    return origin.node;
  }
  const from = origin ? `made of a node with the tag ${origin.tag}` : "an object";
  const message = `this is ${from}, and no converter writes it: give its converter \`write\`, or let it freeze what it reads`;
  throw new AsdfError("bad-tree", message, { path: pathOf(visit) });
}
