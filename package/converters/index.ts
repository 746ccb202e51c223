/**
 * The code that makes objects of the nodes with the tags of converters, loaded when a file is first opened with some.
 *
 * Nodes stay as they were read. What contains an object is copied, so that the tree of the file has objects in it, and paths still lead to
 * the nodes inside of what an object stands for.
 */
import type { Converter, ReadContext } from "../api/converter.ts";
import { emptyLike, put } from "../api/copies.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import { keepOriginal, originalOf } from "../api/marks/originals.ts";
import { setOriginOf } from "../api/objects.ts";
import { entriesOf, pathOf, type Visit } from "../api/path.ts";
import type { TreeValue } from "../api/tree.ts";
import { Tagged, tagOf } from "../api/values.ts";
import type { Converted, ConvertedFile, NodeContext } from "../file/converter-code.ts";

/** Converts a whole tree. A converter that fails leaves the node, with a warning. */
export function convertTree(
  root: TreeValue,
  converters: readonly Converter[],
  file: ConvertedFile,
): Converted {
  const conversion = new Conversion(converters, file);
  conversion.run(root);
  return { root: conversion.of(root), of: (node) => conversion.of(originalOf(node)) };
}

class Conversion {
  readonly #converters: readonly Converter[];
  readonly #patterns: readonly RegExp[];
  /** The converters of tags that occurred. */
  readonly #known = new Map<string, Converter | undefined>();
  readonly #file: ConvertedFile;
  /** What stands for nodes. */
  readonly #values = new Map<TreeValue, TreeValue>();
  /** The nodes that objects were made of. */
  readonly #nodes = new Map<object, TreeValue>();
  /** What is done when every node is converted: filling circles, continuing generators. */
  readonly #rest: (() => void)[] = [];

  constructor(converters: readonly Converter[], file: ConvertedFile) {
    this.#converters = converters;
    this.#patterns = converters.map(patternOf);
    this.#file = file;
  }

  of(node: TreeValue): TreeValue {
    const value = this.#values.get(node);
    return value === undefined ? node : value;
  }

  run(root: TreeValue): void {
    for (const { visit, open } of contentFirst(root)) {
      const node = visit?.value ?? root;
      this.#copy(node, open);
      const tag = tagOf(node);
      const converter = tag === undefined ? undefined : this.#converterOf(tag);
      if (converter && tag !== undefined) {
        this.#convert(node, converter, tag, pathOf(visit));
      }
    }
    for (const work of this.#rest) {
      work();
    }
  }

  #converterOf(tag: string): Converter | undefined {
    if (!this.#known.has(tag)) {
      this.#known.set(tag, this.#converters[this.#patterns.findIndex((pattern) => pattern.test(tag))]);
    }
    return this.#known.get(tag);
  }

  /** Copies a collection if something else stands for what it contains. `open`: the collections around it, of which that is not known yet. */
  #copy(node: TreeValue, open: ReadonlySet<TreeValue>): void {
    const entries = [...entriesOf(node)];
    if (!entries.some(([, value]) => open.has(value) || this.of(value) !== value)) {
      return;
    }
    const copy = emptyLike(node);
    this.#values.set(node, copy);
    keepOriginal(node as object);
    for (const [key, value] of entries) {
      put(copy, key, this.of(value));
      if (open.has(value)) {
        this.#rest.unshift(() => put(copy, key, this.of(value)));
      }
    }
  }

  #convert(node: TreeValue, converter: Converter, tag: string, path: string): void {
    const attempt = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (thrown) {
        const message = `the converter for ${tag} failed: ${reasonOf(thrown)}`;
        this.#file.warn({ code: "not-converted", message, path });
        return undefined;
      }
    };
    attempt(() => {
      const readBlock: ReadContext["readBlock"] = (index, options = {}) =>
        this.#file.readBlock(index, options);
      const wcs: NodeContext["wcs"] = (options = {}) => this.#file.wcs(path, options);
      const context: NodeContext = { tag, path, node, readBlock, wcs };
      const plain = node instanceof Tagged ? node.value : this.of(node);
      const made: unknown = converter.read(plain, context);
      const generator = isGenerator(made) ? made : undefined;
      const value: unknown = generator ? generator.next().value : made;
      if (value === plain) {
        return;
      }
      if (!isOwnObject(value)) {
        throw new TypeError("`read` returned no object of a class");
      }
      // It would be written as one of the nodes, in both places.
      if (!isSame(this.#nodes.get(value) ?? node, node)) {
        throw new TypeError("`read` returned an object that another node was made into");
      }
      this.#nodes.set(value, node);
      setOriginOf(value, { node, tag });
      if (generator) {
        this.#rest.push(() => {
          if (attempt(() => generator.next()) === undefined) {
            setOriginOf(value, { node, tag, isUnfinished: true });
            attempt(() => Object.freeze(value));
          }
        });
      }
      keepOriginal(node as object);
      this.#values.set(node, value as TreeValue);
    });
  }
}

/** Whether a value can be recognised when it is written: not one that is copied with the tree, nor a promise of one. */
function isOwnObject(value: unknown): value is object {
  const isObject = typeof value === "object" && value !== null && !(value instanceof Promise);
  return isObject && emptyLike(value as TreeValue) === value;
}

/** Whether two nodes are one, or scalars with the same tag and text. */
function isSame(one: TreeValue, other: TreeValue): boolean {
  const areScalars = one instanceof Tagged && other instanceof Tagged;
  return one === other || (areScalars && one.tag === other.tag && one.value === other.value);
}

function isGenerator(value: unknown): value is Generator<unknown, void, void> {
  return Object.prototype.toString.call(value) === "[object Generator]";
}

/** What matches the tags of a converter. */
function patternOf({ tags, read }: Converter): RegExp {
  if (!Array.isArray(tags) || typeof read !== "function") {
    throw new AsdfError("bad-argument", "a converter has a list of `tags`, and a function `read`");
  }
  const sources = tags.map((tag) =>
    tag.replaceAll(/\*\*|[*\\^$.+?()[\]{}|]/g, (found: string) => ANY[found] ?? `\\${found}`),
  );
  return new RegExp(`^(?:${sources.join("|")})$`, "u");
}

const ANY: Readonly<Record<string, string>> = { "**": ".*", "*": "[^/]*" };

/** A node, and the collections around it. */
interface Place {
  readonly visit: Visit | undefined;
  readonly open: ReadonlySet<TreeValue>;
}

/** Every object of a tree once, after what it contains; of a circle, only what was not begun before. */
function* contentFirst(root: TreeValue): Generator<Place> {
  const open = new Set<TreeValue>([root]);
  const seen = new Set<TreeValue>([root]);
  const levels = [{ node: root, visit: undefined as Visit | undefined, entries: iterate(root) }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.entries.next();
    if (next.done) {
      levels.pop();
      yield { visit: level.visit, open };
      open.delete(level.node);
      continue;
    }
    const [key, node] = next.value;
    if (typeof node === "object" && node !== null && !seen.has(node)) {
      seen.add(node);
      open.add(node);
      levels.push({ node, visit: { key, value: node, above: level.visit }, entries: iterate(node) });
    }
  }
}

function iterate(value: TreeValue): Iterator<[TreeValue, TreeValue]> {
  return entriesOf(value)[Symbol.iterator]();
}
